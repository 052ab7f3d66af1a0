import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import styles from './explorer-map.module.css'

/** A box on the map, in pixels from its upper left corner. */
export interface Corners {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface AreaDrawingProps {
  readonly onDrawn: (corners: Corners) => void
  /** Takes all that the map shows: the way without dragging. */
  readonly onShown: () => void
  readonly onCancel: () => void
}

type Point = readonly [number, number]

/** In pixels: anything smaller was a click. */
const sideMin = 8

/** Covers the map while an area is drawn with mouse, pen or finger; Escape cancels it. */
export function AreaDrawing({ onDrawn, onShown, onCancel }: AreaDrawingProps) {
  const words = useWords(exploreWords)
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point }>()
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onCancel())
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return [clientX - left, clientY - top]
  }
  const corners = drag && cornersOf(drag.from, drag.to)
  const end = () => {
    if (corners && corners.right - corners.left >= sideMin && corners.bottom - corners.top >= sideMin) onDrawn(corners)
    setDrag(undefined)
  }
  return (
    <>
      <div
        className={styles.drawing}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: pointOf(event), to: pointOf(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: pointOf(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      >
        {corners && (
          <div
            className={styles.drawn}
            style={{
              left: corners.left,
              top: corners.top,
              width: corners.right - corners.left,
              height: corners.bottom - corners.top,
            }}
          />
        )}
      </div>
      <div className={styles.drawHelp} role="status">
        {words.drawing}
        <Button size="sm" onClick={onShown}>
          {words.drawShown}
        </Button>
        <Button size="sm" variant="light" onClick={onCancel}>
          {words.stopDrawing}
        </Button>
      </div>
    </>
  )
}

function cornersOf([x1, y1]: Point, [x2, y2]: Point): Corners {
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) }
}
