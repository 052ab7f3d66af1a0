import { type Map as MapLibreMap, type MapMouseEvent, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeMoves, type PinMoves, positionsMoved, usePinMoves } from '../../bulk/pin-moves.ts'
import { useSavedMoves } from '../../bulk/save-moves.ts'
import { storedPosition } from '../../map/map-position.ts'
import { type LonLat, typeNamed } from '../../place/place-traits.ts'
import { useWords } from '../../words/language.tsx'
import { openCluster } from './choosing.ts'
import styles from './explorer-map.module.css'
import { MoveBar } from './move-bar.tsx'
import { addMoveLayers, drawMoves } from './move-layers.ts'
import { moveWords } from './move-words.ts'
import { placeLayers, spread } from './place-layers.ts'

/** A pin that can be moved, where it is drawn. */
interface Pin {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly at: LonLat
  /** Its number among pins in one spot, which are drawn around it. */
  readonly nth?: number
}

/** Moves the pins of the map: by dragging, by choosing one and clicking its new spot, or with the arrow keys. */
export function MovingPins({ map }: { readonly map: MapLibreMap }) {
  const words = useWords(moveWords)
  const moves = usePinMoves()
  const saved = useSavedMoves()
  const [taken, take] = useState<Pin>()
  const shown = useShownPins(map)
  const pins = withMoved(shown, moves)
  useEffect(() => addMoveLayers(map), [map])
  useEffect(() => drawMoves(map, moves), [map, moves])

  const move = (pin: Pin, to: LonLat, isByKey = false) => {
    const { id, name, type, at } = pin
    const isNew = moves.places[id] === undefined
    changeMoves.move({ id, name, type, from: at }, to, { isByKey })
    if (isNew) void saved.check({ id, name, type, from: at })
  }
  const put = useEffectEvent(({ originalEvent, point, lngLat }: MapMouseEvent) => {
    if (originalEvent.target instanceof Element && originalEvent.target.closest(`.${styles.pin}`)) return
    if (!taken) openCluster(map, point)
    else if (!saved.isBusy) move(taken, storedPosition(lngLat))
    take(undefined)
  })
  useEffect(() => map.on('click', (event) => put(event)).unsubscribe, [map])
  return (
    <>
      {pins.map((pin) => (
        <MovablePin
          key={pin.id}
          {...{ map, pin }}
          label={words.pin(pin.name)}
          isTaken={pin.id === taken?.id}
          isFixed={saved.isBusy}
          onTake={() => take(pin.id === taken?.id ? undefined : pin)}
          onLeave={() => take(undefined)}
          onDrag={(to) => drawMoves(map, moves, { [pin.id]: [moves.places[pin.id]?.from ?? pin.at, to] })}
          onMove={(to, isByKey) => move(pin, to, isByKey)}
        />
      ))}
      <MoveBar {...{ moves, saved }} taken={taken?.name} hasPins={pins.length > 0} />
    </>
  )
}

/** The most pins that can be taken at a time, those nearest to the middle of the map. */
const pinsMax = 200

/** Returns the single pins that the map shows. */
function useShownPins(map: MapLibreMap): readonly Pin[] {
  const [pins, setPins] = useState<readonly Pin[]>([])
  useEffect(() => {
    const look = () => {
      const now = pinsOn(map)
      setPins((former) => (JSON.stringify(former) === JSON.stringify(now) ? former : now))
    }
    look()
    return map.on('idle', look).unsubscribe
  }, [map])
  return pins
}

function pinsOn(map: MapLibreMap): readonly Pin[] {
  const middle = map.project(map.getCenter())
  const found = new Map<string, Pin & { readonly pixels: number }>()
  for (const { properties, geometry } of map.queryRenderedFeatures({ layers: [placeLayers.places] })) {
    if (geometry.type !== 'Point') continue
    const [longitude = 0, latitude = 0] = geometry.coordinates
    const { id, name, type, nth } = properties as Record<'id' | 'name' | 'type', string> & { readonly nth?: number }
    const pixels = map.project([longitude, latitude]).dist(middle)
    found.set(id, { id, name, type, at: [longitude, latitude], ...(nth !== undefined && { nth }), pixels })
  }
  const nearest = [...found.values()].toSorted((one, other) => one.pixels - other.pixels).slice(0, pinsMax)
  return nearest.map(({ pixels: _, ...pin }) => pin)
}

