import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { until } from '../support/until.ts'

const api = sharedSuite()
const csv = { 'content-type': 'text/csv' }
const json = { 'content-type': 'application/json' }
const table = 'Id;Namn;Lat;Long\nk1;Kyrkan;59,86;17,64\n'
type Client = typeof api.admin

async function planned(client: Client, text: string, query = '') {
  const answer = await client.post(`/import/plan?updatedby=anna${query}`, text, csv)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as {
    readonly id: string
    readonly understanding: { readonly source: string }
    readonly rows: readonly { readonly status: string; readonly errors?: readonly { readonly code: string }[] }[]
  }
}

const planPart = 'content-disposition: form-data; name="plan"\r\n\r\n{"understanding":{}}'
const filePart = `content-disposition: form-data; name="file"; filename="k.csv"\r\n\r\n${table}`
const form = 'multipart/form-data; boundary=xyz'
const parts = (...given: readonly string[]) => `${given.map((part) => `--xyz\r\n${part}\r\n`).join('')}--xyz--\r\n`

test('forms that break off, or have other parts, are refused, and the service goes on', async () => {
  const whole = parts(planPart, filePart)
  for (const [type, body, status] of [
    ['multipart/form-data', whole, 400],
    [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, whole, 400],
    [form, 'x'.repeat(10_000), 400],
    [form, whole.slice(0, -12), 400],
    [form, `--xyz\r\n${planPart}`, 400],
    [form, '', 400],
    [form, parts(filePart, planPart), 400],
    [form, parts(filePart, filePart), 400],
    [form, parts(planPart, planPart, filePart), 400],
    [form, parts(planPart.replace('"plan"', '"__proto__"'), filePart), 400],
    [form, parts(planPart.replace('{}}', '{}'), filePart), 400],
    [form, parts(planPart + ' '.repeat(4 * 1024 * 1024), filePart), 413],
  ] as const)
    for (const path of ['/import/plan', '/import'])
      refused(await api.admin.post(`${path}?updatedby=anna`, body, { 'content-type': type }), status)
  const { port, hostname } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  const head = `POST /import/plan HTTP/1.1\r\nhost: a\r\nx-api-key: ${api.admin.key}\r\ncontent-type: ${form}\r\n`
  socket.write(`${head}content-length: 100000\r\n\r\n${whole.slice(0, 150)}`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  assert.equal((await api.admin.post('/import/plan?updatedby=anna', whole, { 'content-type': form })).status, 200)
})

test('files that cannot be read are refused as such, not as a failure of the service', async () => {
  const bomb = gzipSync(Buffer.alloc(40_000_000, 'a;b\n'), { level: 9 })
  const cut = gzipSync(table.repeat(1_000)).subarray(0, 60)
  for (const [type, body] of [
    ['application/gzip', bomb],
    ['application/gzip', cut],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', Buffer.from('PK\u0003\u0004nonsense')],
    ['application/geo+json', Buffer.from(`{"type":"FeatureCollection","features":[${'['.repeat(100_000)}`)],
  ] as const) {
    const answer = await api.admin.post('/import/plan', body, { 'content-type': type })
    assert.ok(answer.status === 400 || answer.status === 200, `${type}: ${answer.text.slice(0, 200)}`)
  }
})

test('edits cannot make rows large, nor name fields that are none', async () => {
  const { id } = await planned(api.admin, table)
  const edit = (understanding: string) =>
    api.admin.post('/import/plan?updatedby=anna', `{"id":"${id}","understanding":${understanding}}`, json)
  for (const understanding of [
    `{"defaults":{"ownerId":"${'x'.repeat(100_000)}"}}`,
    '{"columns":[{"heading":"Id","field":"__proto__"}]}',
    '{"columns":[{"heading":"Id","field":"constructor"}]}',
    '{"columns":[{"heading":"Id","field":"hours_zz_from"}]}',
    '{"columns":[null]}',
    `{"types":[${'{"text":"a"},'.repeat(1_001)}{"text":"a"}]}`,
    `{"confirmed":[${'1,'.repeat(10_000)}1]}`,
    '{"country":{"value":"sweden"},"system":{"value":"3006"},"swapped":5}',
  ])
    refused(await edit(understanding), 400)
  assert.equal((await edit('{"__proto__":{"mode":"replace"},"nonsense":1}')).status, 200)
})

test('D8: the keys of a file show nobody a source with places that they may not all change', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const rows = ['a', 'b', 'c'].map((key) => `${foreign.owner}-${key};Kyrkan ${key};59,86;17,64`)
  const file = `Id;Namn;Lat;Long\n${rows.join('\n')}\n`
  const source = `hemlig ${foreign.owner}`.slice(0, 60).toLowerCase()
  const records = rows.map((row) => JSON.stringify({ ...foreign.body(), key: row.split(';')[0]!, source }))
  const made = await api.admin.post('/import', records.join('\n'), { 'content-type': 'application/x-ndjson' })
  assert.doesNotMatch(made.text, /refused/)
  assert.equal((await planned(api.admin, file)).understanding.source, source)
  for (const caller of [
    await api.keyed(['read', 'create', 'update'], { owners: [mine.owner] }),
    await api.keyed(['create', 'update']),
    await api.keyed(['read-published', 'create', 'update']),
  ]) {
    const plan = await planned(caller, file, '&name=kyrkor.csv')
    assert.equal(plan.understanding.source, 'kyrkor')
  }
  // A source that is named shows no more than one that does not exist would.
  const prober = await api.keyed(['read', 'create', 'update'], { owners: [mine.owner] })
  const { id } = await planned(prober, `${file}ny-${foreign.owner};Ny;59,86;17,64\n`)
  const defaults = { ownerId: mine.owner, ownerType: 'Församling' }
  const answer = await prober.post('/import/plan', JSON.stringify({ id, understanding: { source, defaults } }), json)
  const outcomes = (answer.body as unknown as Awaited<ReturnType<typeof planned>>).rows.map((row) =>
    JSON.stringify([row.status, row.errors?.map(({ code }) => code)]),
  )
  assert.equal(outcomes.length, 4)
  assert.equal(new Set(outcomes).size, 1, outcomes.join())
})

test('a plan ends with its key, and a caller has five at once', async () => {
  const { id, key } = accepted(
    await api.admin.post<{ id: string; key: string }>('/keys', { name: 'attacker', permissions: ['read', 'create'] }),
    201,
  )
  const caller = { ...api.admin }
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${api.url}${path}`, { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${key}` } })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      post('/import/plan?updatedby=anna', table, csv).then((answer) => answer.json() as Promise<{ id?: string }>),
    ),
  )
  const ids = answers.flatMap(({ id: one }) => one ?? [])
  const statuses = await Promise.all(
    ids.map((one) =>
      fetch(`${api.url}/import/${one}`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status),
    ),
  )
  assert.equal(statuses.filter((status) => status === 200).length, 5)
  accepted(await caller.delete(`/keys/${id}`), 204)
  await until('the key is revoked', async () => (await post('/import/plan', table, csv)).status === 401)
})
