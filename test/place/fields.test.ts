import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createModel } from '../../src/place/model.ts'

const { fields } = createModel()

test('D31: every public scalar at any depth is a field, the geolocation is none', () => {
  assert.equal(fields.get('placedetails_accessibility_hasramp')?.kind, 'boolean')
  assert.equal(fields.get('contactinfo_phone_number')?.kind, 'number')
  assert.equal(fields.get('openhours_validfrom')?.kind, 'string')
  assert.equal(fields.get('longdescription')?.kind, 'text')
  assert.deepEqual(
    [...fields.keys()].filter((name) => name.startsWith('geolocation_')),
    [],
  )
})

test('D31, D51: the fields that not everybody sees are marked, also inside lists', () => {
  const visibility = (name: string) => fields.get(name)?.visibility
  assert.deepEqual(['createdby', 'media_images_title', 'media_links_title'].map(visibility), [
    'restricted',
    'media',
    'public',
  ])
})

test('D11: scalars that the schema of a place type describes are fields', () => {
  const schema = { type: 'object', properties: { pews: { type: 'integer' } } }
  const model = createModel({ placeTypeSchemas: { churchAndChapel: schema } })
  assert.equal(model.fields.get('placetypes_churchandchapel_pews')?.kind, 'number')
  assert.equal(model.fields.get('placetypes_pollingstation_canprintdubblettrostkort')?.kind, 'boolean')
})

test('D32: full text looks into texts and numbers, not into instants, dates and UUIDs', () => {
  assert.equal(fields.get('contactinfo_phone_number')?.fullText, true)
  for (const name of ['id', 'parent_id', 'categories_id', 'created', 'openhours_validfrom']) {
    assert.equal(fields.get(name)?.fullText, false, name)
  }
})
