import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, type PlaceAnswer } from '../support/client.ts'
import { addPlacesOfOwner } from '../support/many-places.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('D44: a new name of more places is answered at once, and no place shows two names', async (context) => {
  const count = 10_001
  const service = await startService()
  context.after(() => service.close())
  const writer = client(service.url, service.adminKey)
  await addPlacesOfOwner('many', count, service)
  const outdated = async () => {
    const { text } = await writer.get('/metrics')
    return Number(/^gazetteer_index_outdated_places (\d+)$/m.exec(text)?.[1])
  }
  assert.equal(await outdated(), 0)
  accepted(await writer.put('/directory/owners/many', JSON.stringify({ name: 'Renamed' })), 201)
  const page = '/place?limit=100&expand=owner&owner_name='
  const tags = new Map<string, number>()
  await until('all places have the new name', async () => {
    const [old, renamed] = [await writer.get(`${page}many`), await writer.get(`${page}Renamed`)]
    for (const [name, { body }] of Object.entries({ many: old, Renamed: renamed }))
      for (const place of body.Results as readonly object[] as readonly PlaceAnswer[])
        assert.equal(place.owner.name, name)
    const tag = renamed.headers.get('etag')!
    const TotalHits = Number(renamed.body.TotalHits)
    assert.equal(tags.getOrInsert(tag, TotalHits), TotalHits, 'a tag stands for one answer')
    return TotalHits === count
  })
  await until('the progress is done', async () => (await outdated()) === 0)
})
