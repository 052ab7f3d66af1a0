import { Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { isObject, type Json, type JsonObject, valueAt } from '../body/json.ts'
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

/** Returns the latitude and the longitude of a position (a GeoJSON feature) as a text; '' without them. */
export function coordinatesText(position: Json): string {
  const at = coordinatesOf(position)
  return at ? `${at[1]}, ${at[0]}` : ''
}

/** Returns a position at other coordinates. */
export function withCoordinates(position: Json, coordinates: LonLat): JsonObject {
  const whole = isObject(position) ? position : {}
  return { ...whole, type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] } }
}

function coordinatesOf(position: Json): LonLat | undefined {
  const [longitude, latitude] = [0, 1].map((axis) => valueAt(position, `/geometry/coordinates/${axis}`))
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined
}

/** A position as a GeoJSON feature: a pin to move, or coordinates to type or paste. */
export function PositionInput(props: InputProps) {
  const { value, onChange } = props
  const position = coordinatesOf(value)
  const put = (coordinates: LonLat) => onChange(withCoordinates(value, coordinates))
  return (
    <Stack gap="md">
      <FindPosition onFound={put} />
      <CoordinatesInput {...props} />
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

/** The coordinates of a position in one line. */
export function CoordinatesInput(props: InputProps) {
  const words = useWords(inputWords)
  const { value, onChange, faults } = props
  const read = (text: string) => {
    const parsed = parseCoordinates(text)
    if (parsed) onChange(withCoordinates(value, parsed))
    return parsed !== undefined
  }
  const [fault] = faults?.values() ?? []
  const written = coordinatesText(value)
  const { type, ...typed } = useTyped(props, { written, read, wrong: words.coordinatesWrong, fault })
  return (
    <TextInput
      {...inputOf({ ...props, label: words.coordinates, hint: props.hint ?? words.coordinatesHint })}
      {...typed}
      inputMode="text"
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
