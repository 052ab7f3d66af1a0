import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import type { Understanding } from '../../src/exchange/understanding/understanding.ts'
import { accepted, client, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { until } from '../support/until.ts'

const api = sharedSuite()
const csv = { 'content-type': 'text/csv' }
const json = { 'content-type': 'application/json' }
type Client = typeof api.admin

/** A plan as the tests read it. */
interface Plan {
  readonly id: string
  readonly file: { readonly format: string; readonly delimiter?: string; readonly rows: number }
  readonly understanding: Understanding
  readonly effects: Readonly<Record<string, number>>
  readonly execution: { readonly phase: string; readonly done: number; readonly counts: Record<string, number> }
  readonly pins?: readonly (readonly [number, number, number, string])[]
  readonly rows: readonly {
    readonly line: number
    readonly status: string
    readonly place?: Record<string, never>
    readonly changes?: readonly { readonly member: string; readonly from?: unknown; readonly to?: unknown }[]
    readonly notes?: readonly { readonly code: string }[]
    readonly errors?: readonly { readonly code: string; readonly pointer?: string }[]
  }[]
}

type Edits = { -readonly [Member in keyof Understanding]?: unknown }

const read = (text: string) => JSON.parse(text) as Plan

async function planned(client: Client, table: string, query = ''): Promise<Plan> {
  const answer = await client.post(`/import/plan?updatedby=anna${query}`, table, csv)
  assert.equal(answer.status, 200, answer.text)
  return read(answer.text)
}

async function edited(client: Client, { id }: Plan, understanding: Edits): Promise<Plan> {
  const answer = await client.post('/import/plan?updatedby=anna', JSON.stringify({ id, understanding }), json)
  assert.equal(answer.status, 200, answer.text)
  return read(answer.text)
}

async function executed(client: Client, { id }: Pick<Plan, 'id'>): Promise<ImportResult[]> {
  const answer = await client.post(`/import?plan=${id}&updatedby=anna`)
  assert.equal(answer.status, 200, answer.text)
  return linesOf(answer.text)
}

function linesOf(text: string): ImportResult[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ImportResult)
}

const outcome = ({ status, errors }: ImportResult) => [status, ...(errors ?? []).map(({ code }) => code)]

/** A table of places of an owner, with a source of its own. */
function scene() {
  const here = api.scene()
  const source = `källa-${here.owner}`.slice(0, 60).toLowerCase()
  const defaults = { ownerId: here.owner, ownerType: 'Församling' }
  return { ...here, source, edits: { source, defaults } }
}

test('a plan shows what was understood, is edited, executed, and changes nothing the second time', async () => {
  const { owner, edits } = scene()
  const table =
    'Namn;Lat;Long;Öppettider;Telefon\nKyrkan;59,86;17,64;mån-fre 10-16;018-12 34 56\nKapellet;59,87;17,65;;\n'
  const first = await planned(api.admin, table, '&name=kyrkor%202026-11-29.csv')
  assert.deepEqual(
    first.understanding.columns.map(({ field, certainty }) => [field, certainty]),
    ['name', 'latitude', 'longitude', 'opening_hours', 'contactInfo_phone'].map((field) => [field, 'sure']),
  )
  assert.deepEqual([first.file.format, first.file.delimiter, first.file.rows], ['csv', ';', 2])
  assert.equal(first.understanding.source, 'kyrkor')
  assert.deepEqual(
    first.rows.map(({ errors }) => errors?.map(({ code }) => code)),
    [['row-no-owner'], ['row-no-owner']],
  )
  const plan = await edited(api.admin, first, edits)
  assert.deepEqual([plan.effects.created, plan.effects.refused], [2, 0])
  const results = await executed(api.admin, plan)
  assert.deepEqual(results.map(outcome), [['created'], ['created']])
  const place = accepted(await api.admin.get<Record<string, unknown>>(`/place/${results[0]!.id}`))
  assert.deepEqual(place.contactInfo, { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } })
  assert.equal((place.owner as { id: string }).id, owner)
  const { execution } = read((await api.admin.get(`/import/${plan.id}`)).text)
  assert.deepEqual([execution.phase, execution.done, execution.counts.created], ['done', 2, 2])
  assert.deepEqual((await executed(api.admin, plan)).map(outcome), [['unchanged'], ['unchanged']])
})

