import { Accordion, Group, Switch, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { isObject, type Json } from '../body/json.ts'
import { Soft } from '../kit/dimmed.tsx'
import { lazyMap } from '../map/lazy-map.tsx'
import { phoneCountry, phoneNumber, readPhone } from '../place/phone-number.ts'
import type { LonLat } from '../place/place-traits.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { LongTextField, TextField, useInput, useTyped } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { parseCoordinates } from './parse-coordinates.ts'
import { useFaultsBelow, useField } from './use-field.ts'

const olderFields = ['visitingAddress', 'address', 'postalCode', 'city'] as const

/** Edits the address and contact details of a place in a country, if known. */
export function VisitSection({ country }: { readonly country: string | undefined }) {
  const words = useWords(editWords)
  return (
    <FormSection name="visit">
      <TextField at="/visitingInfo/address" />
      <div className={styles.postal}>
        <TextField at="/visitingInfo/postalCode" />
        <TextField at="/visitingInfo/city" />
      </div>
      <LongTextField at="/visitingInfo/description" />
      <PhoneField country={country} />
      <Group grow align="start" preventGrowOverflow={false} wrap="wrap">
        <TextField at="/contactInfo/email" type="email" />
        <TextField at="/contactInfo/url" type="url" />
      </Group>
      <FetchField />
      <Accordion variant="contained">
        <Accordion.Item value="older">
          <Accordion.Control>{words.olderFields}</Accordion.Control>
          <Accordion.Panel>
            <Soft mb="sm">{words.olderHint}</Soft>
            <div className={styles.pairs}>
              {olderFields.map((name) => (
                <TextField key={name} at={`/contactInfo/${name}`} />
              ))}
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </FormSection>
  )
}

function FetchField() {
  const { fetchHint } = useWords(editWords)
  const { value, set, input } = useInput<boolean>({ at: '/contactInfo/fetchAutomatically', hint: fetchHint })
  return (
    <Switch
      data-field={input['data-field']}
      label={input.label}
      description={input.description}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked ? true : value === undefined ? undefined : false)}
      error={input.error}
    />
  )
}

const phoneAt = '/contactInfo/phone'

/** Edits a telephone number, written freely, for a place in a country; an invalid one is reported on blur. */
function PhoneField({ country }: { readonly country: string | undefined }) {
  const words = useWords(editWords)
  const format = useFormat()
  const faultText = useFaultText()
  const home = phoneCountry(country)
  const hint = words.phoneHint(home && format.country(home))
  const { value, set, input } = useInput<Json>({ at: phoneAt, hint })
  const [fault] = useFaultsBelow(phoneAt).values()
  const [isTyping, setTyping] = useState(false)
  const read = (text: string) => {
    const phone = text.trim() === '' ? undefined : readPhone(text, country)
    const isPhone = phone === undefined || !('code' in phone)
    if (isPhone) set(phone)
    return isPhone
  }
  const written = isObject(value) ? phoneNumber(value, country) : ''
  const wrong = (text: string) => {
    const phone = readPhone(text, country)
    return 'code' in phone ? faultText(phone) : ''
  }
  const typed = useTyped(phoneAt, { written, read, wrong, fault })
  return (
    <TextInput
      {...input}
      inputMode="tel"
      value={typed.value}
      error={isTyping ? fault : typed.error}
      onFocus={() => setTyping(true)}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={() => {
        setTyping(false)
        typed.onBlur()
      }}
    />
  )
}

const PinMap = lazyMap(() => import('../map/pin-map.tsx'))

const coordinatesAt = '/geolocation/geometry/coordinates'

const middleOfSweden: LonLat = [15, 62]

/** Edits the position: a pin to move, or coordinates to type or paste. */
export function PositionSection() {
  const whole = useField('/geolocation')
  const { value, set } = useField<readonly number[]>(coordinatesAt)
  const [longitude, latitude] = value ?? []
  const position = longitude === undefined || latitude === undefined ? undefined : ([longitude, latitude] as const)
  const put = ([longitude, latitude]: LonLat) =>
    position
      ? set([longitude, latitude])
      : whole.set({ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } })
  return (
    <FormSection name="position">
      <CoordinatesField position={position} onChange={put} faultOfWhole={whole.fault} />
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
    </FormSection>
  )
}

interface CoordinatesFieldProps {
  readonly position: LonLat | undefined
  readonly onChange: (position: LonLat) => void
  readonly faultOfWhole: string | undefined
}

function CoordinatesField({ position, onChange, faultOfWhole }: CoordinatesFieldProps) {
  const { coordinates: label, coordinatesHint: hint, coordinatesWrong: wrong } = useWords(editWords)
  const { input } = useInput<Json>({ at: coordinatesAt, label, hint, required: true })
  const fault = input.error ?? faultOfWhole
  const written = position ? `${position[1]}, ${position[0]}` : ''
  const read = (text: string) => {
    const parsed = parseCoordinates(text)
    if (parsed) onChange(parsed)
    return parsed !== undefined
  }
  const { type, ...typed } = useTyped(coordinatesAt, { written, read, wrong, fault })
  return <TextInput {...input} {...typed} inputMode="text" onChange={(event) => type(event.currentTarget.value)} />
}
