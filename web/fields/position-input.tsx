import { Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { isObject, valueAt } from '../body/json.ts'
import { lazyMap } from '../map/lazy-map.tsx'
import type { LonLat } from '../place/place-traits.ts'
import { useWords } from '../words/language.tsx'
import { FindPosition } from './find-position.tsx'
import { type InputProps, inputOf } from './input-props.ts'
import { inputWords } from './input-words.ts'
import styles from './inputs.module.css'
import { parseCoordinates } from './parse-coordinates.ts'
import { PositionDoubts } from './position-doubts.tsx'
import { useTyped } from './read-inputs.tsx'

const PinMap = lazyMap(() => import('../map/pin-map.tsx'))

const middleOfSweden: LonLat = [15, 62]

/** A position as a GeoJSON feature: a pin to move, or coordinates to type or paste. */
export function PositionInput(props: InputProps) {
  const words = useWords(inputWords)
  const { value, onChange, faults } = props
  const [longitude, latitude] = [0, 1].map((axis) => valueAt(value, `/geometry/coordinates/${axis}`))
  const position =
    typeof longitude === 'number' && typeof latitude === 'number' ? ([longitude, latitude] as const) : undefined
  const whole = value !== undefined && isObject(value) ? value : {}
  const put = (coordinates: LonLat) =>
    onChange({ ...whole, type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] } })
  const read = (text: string) => {
    const parsed = parseCoordinates(text)
    if (parsed) put(parsed)
    return parsed !== undefined
  }
  const [fault] = faults?.values() ?? []
  const written = position ? `${position[1]}, ${position[0]}` : ''
  const { type, ...typed } = useTyped(props, { written, read, wrong: words.coordinatesWrong, fault })
  return (
    <Stack gap="md">
      <FindPosition onFound={put} />
      <TextInput
        {...inputOf({ ...props, label: words.coordinates, hint: props.hint ?? words.coordinatesHint })}
        {...typed}
        inputMode="text"
        onChange={(event) => type(event.currentTarget.value)}
      />
      {position && <PositionDoubts position={position} onSwap={put} />}
      <div className={`framed ${styles.map}`}>
        <Suspense>
          <PinMap
            position={position ?? middleOfSweden}
            isPlaced={position !== undefined}
            zoom={position ? 11 : 4}
            colour="#0b6c7d"
            onMove={put}
          />
        </Suspense>
      </div>
    </Stack>
  )
}
