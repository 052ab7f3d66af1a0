import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/schema'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { accepted } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const category = '5f0c1a52-7f0e-4a57-9d0c-000000000001'
const hours = (...openHours: JsonObject[]) => ({ openHours })
const at = (...coordinates: JsonValue[]) => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates } },
})
const audio = (medium: JsonObject) => ({ media: { audio: [medium] } })

async function documented(name: 'PlaceBody' | 'PlacePatch'): Promise<(body: JsonObject) => boolean> {
  const { components } = accepted(
    await api.nobody.get<{ components: { schemas: Record<string, object> } }>('/openapi.json'),
  )
  const schema = Compile(components.schemas[name]!)
  return (body) => schema.Check(body)
}

const allowed: readonly JsonObject[] = [
  {},
  hours({ validFrom: '', validTo: '', days: { mo: [] } }),
  hours({ validFrom: null, validTo: null, days: { mo: [{ from: '10:00', to: '24:00' }] } }),
  hours({ validFrom: '2026-01-01', validTo: '2026-01-02' }, { validFrom: '2026-01-03', validTo: '' }),
  { published: '20260101', depublished: '' },
  { parent: { id: '' }, contactInfo: { email: '', phone: null }, tags: null },
  { placeTypes: { cemetery: { free: { a: '', b: [1] } }, external: null } },
  at(-180, 90),
  audio({ title: 't', url: 'u' }),
  audio({ title: 't', provider: 'p', providerRef: 'r' }),
  audio({ title: 't', url: null, provider: 'p', providerRef: 'r' }),
  { media: { links: [{ title: 't' }] }, categories: [{ id: category }] },
]

const refused: readonly JsonObject[] = [
  hours({ validFrom: '2026-02-30' }),
  hours({ validFrom: '2026-01-01', validUntil: '2026-01-02' }),
  { foo: 1 },
  { parent: { name: 'x' } },
  { categories: [{ id: category, name: 'x' }] },
  { contactInfo: { phone: { countryCode: 46 } } },
  { placeTypes: { unheard: {} } },
  { placeTypes: { pollingStation: { other: true } } },
  { geolocation: { ...at(1, 2).geolocation, bbox: [1, 2, 3, 4] } },
  at(217, 10),
  at(10, -90.5),
  at(1),
  at(1, 2, 3),
  audio({ title: 't' }),
  audio({ title: 't', provider: 'p' }),
  audio({ title: '', url: 'u' }),
  { name: '' },
  { updatedBy: '' },
  { owner: { id: 'x', type: '' } },
]

/** What the service takes and the schema does not say but in words. */
const forgiven: readonly JsonObject[] = [
  { media: { links: [{ tags: ['', 'a'] }] } },
  { openHours: [{ days: { mo: [{}, { from: '10:00', to: '11:00' }] } }] },
]

test('D17, D19, D20: the documented schema of a body takes what the service takes, and refuses what it refuses', async () => {
  const here = api.scene()
  const fits = await documented('PlaceBody')
  for (const more of [...allowed, ...refused]) {
    const body = here.body(more)
    const { status, text } = await api.admin.put('/place', body)
    assert.equal(status, allowed.includes(more) ? 201 : 400, `${JSON.stringify(more)}: ${text}`)
    assert.equal(fits(body), status === 201, JSON.stringify(more))
  }
})

test('D17, D19, D20, D38: so does that of a patch', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const fits = await documented('PlacePatch')
  for (const more of [...allowed, ...refused]) {
    const body = { updatedBy: 'a', ...more }
    const { status, text } = await api.admin.patch(`/place/${id}`, body)
    assert.equal(status, allowed.includes(more) ? 204 : 400, `${JSON.stringify(more)}: ${text}`)
    assert.equal(fits(body), status === 204, JSON.stringify(more))
  }
})

test('D19: the documented schema says in words what it cannot say of empty elements', async () => {
  const here = api.scene()
  const fits = await documented('PlaceBody')
  for (const more of forgiven) {
    await here.add(more)
    assert.equal(fits(here.body(more)), false, JSON.stringify(more))
  }
  const { components } = accepted(
    await api.nobody.get<{ components: { schemas: Record<string, JsonObject> } }>('/openapi.json'),
  )
  for (const name of ['PlaceBody', 'PlacePatch']) {
    assert.match(String(components.schemas[name]?.description), /null, blank or empty .*dropped/, name)
  }
})

test('D17: the documented schema says how other members may be sent all the same', async () => {
  const { components } = accepted(
    await api.nobody.get<{ components: { schemas: Record<string, JsonObject> } }>('/openapi.json'),
  )
  for (const name of ['PlaceBody', 'PlacePatch']) {
    assert.match(String(components.schemas[name]?.description), /allowOverposting=true/, name)
  }
})
