import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceMetres } from '../../src/geo/sphere.ts'
import type { Visibility } from '../../src/place/visibility.ts'
import { queryCases } from '../search/cases/all-cases.ts'
import { addressOf, caseBody, caseNow, directoryOf } from '../search/cases/case-world.ts'
import type { QueryCases } from '../search/cases/query-cases.ts'
import { accepted, type Client, type PageAnswer, type Params, pointAt } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite({ now: caseNow })
const permissions = { public: ['read'], media: ['read', 'read-media'], restricted: ['read', 'read-restricted'] }

/** A caller for each sight. */
const callers = new Map<Visibility, Promise<Client>>()
function callerOf(sees: Visibility): Promise<Client> {
  const caller = callers.get(sees) ?? api.keyed(permissions[sees])
  callers.set(sees, caller)
  return caller
}

/** Creates what a case begins with, and gives the ids by name. */
async function prepare(cases: QueryCases, here: Scene): Promise<ReadonlyMap<string, string>> {
  for (const { kind, entry } of directoryOf(cases, here.owner)) {
    await api.admin.put(`/directory/${kind}/${entry.id}`, { name: entry.name })
  }
  const idOf = new Map<string, string>()
  for (const place of cases.places) {
    const { id, name } = accepted(await api.admin.put('/place', caseBody(place, here.owner, idOf)), 201)
    idOf.set(name, id)
    if (typeof place === 'object' && place.deleted) await here.remove(id)
  }
  return idOf
}

for (const cases of queryCases) {
  test(`${cases.title}, over HTTP`, async () => {
    const here = api.scene()
    const idOf = await prepare(cases, here)
    const caller = await callerOf(cases.sees ?? 'restricted')
    const find = async (query: string) => {
      const address = `/place?owner_id=${here.owner}&${addressOf(query, idOf)}`
      return accepted(await caller.get<PageAnswer>(address)).Results.map(({ name }) => name)
    }
    for (const [query, names] of Object.entries(cases.finds)) assert.deepEqual(await find(query), names, query)
  })
}

test('D32, D33: the id is the last key of every order, and one itself, so that pages never overlap', async () => {
  const here = api.scene()
  const places = await here.addAll(...Array.from({ length: 9 }, () => 'Samma'))
  const ids = places.map(({ id }) => id).sort()
  const found = async (params: Params) => accepted(await here.search(params)).Results.map(({ id }) => id)
  const paged: string[] = []
  for (let offset = 0; offset < 9; offset += 2) paged.push(...(await found({ offset, limit: 2 })))
  assert.deepEqual(paged, ids)
  for (const order of ['orderby=name-', 'nearby=17,59', 'orderby=id']) assert.deepEqual(await found(order), ids, order)
  assert.deepEqual(await found('orderby=id-'), ids.toReversed())
})

test('D35: expand=distance adds the distance, only where it is asked for', async () => {
  const here = api.scene()
  await here.addAll({ name: 'here', geolocation: pointAt(17, 59) }, { name: 'there', geolocation: pointAt(-150, 10) })
  const [near, far] = accepted(await here.search('nearby=17,59&expand=distance,owner')).Results
  assert.deepEqual([near?.distance, far?.distance], [0, distanceMetres([17, 59], [-150, 10])])
  assert.equal(near?.owner.name, here.owner)
  const [plain] = accepted(await here.search('nearby=17,59')).Results
  assert.equal('distance' in (plain ?? {}), false)
})