test('a plan of a file with fewer columns changes only these, and says what replacing would remove', async () => {
  const { edits, source, get } = scene()
  const whole =
    'Id;Namn;Lat;Long;Öppettider;Beskrivning;published\nk1;Kyrkan;59,86;17,64;mån-fre 10-16;Lång text;2020-01-01\n'
  const [created] = await executed(api.admin, await edited(api.admin, await planned(api.admin, whole), edits))
  const few = 'Id;Namn;Lat;Long\nk1;Storkyrkan;59,86;17,64\n'
  const plan = await edited(api.admin, await planned(api.admin, few), { source })
  assert.deepEqual(plan.rows[0]?.changes, [{ member: 'name', from: 'Kyrkan', to: 'Storkyrkan' }])
  assert.deepEqual([plan.effects.changed, plan.effects.losesHours, plan.effects.unpublished], [1, 0, 0])
  const replacing = await edited(api.admin, plan, { ...edits, mode: 'replace' })
  assert.equal(replacing.rows[0]?.errors?.[0]?.code, 'row-no-owner', 'defaults are for new places')
  await executed(api.admin, await edited(api.admin, plan, { mode: 'merge' }))
  const place = (await get(String(created?.id))) as unknown as Record<string, unknown>
  assert.deepEqual([place.name, place.longDescription], ['Storkyrkan', 'Lång text'])
  assert.ok(place.openHours && place.published)
  const owned = `Id;Namn;Lat;Long;owner_id;owner_type\nk1;Storkyrkan;59,86;17,64;${edits.defaults.ownerId};Församling\n`
  const { effects } = await edited(api.admin, await planned(api.admin, owned), { source, mode: 'replace' })
  assert.deepEqual([effects.changed, effects.losesHours, effects.unpublished], [1, 1, 1])
})

test('the source in which most keys of a file are known is proposed', async () => {
  const { edits } = scene()
  const table = `Id;Namn;Lat;Long\n${['a', 'b', 'c'].map((key) => `${edits.source}-${key};Kyrkan ${key};59,86;17,64`).join('\n')}\n`
  await executed(api.admin, await edited(api.admin, await planned(api.admin, table), edits))
  assert.equal((await planned(api.admin, table, '&name=other.csv')).understanding.source, edits.source)
})

test('a plan is known only to the key that made it, and only with rights to import', async () => {
  const { owner } = scene()
  const [mine, other, reader] = [
    await api.keyed(['create', 'update'], { owners: [owner] }),
    await api.keyed(['create', 'update']),
    await api.keyed(['read']),
  ]
  const plan = await planned(mine, 'Namn;Lat;Long\nKyrkan;59,86;17,64\n')
  for (const stranger of [other, api.admin]) {
    refused(await stranger.get(`/import/${plan.id}`), 404, /send the plan with the file/)
    refused(await stranger.post(`/import?plan=${plan.id}`), 404)
    refused(await stranger.delete(`/import/${plan.id}`), 404)
    refused(await stranger.post('/import/plan', JSON.stringify({ id: plan.id, understanding: {} }), json), 404)
  }
  refused(await reader.get(`/import/${plan.id}`), 403)
  refused(await mine.get(`/import/${randomUUID()}`), 404)
  // Without `read`, a plan shows no present place.
  const { edits, source } = scene()
  await executed(
    api.admin,
    await edited(api.admin, await planned(api.admin, 'Id;Namn;Lat;Long\nk;A;59,86;17,64\n'), edits),
  )
  const seen = await edited(other, await planned(other, 'Id;Namn;Lat;Long\nk;B;59,86;17,64\n'), { source })
  assert.deepEqual([seen.rows[0]?.status, seen.rows[0]?.changes, seen.effects.losesHours], ['changed', undefined, 0])
})

