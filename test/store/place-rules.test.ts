import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { assertWhole } from './assert-whole.ts'
import { create, importing, patch, placeOf, refusal, remove, restore, temporaryFolder } from './commands.ts'

const body = {
  name: 'Växjö domkyrka',
  updatedBy: 'Ada',
  owner: { id: 'o1', name: 'Växjö', type: 'Församling' },
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [14.81, 56.88] } },
}

test('the store on SQLite writes by the rules of places: created, refused, imported, removed, restored', async (context) => {
  const store = await openSqliteStore({
    folder: temporaryFolder(context),
    model: { placeTypeSchemas: {}, locale: 'sv' },
    locator: { layers: [] },
  })
  try {
    const [created, refused, parent, child, same] = await store.write([
      create(body),
      create({ ...body, name: null, colour: 'red' }),
      importing({ ...body, name: 'Hus' }, { importKey: 'p' }),
      importing({ ...body, name: 'Rum' }, { importKey: 'c', parentKey: 'p' }),
      importing({ ...body, name: 'Hus' }, { importKey: 'p' }),
    ])
    assert.equal(placeOf(created).place.slug, 'vaxjo-vaxjo-domkyrka')
    assert.equal(placeOf(created).place.geolocationInfo?.country, 'SE')
    assert.equal(refusal(refused), 'invalid-body')
    assert.equal(placeOf(child).place.parent?.id, placeOf(parent).place.id)
    assert.deepEqual(same?.done && same.entries, [])
    const { id } = placeOf(parent).place
    const outcomes = await store.write([remove(id), patch(id, { updatedBy: 'Bo' }), restore(id)])
    assert.deepEqual(outcomes.map(refusal), [undefined, 'conflict', undefined])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.done && outcome.entries.length),
      [2, false, 2],
    )
    assert.equal(placeOf(outcomes[2]).place.slug, 'vaxjo-hus')
    await assertWhole(store)
  } finally {
    await store.close()
  }
})
