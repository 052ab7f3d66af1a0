import type { Place } from '../../client/client.ts'
import { useBodySchema } from '../api/document-query.ts'
import { fieldWords } from '../place/field-words.ts'
import { typeOf } from '../place/place-types.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { Fact } from './fact.tsx'
import { pageWords } from './page-words.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** What is particular to the type of the place, under the names that the page or the schema of the type gives. */
export function TypeFacts({ place }: { readonly place: Place }) {
  const labels: Readonly<Record<string, string>> = useWords(fieldWords)
  const { key } = typeOf(place)
  const own = Object.entries(place.placeTypes[key] ?? {})
  const known = (name: string) => labels[`placeTypes.${key}.${name}`]
  const schema = useBodySchema({ enabled: own.some(([name]) => known(name) === undefined) })
  const titles = schema?.properties?.placeTypes?.properties?.[key]?.properties
  const valueText = useValueText()
  return own.map(([name, value]) => (
    <Fact key={name} name={known(name) ?? titles?.[name]?.title ?? name}>
      {valueText(value)}
    </Fact>
  ))
}

/** Any value in words; what is deeper as JSON. */
function useValueText(): (value: unknown) => string {
  const words = useWords(pageWords)
  const format = useFormat()
  const text = (value: unknown): string => {
    if (typeof value === 'boolean') return words[value ? 'yes' : 'no']
    if (typeof value === 'number') return format.number(value)
    if (typeof value === 'string') return isDay(value) ? format.day(value) : value
    const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
    return isList ? value.map(text).join(', ') : JSON.stringify(value)
  }
  return text
}