test('a place that was changed after the plan was made stays as it is, and is listed', async () => {
  const { edits, source, get } = scene()
  const table = (name: string) => `Id;Namn;Lat;Long\nk1;${name} 1;59,86;17,64\nk2;${name} 2;59,86;17,64\n`
  const created = await executed(api.admin, await edited(api.admin, await planned(api.admin, table('A')), edits))
  const plan = await edited(api.admin, await planned(api.admin, table('B')), { source })
  const [first, second] = created.map(({ id }) => String(id))
  accepted(await api.admin.patch(`/place/${first}`, { name: 'C', updatedBy: 'bo' }), 204)
  assert.deepEqual((await executed(api.admin, plan)).map(outcome), [['refused', 'changed-since'], ['changed']])
  assert.deepEqual([(await get(first!)).name, (await get(second!)).name], ['C', 'B 2'])
  const again = await edited(api.admin, plan, {})
  assert.deepEqual(again.rows[0]?.changes, [{ member: 'name', from: 'C', to: 'B 1' }])
  assert.deepEqual((await executed(api.admin, again)).map(outcome), [['changed'], ['unchanged']])
})

test('a key whose place has another name far away is asked about, and overwrites only when confirmed', async () => {
  const { edits, source, get } = scene()
  const first = 'OBJECTID;Namn;Lat;Long\n90001;Lekplatsen i parken;59,86;17,64\n'
  const asked = await planned(api.admin, first)
  assert.deepEqual([asked.understanding.columns[0]?.field, asked.understanding.columns[0]?.certainty], ['key', 'asked'])
  const keyed = [{ heading: 'OBJECTID', field: 'key', certainty: 'sure' }]
  const [created] = await executed(api.admin, await edited(api.admin, asked, { ...edits, columns: keyed }))
  assert.equal(created?.key, '90001')
  const second = await planned(api.admin, 'OBJECTID;Namn;Lat;Long\n90001;Toaletten vid torget;59,20;17,10\n')
  const plan = await edited(api.admin, second, { source, columns: keyed })
  assert.deepEqual(
    plan.rows[0]?.errors?.map(({ code }) => code),
    ['key-of-another-place'],
  )
  assert.deepEqual((await executed(api.admin, plan)).map(outcome), [['refused', 'key-of-another-place']])
  assert.equal((await get(String(created?.id))).name, 'Lekplatsen i parken')
  // Whoever may not change the place learns nothing of its name and position.
  for (const permissions of [
    ['read', 'create'],
    ['create', 'update'],
  ]) {
    const probing = await api.keyed(permissions, { owners: ['another'] })
    for (const row of ['90001;Toaletten vid torget;59,20;17,10', '90001;Lekplatsen i parken;59,86;17,64']) {
      const probe = await planned(probing, `OBJECTID;Namn;Lat;Long\n${row}\n`)
      const { rows } = await edited(probing, probe, { source, columns: keyed, defaults: edits.defaults })
      assert.deepEqual(
        rows[0]?.errors?.map(({ code }) => code),
        ['source-of-others'],
      )
    }
  }
  await executed(api.admin, await edited(api.admin, plan, { confirmed: [2] }))
  assert.equal((await get(String(created?.id))).name, 'Toaletten vid torget')
})

test('a question takes effect once it is answered: values, the order of dates, and the row of headings', async () => {
  const { edits } = scene()
  const table =
    'Kyrkor i stiftet;;;;\nNamn;Lat;Long;Typ;published\nA;59,86;17,64;Klockstapel;05.01.2026\nB;59,86;17,64;Kyrka;06.02.2026\n'
  const plan = await edited(api.admin, await planned(api.admin, table), edits)
  assert.equal(plan.understanding.headingLine, 2)
  assert.deepEqual(
    plan.rows.map(({ notes }) => notes?.map(({ code }) => code)),
    [['choose-meaning', 'choose-date-order'], ['choose-date-order']],
  )
  const answered = await edited(api.admin, plan, {
    types: [{ text: 'Klockstapel', value: 'churchAndChapel' }],
    dates: { value: 'dmy' },
  })
  assert.deepEqual(
    answered.rows.map(({ notes, place }) => [notes, place?.published, Object.keys(place!.placeTypes!)]),
    [
      [undefined, '2026-01-05T00:00:00.00000Z', ['churchAndChapel']],
      [undefined, '2026-02-06T00:00:00.00000Z', ['churchAndChapel']],
    ],
  )
  const other = await edited(api.admin, plan, { headingLine: 1 })
  assert.deepEqual([other.understanding.headingLine, other.file.rows], [1, 3])
})

