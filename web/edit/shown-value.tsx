import { Code, Text } from '@mantine/core'
import { isObject, type Json, valueAt } from '../body/pointer.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'

const words = {
  en: { nothing: 'nothing', yes: 'yes', no: 'no' },
  sv: { nothing: 'inget', yes: 'ja', no: 'nej' },
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Any value of a place, as briefly as it can be read. */
export function ShownValue({ value }: { readonly value: Json }) {
  const { nothing, yes, no } = useWords(words)
  const format = useFormat()
  if (value === undefined || value === null || value === '') {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {nothing}
      </Text>
    )
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

/** Latitude and longitude of a point (GeoJSON), as people write them; undefined for any other value. */
function positionText(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  const [longitude, latitude] = [valueAt(value, '/geometry/coordinates/0'), valueAt(value, '/geometry/coordinates/1')]
  return typeof longitude === 'number' && typeof latitude === 'number' ? `${latitude}, ${longitude}` : undefined
}
