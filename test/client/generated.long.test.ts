import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { runNode } from '../support/child.ts'
import { accepted } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()
const root = fileURLToPath(new URL('../../', import.meta.url))

const body = `{
  name: 'Sankt Olofs kyrka',
  updatedBy: 'anna',
  owner: { id: 'unit-17', name: 'Uppsala pastorat', type: 'Pastorat' },
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6333, 59.8581] } },
  placeTypes: { churchAndChapel: {} },
  published: '2026-01-01',
}`
const query =
  "{ q: 'olof', is: ['ChurchAndChapel'], nearby: '17.6,59.8', nearbyRadius: 9000, hours: 'resolved', test: false, limit: 5 }"

/** Everything that integrators do, by the types of openapi-typescript; run too. */
const fetchProgram = `
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.ts'

const [url, key] = process.argv.slice(2)
const querySerializer = { array: { style: 'form', explode: false } } as const
const client = createClient<paths>({ baseUrl: url + '/v4', headers: { authorization: 'Bearer ' + key }, querySerializer })
const body: components['schemas']['PlaceBody'] = ${body}
const made = await client.PUT('/place', { body })
if (made.error) throw new Error(made.error.detail)
const id: string = made.data.id
const path = { id }
const found = await client.GET('/place', { params: { query: ${query} } })
const total: number | undefined = found.data?.TotalHits
const hint: string | undefined = found.data?.Results[0]?.name
await client.PATCH('/place/{id}', { params: { path }, body: { updatedBy: 'anna', depublished: null } })
const whole = await client.PUT('/place/{id}', { params: { path }, body: { ...body, geolocation: made.data.geolocation } })
const read = await client.GET('/place/{id}', { params: { path, query: { fields: ['name'] } } })
const removed = await client.DELETE('/place/{id}', { params: { path, query: { deletedby: 'anna' } } })
const feed = await client.GET('/changes', { params: { query: { after: 0, is: ['*'], owner_id: 'unit-17' } } })
const last = feed.data?.Results.at(-1)
function received(event: components['schemas']['Event']): string[] {
  const { place } = event.data ?? {}
  return place ? [place.id, place.slug, place.created, place.owner.id] : [event.type]
}
console.log(JSON.stringify([total, hint, whole.data?.id === id, read.data?.name, removed.response.status, last?.action]))
void received
`

/** The same by the functions of @hey-api/openapi-ts. */
const heyProgram = `
import { client } from './hey/client.gen'
import { deletePlaceById, getChanges, getPlace, getPlaceById, patchPlaceById, putPlace, putPlaceById } from './hey/sdk.gen'
import type { Event, PlaceBody, PlacePage, SendGazetteerPlaceChangedWebhookPayload } from './hey/types.gen'

client.setConfig({ baseUrl: 'http://localhost:8080/v4' })
const body: PlaceBody = ${body}
const made = await putPlace({ body, throwOnError: true })
const path = { id: made.data.id }
const found = await getPlace({ query: ${query}, throwOnError: true })
const page: PlacePage = found.data
const name: string | undefined = page.Results[0]?.name
await patchPlaceById({ path, body: { updatedBy: 'anna', depublished: null } })
const whole = await putPlaceById({ path, body: { ...body, geolocation: made.data.geolocation }, throwOnError: true })
const read = await getPlaceById({ path, query: { fields: ['name'] }, throwOnError: true })
await deletePlaceById({ path, query: { deletedby: 'anna' } })
const feed = await getChanges({ query: { after: 0, is: ['*'] }, throwOnError: true })
const actions: string[] = feed.data.Results.map(({ action }) => action)
function received(event: Event | SendGazetteerPlaceChangedWebhookPayload): string[] {
  const { place } = event.data ?? {}
  return place ? [place.id, place.slug, place.created, place.owner.id] : [event.type]
}
void [name, whole.data.id, read.data.name, actions, received]
`

/** What docs/client.md shows, and what the compiler must refuse. */
function guideProgram(): string {
  const blocks = [...readFileSync(join(root, 'docs/client.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)]
  assert.equal(blocks.length, 3)
  const patch = (body: string, more = '') =>
    `PATCH('/place/{id}', { params: { path: { id: 'x' }${more} }, body: { updatedBy: 'a', ${body} } })`
  const refused = [
    `GET('/place', { params: { query: { ownerid: 'a' } } })`,
    `GET('/place', { params: { query: { placedetails_hastoilet: 1 } } })`,
    `GET('/place', { params: { query: { is: ['Churches'] } } })`,
    `GET('/place', { query: { limit: 1 } })`,
    `GET('/place', { params: { limit: 1 } })`,
    `GET('/places')`,
    `GET('/place/{id}')`,
    `GET('/place/{id}', { params: { path: { slug: 'x' } } })`,
    `DELETE('/place/{id}', { params: { query: { deletedby: 'a' } } })`,
    patch(`nmae: 'x'`),
    patch(`placeDetails: { hasTiolet: true }`),
    patch(`media: { images: [{ title: 'x', ulr: 'https://x' }] }`),
    patch(`openHours: [{ validFrom: 2026 }]`),
    patch(`parent: { id: 5 }`),
    patch(`name: 'x'`, `, header: { 'If-Mach': 'x' }`),
    `PATCH('/place/{id}', { params: { path: { id: 'x' } }, body: { name: 'x' } })`,
    `PUT('/place/{id}', { params: { path: { id: 'x' } }, body: { nmae: 'x', ${body.slice(1)} })`,
  ]
  return [
    ...blocks.map(([, code]) => code),
    ...refused.map((call) => `// @ts-expect-error: no such path, parameter, member or value\ngazetteer.${call}`),
  ].join('\n')
}

test('generated clients, and the guide of ours, compile programs that write, search and follow changes', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const document = accepted(await api.nobody.get('/openapi.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'hey'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'openapi.ts'), astToString(await openapiTypescript(document as unknown as OpenAPI3)))
  writeFileSync(join(folder, 'fetch.ts'), fetchProgram)
  writeFileSync(join(folder, 'hey.ts'), heyProgram)
  writeFileSync(join(folder, 'guide.ts'), guideProgram())
  await createClient({
    input: join(folder, 'document.json'),
    output: join(folder, 'hey'),
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  })
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, noUncheckedIndexedAccess: true },
    ...{ target: 'esnext', module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
    ...{ lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
    paths: { 'gazetteer/client': [join(root, 'client/dist/client.d.ts')] },
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['fetch.ts', 'hey.ts', 'guide.ts'] }),
  )
  const compiled = await runNode([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  assert.equal(compiled.stdout, '', compiled.stdout)
  assert.equal(compiled.status, 0)
  const { stdout, stderr } = await runNode([join(folder, 'fetch.ts'), api.url, api.admin.key ?? ''])
  assert.equal(
    stdout,
    `${JSON.stringify([1, 'Sankt Olofs kyrka', true, 'Sankt Olofs kyrka', 204, 'delete'])}\n`,
    stderr,
  )
})