test('edits that are none are refused with all their faults, and leave the plan', async () => {
  const plan = await planned(api.admin, 'Namn;Lat;Long\nKyrkan;59,86;17,64\n')
  const send = (understanding: unknown) =>
    api.admin.post('/import/plan', JSON.stringify({ id: plan.id, understanding }), json)
  for (const [understanding, pointer] of [
    [{ columns: [{ heading: 'Namn', field: 'nmae' }] }, '/columns/0/field'],
    [{ columns: [{ heading: 'Namn', field: 'slug' }] }, '/columns/0/field'],
    [{ columns: [{ heading: 'Namn', field: 'latitude' }] }, '/columns/1/field'],
    [{ system: { value: 1 } }, '/system/value'],
    [{ defaults: { type: 'castle' } }, '/defaults/type'],
    [{ mode: 'append' }, '/mode'],
    [{ source: 'x'.repeat(100) }, '/source'],
    [{ columns: 'all' }, '/columns'],
  ] as const) {
    const answer = await send(understanding)
    refused(answer, 400)
    assert.match(answer.text, new RegExp(`"pointer":"${pointer}"`), JSON.stringify(understanding))
  }
  refused(await send({ headingLine: 99 }), 400, /headingLine must be one of the first/)
  refused(await send('x'), 400, /object 'understanding'/)
  refused(await api.admin.post('/import/plan', '{"understanding":{}}', json), 400, /a plan has an 'id'/)
  refused(await api.admin.post('/import/plan', '{', json), 400, /not JSON/)
  refused(await api.admin.post('/import/plan', '', csv), 400, /empty/)
  for (const broken of [Buffer.from('PK\u0003\u0004\u0014'), gzipSync('Namn;Lat;Long\n'.repeat(9)).subarray(0, 30)]) {
    const type = { 'content-type': 'application/octet-stream' }
    refused(
      await api.admin.post('/import/plan?name=a.xlsx', broken, type),
      400,
      /cannot be read: save it again|reading stopped/,
    )
  }
  assert.deepEqual(read((await api.admin.get(`/import/${plan.id}`)).text).understanding, plan.understanding)
})

test('a plan that a replica does not know is sent with its file, and executed so', async () => {
  const { edits } = scene()
  const table = 'Namn;Lat;Long\nKyrkan;59,86;17,64\n'
  const plan = { id: randomUUID(), understanding: edits }
  const form = (parts: readonly string[]) => ({
    body: `${parts.map((part) => `--xyz\r\n${part}\r\n`).join('')}--xyz--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
  })
  const planPart = `content-disposition: form-data; name="plan"\r\n\r\n${JSON.stringify(plan)}`
  const filePart = `content-disposition: form-data; name="file"; filename="kyrkor.csv"\r\n\r\n${table}`
  const post = (path: string, parts: readonly string[]) => {
    const { body, headers } = form(parts)
    return api.admin.post(path, body, headers)
  }
  const shown = await post('/import/plan?updatedby=anna', [planPart, filePart])
  assert.equal(shown.status, 200, shown.text)
  assert.equal(read(shown.text).effects.created, 1)
  const done = await post('/import?updatedby=anna', [planPart, filePart])
  assert.deepEqual(linesOf(done.text).map(outcome), [['created']])
  refused(await post('/import/plan', [planPart]), 400, /needs the part 'file'/)
  refused(await post('/import/plan', [filePart.replace('"file"', '"table"')]), 400, /'plan' and 'file', got 'table'/)
})

test('rows are shown in pages, and an execution goes on when its caller leaves', async () => {
  const { edits } = scene()
  const rows = Array.from({ length: 1_500 }, (_, at) => `k${at};Kyrkan ${at};59,86;17,64`)
  const made = { name: 'importer', permissions: ['read', 'create', 'update'] }
  const { key } = accepted(await api.admin.post<{ key: string }>('/keys', made), 201)
  const importer = client(api.url, key)
  const plan = await edited(importer, await planned(importer, `Id;Namn;Lat;Long\n${rows.join('\n')}\n`), edits)
  assert.equal(plan.rows.length, 100)
  const page = read((await importer.get(`/import/${plan.id}?offset=1490&limit=100`)).text)
  assert.deepEqual([page.rows.length, page.rows[0]?.place?.name], [10, 'Kyrkan 1490'])
  const leaving = new AbortController()
  const answer = await fetch(`${api.url}/import?plan=${plan.id}&updatedby=anna`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${key}` }, signal: leaving.signal },
  })
  assert.equal(answer.status, 200)
  leaving.abort()
  const state = async () => read((await importer.get(`/import/${plan.id}`)).text).execution
  await until('the execution is done', async () => (await state()).phase === 'done')
  const { done, counts } = await state()
  assert.deepEqual([done, counts.created], [1_500, 1_500])
})

