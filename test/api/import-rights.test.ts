import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { Permission } from '../../src/access/access.ts'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const ndjson = { 'content-type': 'application/x-ndjson' }
type Client = typeof api.admin

async function send(client: Client, records: readonly JsonObject[], query = ''): Promise<ImportResult[]> {
  const body = records.map((record) => JSON.stringify(record)).join('\n')
  const answer = await client.post(`/import${query}`, body, ndjson)
  assert.equal(answer.status, 200, answer.text)
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const outcome = ({ status, errors }: ImportResult) => [status, ...(errors ?? []).map(({ code }) => code)]
const keyed = (permissions: readonly Permission[], ...owners: readonly string[]) =>
  api.keyed(permissions, owners.length > 0 ? { owners } : {})

test('D8: an import needs create or update, and entries of the directory and exports need admin', async () => {
  const here = api.scene()
  for (const permissions of [['read'], ['delete', 'read-restricted']] as const) {
    refused(
      await (await keyed(permissions)).post('/import', '', ndjson),
      403,
      /lacks the permission 'create', or 'update'/,
    )
  }
  const source = here.owner
  const record = { ...here.body(), key: 'a', source }
  const [creator, updater] = [await keyed(['create']), await keyed(['update'])]
  const entry = { kind: 'owner', id: here.owner, name: 'Mine', type: 'Församling' }
  assert.deepEqual((await send(updater, [record, entry])).map(outcome), [
    ['refused', 'row-needs'],
    ['refused', 'entry-needs-admin'],
  ])
  assert.deepEqual((await send(creator, [record, entry])).map(outcome), [['created'], ['refused', 'entry-needs-admin']])
  const changed = { ...record, name: 'Changed' }
  assert.deepEqual((await send(creator, [changed])).map(outcome), [['refused', 'key-of-another']])
  assert.deepEqual((await send(updater, [changed])).map(outcome), [['changed']])
  refused(await updater.get('/export'), 403, /'admin'/)
})

test('D8: an import writes within the owners of its caller, before and after', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const writer = await keyed(['read', 'create', 'update'], mine.owner)
  const source = mine.owner
  const results = await send(
    writer,
    [
      { ...mine.body(), key: 'a' },
      { ...foreign.body(), key: 'b' },
      { ...foreign.body(), key: 'a' },
      { ...foreign.body() },
    ],
    `?source=${source}`,
  )
  assert.deepEqual(results.map(outcome), [
    ['created'],
    ['refused', 'owner-of-place'],
    ['refused', 'owner-of-place'],
    ['refused', 'owner-of-place'],
  ])
  assert.equal((await mine.get(results[0]?.id ?? '')).owner.id, mine.owner)
  assert.deepEqual(await foreign.names('include=non-published'), [])
})

test('D49: only an admin imports into a source that holds places of other owners', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const [source, later] = [`a ${mine.owner}`, `b ${mine.owner}`]
  const writer = await keyed(['read', 'create', 'update'], mine.owner, 'another')
  await send(api.admin, [{ ...foreign.body(), key: 'f', source }])
  const record = { ...mine.body(), key: 'm', source }
  assert.deepEqual((await send(writer, [record])).map(outcome), [['refused', 'source-of-others']])
  assert.deepEqual((await send(writer, [{ ...mine.body(), source, parentKey: 'f' }])).map(outcome), [
    ['refused', 'source-of-others'],
  ])
  assert.deepEqual((await send(writer, [{ ...record, source: later }])).map(outcome), [['created']])
  assert.deepEqual((await send(api.admin, [{ ...foreign.body(), key: 'f', source: later }])).map(outcome), [
    ['created'],
  ])
  assert.deepEqual((await send(writer, [{ ...record, source: later }])).map(outcome), [['refused', 'source-of-others']])
})

test('D8: a key that probes learns nothing of places of others: published, draft, deleted or none', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const source = mine.owner
  const published = await foreign.add({ name: 'Open', published: '2020-01-01' })
  const draft = await foreign.add({ name: 'Draft', published: null })
  const gone = await foreign.add('Gone')
  await foreign.remove(gone.id)
  const ids = [published.id, draft.id, gone.id, randomUUIDv7()]
  for (const permissions of [['create', 'update'], ['read', 'create', 'update'], ['create'], ['update']] as const) {
    const prober = await keyed(permissions, mine.owner)
    for (const query of ['', '&dryRun=true', '&mode=merge'])
      for (const member of ['key', 'parentKey']) {
        const records = ids.map((id) => ({ ...mine.body(), source, [member]: id }))
        const results = await send(prober, records, `?source=${source}${query}`)
        const told = results.map(({ line, key, ...rest }, at) => JSON.stringify(rest).replaceAll(ids[at]!, '<id>'))
        assert.equal(new Set(told).size, 1, told.join('\n'))
        assert.deepEqual(results.map(outcome)[0], ['refused', 'key-of-another'])
      }
  }
  // Other UUIDs are no ids of places, so they are keys like any other.
  const writer = await keyed(['create', 'update'], mine.owner)
  assert.deepEqual((await send(writer, [{ ...mine.body(), source, key: randomUUID() }])).map(outcome), [['created']])
})