/** Draws moved pins at their new positions, also outside of what the search finds. */
function withMoved(shown: readonly Pin[], moves: PinMoves): readonly Pin[] {
  const to = positionsMoved(moves)
  const moved = Object.values(moves.places).map(
    ({ id, name, type, from }): Pin => ({ id, name, type, at: to[id] ?? from }),
  )
  return [...shown.filter(({ id }) => to[id] === undefined), ...moved]
}

interface MovablePinProps {
  readonly map: MapLibreMap
  readonly pin: Pin
  readonly label: string
  readonly isTaken: boolean
  readonly isFixed: boolean
  readonly onTake: () => void
  readonly onLeave: () => void
  readonly onDrag: (to: LonLat) => void
  readonly onMove: (to: LonLat, isByKey: boolean) => void
}

/** The pixels that an arrow key moves a pin, and with Shift. */
const [keyPixels, shiftPixels] = [2, 20]
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A pin as a button on the map. */
function MovablePin({ map, pin, label, isTaken, isFixed, onTake, onLeave, onDrag, onMove }: MovablePinProps) {
  const { at, nth, type } = pin
  const marker = useRef<Marker>(undefined)
  const [right, down] = (nth === undefined ? undefined : spread[nth]) ?? [0, 0]
  /** The position where the pin is seen: beside its spot if it shares that with others. */
  const seen = (of: Marker) => storedPosition(map.unproject(map.project(of.getLngLat()).add(of.getOffset())))
  const act = useEffectEvent((how: 'drag' | 'drop' | 'take') => {
    if (how === 'take') onTake()
    else if (marker.current) (how === 'drag' ? onDrag : (to: LonLat) => onMove(to, false))(seen(marker.current))
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return onLeave()
    const [x, y] = arrows[event.key] ?? []
    if (x === undefined || y === undefined || !marker.current) return
    // The map would move with the same keys.
    event.stopPropagation()
    event.preventDefault()
    if (isFixed) return
    const pixels = event.shiftKey ? shiftPixels : keyPixels
    const { x: fromX, y: fromY } = map.project([...seen(marker.current)])
    onMove(storedPosition(map.unproject([fromX + x * pixels, fromY + y * pixels])), true)
  })
  const first = useRef(at)
  useEffect(() => {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = styles.pin ?? ''
    element.append(signOf(type))
    element.addEventListener('click', () => act('take'))
    element.addEventListener('keydown', (event) => press(event))
    const made = new Marker({ element, draggable: true }).setLngLat([...first.current]).addTo(map)
    made.on('drag', () => act('drag'))
    made.on('dragend', () => act('drop'))
    marker.current = made
    return () => {
      made.remove()
    }
  }, [map, type])
  const [longitude, latitude] = at
  useEffect(() => {
    marker.current?.setLngLat([longitude, latitude]).setOffset([right, down])
  }, [longitude, latitude, right, down])
  useEffect(() => {
    const element = marker.current?.getElement()
    element?.setAttribute('aria-label', label)
    element?.setAttribute('title', label)
    element?.setAttribute('aria-pressed', String(isTaken))
    marker.current?.setDraggable(!isFixed)
  }, [label, isTaken, isFixed])
  return null
}

const svg = 'http://www.w3.org/2000/svg'

/** Draws a pin as the map does (pin-images.ts). */
function signOf(type: string): SVGElement {
  const { colour = '#5f6b76', glyph = '' } = typeNamed(type) ?? {}
  const [sign, ground, line] = ['svg', 'circle', 'path'].map((name) => document.createElementNS(svg, name)) as [
    SVGElement,
    SVGElement,
    SVGElement,
  ]
  const give = (element: SVGElement, given: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
  }
  give(sign, { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  give(ground, { cx: '12', cy: '12', r: '11.25', fill: colour })
  give(line, { d: glyph, transform: 'translate(4.5 4.5) scale(.625)' })
  sign.append(ground, line)
  return sign
}
