import type { Fault } from '../../client/client.ts'
import type { Schema } from '../api/document-query.ts'
import { isObject, type Json, type JsonObject, type Pointer, valueAt, within } from '../body/pointer.ts'
import type { editWords } from './edit-words.ts'

type CheckWords = (typeof editWords)['en']

const required: readonly Pointer[] = ['/name', '/owner/id', '/owner/type', '/geolocation']

/**
 * The faults of a body that can be told before the service is asked, in the language of the page. The service judges all
 * of it, by rules that this does not repeat.
 */
export function checkBody(body: JsonObject, schema: Schema | undefined, words: CheckWords): Fault[] {
  const isMissing = (pointer: Pointer) => (valueAt(body, pointer) ?? '') === ''
  // Who chooses an owner says of what type it is: one thing to put right.
  const missing = required.filter((at) => isMissing(at) && !(at === '/owner/type' && isMissing('/owner/id')))
  const types = isObject(body.placeTypes) ? Object.values(body.placeTypes) : []
  if (!types.some((type) => isObject(type))) missing.push('/placeTypes')
  return [
    ...missing.map((pointer) => ({ pointer, detail: words.required })),
    ...(schema ? lengthFaults(body, schema, '', words) : []),
  ]
}

function lengthFaults(value: Json, schema: Schema, at: Pointer, words: CheckWords): Fault[] {
  if (typeof value === 'string') {
    const { maxLength = Number.POSITIVE_INFINITY } = schema
    const length = [...value].length
    return length > maxLength ? [{ pointer: at, detail: words.tooLong(maxLength, length) }] : []
  }
  if (Array.isArray(value)) {
    const { items } = schema
    return items
      ? (value as readonly Json[]).flatMap((item, index) => lengthFaults(item, items, within(at, index), words))
      : []
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([member, inner]) => {
    const own = schema.properties?.[member]
    return own ? lengthFaults(inner, own, within(at, member), words) : []
  })
}