test('rows are shown by their results, and the positions of all of them', async () => {
  const { edits } = scene()
  const rows = ['k1;Kyrkan;59,86;17,64;', 'k2;;59,87;17,65;', 'k3;Kapellet;59,88;17,66;aldrig', 'k4;Utan läge;;;']
  const twice = ['k5;Dubbel;59,86;17,64;', 'k5;Dubbel igen;59,87;17,65;']
  const plan = await edited(
    api.admin,
    await planned(api.admin, `Id;Namn;Lat;Long;Öppettider\n${rows.join('\n')}\n`),
    edits,
  )
  const shown = async (query: string) => read((await api.admin.get(`/import/${plan.id}?updatedby=anna&${query}`)).text)
  const { effects, rows: some, pins } = await shown('show=refused,noted&pins=true')
  assert.deepEqual([effects.created, effects.refused, effects.noted], [2, 2, 1])
  assert.deepEqual(
    some.map(({ line, status }) => [line, status]),
    [
      [3, 'refused'],
      [4, 'created'],
      [5, 'refused'],
    ],
  )
  assert.deepEqual(pins, [
    [17.64, 59.86, 2, 'created'],
    [17.65, 59.87, 3, 'refused'],
    [17.66, 59.88, 4, 'noted'],
  ])
  const both = await planned(api.admin, `Id;Namn;Lat;Long;Öppettider\n${twice.join('\n')}\n`)
  assert.deepEqual(
    both.rows.map(({ place, errors }) => [place?.name, errors?.[0]?.code]),
    [
      ['Dubbel', 'row-key-twice'],
      ['Dubbel igen', 'row-key-twice'],
    ],
  )
  const second = await shown('show=created&offset=1')
  assert.deepEqual([second.rows.map(({ line }) => line), second.pins], [[4], undefined])
})

test('NDJSON is planned as it is: its lines replace places, and name their faults by members', async () => {
  const { owner, get } = scene()
  const line = (members: object) =>
    JSON.stringify({
      key: `nd-${owner}`,
      name: 'Kyrkan',
      owner: { id: owner, type: 'Församling' },
      geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.64, 59.86] } },
      ...members,
    })
  const lines = [line({ published: '2020-01-01' }), line({ key: 'none', name: 7 }), '{"broken']
  const plan = async (text: string) => {
    const answer = await api.admin.post('/import/plan?updatedby=anna&pins=true', text, {
      'content-type': 'application/x-ndjson',
    })
    return read(accepted(answer) && answer.text)
  }
  const first = await plan(lines.join('\n'))
  assert.deepEqual([first.file.format, first.file.rows, first.understanding.mode], ['ndjson', 3, 'replace'])
  assert.deepEqual(
    first.rows.map(({ status, errors }) => [status, errors?.map(({ code, pointer }) => [code, pointer])]),
    [
      ['created', undefined],
      ['refused', [['wrong-type', '/name']]],
      ['refused', [['broken-json', '']]],
    ],
  )
  assert.equal(first.pins?.length, 2)
  const [created] = await executed(api.admin, first)
  const { effects } = await plan(line({}))
  assert.deepEqual([effects.changed, effects.unpublished], [1, 1])
  assert.ok((await get(String(created?.id))).published)
  refused(await api.admin.post('/import/plan', '\n', { 'content-type': 'application/x-ndjson' }), 400, /empty/)
})

