import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { isJsonObject, type JsonValue } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { placeTypes } from '../../src/place/place-types.ts'
import { samplePlace, samplePlaces } from '../../src/place/sample.ts'
import { placeSchema } from '../../src/place/schema.ts'

const schema = placeSchema(createModel().placeTypeSchemas)

/** The properties of a schema that a value leaves out, at any depth. */
function unfilled(inner: JsonValue | undefined, value: unknown, path: string): string[] {
  if (value === undefined || value === '') return [path]
  if (!isJsonObject(inner)) return []
  if (inner.type === 'array' && isJsonObject(inner.items)) {
    const elements = value as unknown[]
    return elements.length === 0 && !path.startsWith('.openHours')
      ? [path]
      : elements.flatMap((element) => unfilled(inner.items, element, path))
  }
  return Object.entries(isJsonObject(inner.properties) ? inner.properties : {}).flatMap(([member, deeper]) =>
    unfilled(deeper, (value as Record<string, unknown>)[member], `${path}.${member}`),
  )
}

test('D37: the sample place has every field of the schema filled, restricted ones and all place types included', () => {
  assert.deepEqual(unfilled(schema as unknown as JsonValue, samplePlace(), ''), [])
  assert.deepEqual(
    Object.keys(samplePlace().placeTypes),
    placeTypes.map(({ key }) => key),
  )
  assert.ok(Check(schema, samplePlace()))
})

test('D37: sample places are as many as asked for, told apart, and the same every time', () => {
  const places = samplePlaces(500)
  assert.equal(new Set(places.map((place) => place.id)).size, 500)
  assert.equal(new Set(places.map((place) => place.slug)).size, 500)
  assert.deepEqual(samplePlaces(500), places)
  assert.deepEqual(samplePlaces(0), [])
  assert.equal(samplePlace('any').id, 'any')
})