test('D8, D50: a caller that sees only public places learns by no key that another is there', async () => {
  const here = api.scene()
  const source = here.owner
  const narrowed = await keyed(['read-published', 'create', 'update'])
  const open = await here.add({ name: 'Open', published: '2020-01-01' })
  const draft = await here.add({ name: 'Draft', published: null })
  const part = await here.add({ name: 'Part', published: '2020-01-01', parent: { id: draft.id } })
  const gone = await here.add({ name: 'Gone', published: '2020-01-01' })
  await here.remove(gone.id)
  const hidden = [draft.id, part.id, gone.id, randomUUIDv7()]
  const records = [open.id, ...hidden].map((id) => ({
    ...here.body({ name: 'X', published: '2020-01-01' }),
    source,
    key: id,
  }))
  const results = await send(narrowed, records)
  assert.deepEqual(results.map(outcome), [['changed'], ...hidden.map(() => ['refused', 'key-of-another'])])
  const parents = hidden.map((id) => ({ ...here.body(), source, parentKey: id }))
  assert.deepEqual(
    (await send(narrowed, parents)).map(outcome),
    hidden.map(() => ['refused', 'key-of-another']),
  )
})

test('D8: without read a dry run does not compare; D39: media that are not seen stay', async () => {
  const here = api.scene()
  const source = here.owner
  const record = { ...here.body({ name: 'A' }), key: 'a', source }
  const media = { images: [{ url: 'https://example.org/a.jpg', title: 'A' }] }
  await send(api.admin, [{ ...record, media }])
  const writer = await keyed(['create', 'update'], here.owner)
  for (const guess of [record, { ...record, name: 'B' }]) {
    assert.deepEqual((await send(writer, [guess], '?dryRun=true')).map(outcome), [['changed']])
  }
  const [changed] = await send(writer, [{ ...record, name: 'B' }])
  assert.equal(changed?.status, 'changed')
  assert.deepEqual((await here.get(changed.id ?? '')).media?.images?.length, 1)
})

test('D49: source, mode and empty are parameters', async () => {
  const here = api.scene()
  const source = here.owner
  const record = { ...here.body({ name: 'A', longDescription: 'Text' }), key: 'a' }
  const [made] = await send(api.admin, [record], `?source=${source.toUpperCase()}`)
  const { longDescription: _, ...less }: JsonObject = record
  const merged = await send(api.admin, [{ ...less, longDescription: null }], `?source=${source}&mode=merge`)
  assert.deepEqual(merged.map(outcome), [['unchanged']])
  const emptied = await send(
    api.admin,
    [{ ...less, longDescription: null }],
    `?source=${source}&mode=merge&empty=remove`,
  )
  assert.deepEqual(emptied.map(outcome), [['changed']])
  assert.equal((await here.get(made?.id ?? '')).longDescription, undefined)
  refused(await api.admin.post('/import?mode=mix', '', ndjson), 400, /merge/)
  refused(await api.admin.post(`/import?source=${'x'.repeat(61)}`, '', ndjson), 400, /60 characters/)
})

test('D8: who may not read learns by the names in a table only of owners that the key is for', async () => {
  const here = api.scene()
  const tag = randomUUID()
  const [name, secret] = [`Own ${here.owner}`, `Secret ${here.owner}`]
  for (const [list, id, body] of [
    ['owners', here.owner, { name, type: 'Församling' }],
    ['owners', `other-${here.owner}`, { name: secret, type: 'Församling' }],
    ['tags', tag, { name: secret }],
  ] as const)
    assert.ok((await api.admin.put(`/directory/${list}/${id}`, body)).status < 300)
  const table = `Namn;Lat;Long;Församling;Taggar\nA;59,8;17,6;${name};\nB;59,8;17,6;${secret};${secret}\n`
  const planOf = async (client: Client) => {
    const made = await client.post('/import/plan?updatedby=x', table, { 'content-type': 'text/csv' })
    const columns = (made.body as { understanding: { columns: JsonObject[] } }).understanding.columns
    const fields = ['name', 'latitude', 'longitude', 'ownerName', 'tags']
    const edited = columns.map((column, at) => ({ ...column, field: fields[at]!, certainty: 'sure' }))
    const { id } = made.body as { id: string }
    const { body } = await client.post('/import/plan?updatedby=x', { id, understanding: { columns: edited } })
    return (body as { rows: { place: JsonObject }[] }).rows.map(({ place: { owner, tags } }) => ({ owner, tags }))
  }
  const [own, other] = await planOf(await keyed(['create'], here.owner))
  assert.equal((own!.owner as JsonObject).id, here.owner)
  assert.deepEqual(other, { owner: undefined, tags: undefined })
  const [, seen] = await planOf(await keyed(['create', 'read']))
  assert.equal((seen!.owner as JsonObject).id, `other-${here.owner}`)
})
