import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { samplePlace } from '../../src/place/sample.ts'
import { accepted } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { writtenOf } from '../support/written-members.ts'

const api = sharedSuite()

/** The members of the sample place, which has all (D37), that a client may write. */
const { parent: _, owner, placeTypes, ...everything } = writtenOf(samplePlace()) as JsonObject

test('fields: every writable field is kept as written', async () => {
  const here = api.scene()
  const { id: parent } = await here.add('Parent')
  for (const [type, content] of Object.entries(placeTypes as JsonObject)) {
    const more = {
      placeTypes: { [type]: content },
      parent: { id: parent },
      owner: { ...(owner as object), id: here.owner },
    }
    const place = await here.add({ ...everything, ...more })
    assert.deepEqual(writtenOf(place), { ...everything, ...more }, type)
    assert.deepEqual(await here.get(place.id), place)
  }
})

test('fields: what was read can be written back with allowOverposting and is the same', async () => {
  const here = api.scene()
  const place = await here.add(everything)
  const answer = await api.admin.put(`/place/${place.id}?allowOverposting=true`, JSON.stringify(place))
  const again = accepted(answer)
  assert.deepEqual({ ...again, updated: '' }, { ...place, updated: '' })
})

test('D14: identifiers are UUIDv7 strings made by the service', async () => {
  const here = api.scene()
  const [first, second] = await here.addAll('A', 'B')
  const v7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(first?.id ?? '', v7)
  assert.match(second?.id ?? '', v7)
  assert.notEqual(first?.id, second?.id)
})

test('D15: parent, owner and shortDescription are always present', async () => {
  const here = api.scene()
  const place = await here.add('Plain')
  assert.deepEqual(place.parent, {})
  assert.equal(place.shortDescription, 'Plain')
  assert.deepEqual(Object.keys(place.owner).sort(), ['id', 'name', 'type'])
  const [found] = accepted(await here.search()).Results
  assert.deepEqual(found?.parent, {})
  assert.equal(found?.shortDescription, 'Plain')
  assert.deepEqual(found?.owner, { id: here.owner, type: 'Församling' })
})

test('D15: the always present properties are there, and nothing without a value', async () => {
  const here = api.scene()
  const place = await here.add({ published: null })
  const always = ['created', 'createdBy', 'geolocation', 'id', 'name', 'owner', 'parent', 'placeTypes']
  const rest = ['shortDescription', 'slug', 'updated', 'updatedBy']
  assert.deepEqual(
    Object.keys(place)
      .filter((name) => name !== 'geolocationInfo')
      .sort(),
    [...always, ...rest],
  )
})

test('D15: a stored shortDescription stands, and the name again when it is removed', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'Name', shortDescription: 'Short' })
  assert.equal((await here.get(id)).shortDescription, 'Short')
  await here.patch(id, { shortDescription: null })
  assert.equal((await here.get(id)).shortDescription, 'Name')
})
