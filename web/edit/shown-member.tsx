import { Anchor, Code, Text } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { isObject, type Json, type JsonObject, type Pointer, typeKeyIn, valueAt } from '../body/json.ts'
import { type DirectoryKind, useDirectoryEntries } from '../directory/directory-queries.ts'
import type { OpenHours } from '../hours/calendar.ts'
import { HoursSummary } from '../hours/entry-line.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { phoneNumber } from '../place/phone-number.ts'
import { usePlaceById } from '../place/place-queries.ts'
import type { PlaceTypeKey } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useFormat, useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'

interface ShownMemberProps {
  /** The pointer of the value in the place. */
  readonly at: Pointer
  readonly value: Json
}

/** Shows a part of a place in readable form: references by name, lists as text. */
export function ShownMember({ at, value }: ShownMemberProps) {
  const format = useFormat()
  if (value === undefined || value === null) return <ShownValue value={value} />
  const list = Array.isArray(value) ? (value as readonly Json[]) : undefined
  const objects = list?.filter(isObject) ?? []
  if (at === '/openHours' && list) return <HoursSummary entries={objects as unknown as OpenHours[]} />
  if (at === '/categories' || at === '/tags')
    return <Names kind={at === '/tags' ? 'tags' : 'categories'} of={objects} />
  if (at === '/owner' && isObject(value)) return <Names kind="owners" of={[value]} />
  if (at === '/owner/id') return <Names kind="owners" of={[{ id: value }]} />
  if (at === '/parent' && isObject(value)) return <ShownMember at="/parent/id" value={value.id} />
  if (at === '/parent/id') return <PlaceName id={String(value)} />
  if (at === '/placeTypes' && isObject(value)) return <TypeName types={value} />
  if (at === '/contactInfo/phone' && isObject(value)) return <ShownValue value={phoneNumber(value)} />
  if (at === '/geolocationInfo/country') return <ShownValue value={format.country(String(value))} />
  if (at === '/geolocation/geometry/coordinates' && list) return <ShownValue value={list.toReversed().join(', ')} />
  if (at.startsWith('/media/') && list) return <ShownValue value={objects.map(mediumText).join('\n')} />
  return <ShownValue value={value} />
}

interface NamesProps {
  readonly kind: DirectoryKind
  readonly of: readonly { readonly id?: Json; readonly name?: Json }[]
}

/** Names included in the place need no request. */
function Names({ kind, of }: NamesProps) {
  const unnamed = of.flatMap(({ id, name }) => (name === undefined ? [String(id)] : []))
  const known = new Map(useDirectoryEntries(kind, unnamed).map(({ id, name }) => [id, name]))
  const names = of.map(({ id, name }) => String(name ?? (known.get(String(id)) || id)))
  return <ShownValue value={names.join(', ')} />
}

function PlaceName({ id }: { readonly id: string }) {
  const { data } = usePlaceById(id)
  return (
    <Anchor component={Link} href={addresses.place(id)} size="sm">
      {data?.place.name ?? id}
    </Anchor>
  )
}

function TypeName({ types }: { readonly types: JsonObject }) {
  const { types: names } = useWords(placeWords)
  const key = typeKeyIn(types) ?? ''
  const own = types[key]
  const hasOwn = isObject(own) && Object.keys(own).length > 0
  return (
    <>
      <Text size="sm">{names[key as PlaceTypeKey] ?? key}</Text>
      {hasOwn && <ShownValue value={own} />}
    </>
  )
}

/** Describes a picture, film, sound or link on one line. */
function mediumText({ title, url, provider, providerRef }: Readonly<Record<string, Json>>): string {
  const whence = url ?? [provider, providerRef].filter(Boolean).join(' ')
  return [title, whence].filter(Boolean).join(' · ')
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Shows any value of a place as briefly as possible. */
function ShownValue({ value }: { readonly value: Json }) {
  const { nothing, yes, no } = useWords(editWords).values
  const format = useFormat()
  if (value === undefined || value === null || value === '') {
    return <Soft fs="italic">{nothing}</Soft>
  }
  if (typeof value === 'boolean') return <Text size="sm">{value ? yes : no}</Text>
  if (typeof value === 'string' && instant.test(value)) return <ShownValue value={format.moment(value)} />
  const position = positionText(value)
  if (position !== undefined) return <ShownValue value={position} />
  if (typeof value !== 'object') {
    return (
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {String(value)}
      </Text>
    )
  }
  return (
    <Code block mah={240} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 1)}
    </Code>
  )
}

/** Formats latitude and longitude of a point (GeoJSON); undefined for any other value. */
function positionText(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  const [longitude, latitude] = [valueAt(value, '/geometry/coordinates/0'), valueAt(value, '/geometry/coordinates/1')]
  return typeof longitude === 'number' && typeof latitude === 'number' ? `${latitude}, ${longitude}` : undefined
}
