import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { LonLat } from '../place/position.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { useTyped } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { parseCoordinates } from './parse-coordinates.ts'
import { useField } from './use-field.ts'

const PinMap = lazy(() => import('../map/pin-map.tsx'))

const at = '/geolocation/geometry/coordinates'
const middleOfSweden: LonLat = [15, 62]

/** Where the place is: a pin to move, or coordinates to write or paste. */
export function PositionSection() {
  const whole = useField('/geolocation')
  const { value, fault, set } = useField<readonly number[]>(at)
  const [longitude, latitude] = value ?? []
  const position = longitude === undefined || latitude === undefined ? undefined : ([longitude, latitude] as const)
  const put = ([longitude, latitude]: LonLat) =>
    position
      ? set([longitude, latitude])
      : whole.set({ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } })
  return (
    <FormSection name="position">
      <CoordinatesInput position={position} onChange={put} fault={fault ?? whole.fault} />
      <div className={styles.map}>
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
    </FormSection>
  )
}

interface CoordinatesInputProps {
  readonly position: LonLat | undefined
  readonly onChange: (position: LonLat) => void
  readonly fault: string | undefined
}

function CoordinatesInput({ position, onChange, fault }: CoordinatesInputProps) {
  const words = useWords(editWords)
  const written = position ? `${position[1]}, ${position[0]}` : ''
  const read = (text: string) => {
    const parsed = parseCoordinates(text)
    if (parsed) onChange(parsed)
    return parsed !== undefined
  }
  const { type, ...typed } = useTyped(at, { written, read, wrong: words.coordinatesWrong, fault })
  return (
    <TextInput
      {...typed}
      data-field={at}
      label={words.coordinates}
      description={words.coordinatesHint}
      withAsterisk
      inputMode="text"
      onChange={(event) => type(event.currentTarget.value)}
      autoComplete="off"
    />
  )
}
