import { Code, Text } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import type { Json } from './pointer.ts'

const words = {
  en: { nothing: 'nothing', yes: 'yes', no: 'no' },
  sv: { nothing: 'inget', yes: 'ja', no: 'nej' },
}

/** Any value of a place, as briefly as it can be read. */
export function ShownValue({ value }: { readonly value: Json }) {
  const { nothing, yes, no } = useWords(words)
  if (value === undefined || value === null || value === '') {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {nothing}
      </Text>
    )
  }
  if (typeof value === 'boolean') return <Text size="sm">{value ? yes : no}</Text>
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