test('a plan is removed by its caller, and its execution stopped, which the same call continues', async () => {
  const long = 'k'.repeat(450)
  const rows = Array.from({ length: 9_000 }, (_, at) => `${long}${at};`)
  const plan = await planned(api.admin, `Id;Namn;Lat\n${rows.join('\n')}\n`)
  const call = { method: 'POST', headers: { authorization: `Bearer ${api.admin.key}` } }
  // Whoever does not read the results holds the execution up.
  const answer = await fetch(`${api.url}/import?plan=${plan.id}&updatedby=anna`, call)
  accepted(await api.admin.delete(`/import/${plan.id}`), 204)
  await assert.rejects(answer.text())
  const state = async () => read((await api.admin.get(`/import/${plan.id}`)).text)
  const { execution, file } = await state()
  assert.equal(execution.phase, 'stopped')
  assert.ok(execution.done < file.rows, `${execution.done} of ${file.rows}`)
  await executed(api.admin, plan)
  assert.deepEqual([(await state()).execution.phase, (await state()).execution.done], ['done', 9_000])
  accepted(await api.admin.delete(`/import/${plan.id}`), 204)
  refused(await api.admin.get(`/import/${plan.id}`), 404)
})

test('a column with another field asks what its words mean, and keeps what was said of others', async () => {
  const { edits } = scene()
  const table = 'Namn;N;E;type;Kod\nKyrkan;6640000;648000;Kyrka;Stapel\nKapellet;6640010;648010;Hus;Kyrka\n'
  const first = await planned(api.admin, table)
  assert.deepEqual(
    first.understanding.columns.map(({ field }) => field),
    ['name', 'latitude', 'longitude', 'type', undefined],
  )
  const { columns } = first.understanding
  const without = await edited(api.admin, first, {
    ...edits,
    columns: columns.map(({ heading, field }) => (field === 'latitude' ? { heading } : { heading, field })),
    types: [{ text: 'Hus', value: 'parishHome' }],
  })
  assert.equal(without.understanding.system, undefined)
  const back = await edited(api.admin, without, { columns })
  assert.deepEqual([back.understanding.system?.value, back.effects.created], [3006, 2])
  assert.deepEqual(
    back.understanding.types.map(({ text, value }) => [text, value]),
    [
      ['Kyrka', 'churchAndChapel'],
      ['Hus', 'parishHome'],
    ],
  )
  const other = await edited(api.admin, back, {
    columns: columns.map(({ heading, field }) => ({
      heading,
      ...(heading === 'Kod' ? { field: 'type' } : field !== 'type' && { field }),
    })),
    types: [{ text: 'Stapel', value: 'churchAndChapel' }],
  })
  assert.deepEqual(
    other.understanding.types.map(({ text, value, certainty }) => [text, value, certainty]),
    [
      ['Stapel', 'churchAndChapel', 'sure'],
      ['Kyrka', 'churchAndChapel', 'sure'],
    ],
  )
})

test('D73: rows in a sea, a lake, or another country than their town have a note, in the plan and in the results', async () => {
  const { edits } = scene()
  const rows = [
    ['Bottenhavet', 60.9, 17.9, 'Gävle'],
    ['Vättern', 58.2, 14.45, ''],
    ['Nidaros', 63.4269, 10.3969, 'Uppsala'],
    ['Nidarosdomen', 63.4269, 10.3969, 'Trondheim'],
    ['Ingenstans', 63.4269, 10.3969, 'Ingenstad'],
    ['Riddarholmskyrkan', 59.3248, 18.0645, 'Stockholm'],
    ['Visingsö', 58.05, 14.34, 'Visingsö'],
  ]
  const plan = await planned(api.admin, `Namn;Lat;Long;Ort\n${rows.map((row) => row.join(';')).join('\n')}\n`)
  const ready = await edited(api.admin, plan, edits)
  const codes = (results: readonly { readonly notes?: readonly { readonly code: string }[] }[]) =>
    results.map(({ notes = [] }) => notes.map(({ code }) => code))
  const wanted = [['position-water'], ['position-water'], ['position-town'], [], [], [], []]
  assert.deepEqual(codes(ready.rows), wanted)
  assert.equal(ready.effects.noted, 3)
  assert.deepEqual(codes(await executed(api.admin, ready)), wanted)
})
