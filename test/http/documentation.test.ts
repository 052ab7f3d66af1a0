import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { test } from 'node:test'
import { validate } from '@scalar/openapi-parser'
import { Compile } from 'typebox/schema'
import { problemCatalogue } from '../../src/common/problem.ts'
import { exampleBody, examplePatch, examplePlace } from '../../src/http/openapi/examples.ts'
import { documentedPath, problemsOf } from '../../src/http/openapi/openapi-document.ts'
import { renderMarkdown } from '../../src/http/routes/docs-routes.ts'
import { directoryActions, placeActions, publicationActions } from '../../src/place/journal.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { searchParameters } from '../../src/query/parse/search-parameters.ts'
import { placeTag } from '../../src/service/search-engine.ts'
import { accepted, type Client, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { everyRoute } from './every-route.ts'
import { exchange } from './raw.ts'

const api = sharedSuite()

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
}
interface Document {
  readonly openapi: string
  readonly info: { readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const documentOf = async (caller: Client) => accepted(await caller.get<Document>('/openapi.json'))

test('/openapi.json is a valid OpenAPI 3.1 document, open to all', async () => {
  const document = await documentOf(api.nobody)
  assert.match(document.openapi, /^3\.1\./)
  const { valid, errors } = await validate(JSON.stringify(document))
  assert.ok(valid, JSON.stringify(errors))
})

test('the document says what holds in words, never by the number of a rule', async () => {
  const { text } = await api.nobody.get('/openapi.json')
  assert.doesNotMatch(text, /\bD\d+\b/)
})

test('every route is in the document, and nothing else is', async () => {
  const { paths } = await documentOf(api.nobody)
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'servers')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = everyRoute()
    .filter(({ doc }) => !doc.hidden)
    .map(({ method, path }) => `${method} ${documentedPath(path)}`)
  assert.deepEqual(documented.sort(), served.sort())
})

test('every route documents its problems, and every documented problem is of the catalogue', () => {
  for (const route of everyRoute()) {
    const codes = problemsOf(route)
    assert.ok(codes.includes('internal') && codes.every((code) => code in problemCatalogue), route.path)
    if (route.needs !== 'nothing') assert.ok(codes.includes('unauthorized'), route.path)
    // What is wrong with a message of the Model Context Protocol is told by that.
    if (route.body === 'json' && route.path !== '/mcp')
      assert.ok(codes.includes('unreadable-body') && codes.includes('invalid-body'), route.path)
  }
})

test('every code of the catalogue is documented somewhere', () => {
  const documented = new Set(everyRoute().flatMap(problemsOf))
  const undocumented = Object.keys(problemCatalogue).filter((code) => !documented.has(code as never))
  assert.deepEqual(undocumented, [])
})

test('every code of the catalogue has a section in docs/errors.md, and the reverse', async () => {
  const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  assert.deepEqual([...sections].sort(), Object.keys(problemCatalogue).sort())
  for (const [code, { status }] of Object.entries(problemCatalogue)) {
    const section = text.split(`\n## ${code}\n`)[1]?.split('\n## ')[0] ?? ''
    assert.match(section, new RegExp(`Status ${status}\\b`), code)
    assert.match(section, /When: [\s\S]*^ {4}[\s\S]*What to do: /m, code)
  }
})

test('D43: docs/errors.md shows the tag of a place as it is', () => {
  const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  assert.match(text, new RegExp(`If-Match: ${placeTag(41, 0x7fffffff).replace(/\w+"$/, '[0-9a-z]{1,7}"')}`))
})

test('the type of a problem leads to its section', async () => {
  const page = await api.nobody.get('/docs/errors')
  assert.equal(page.status, 200)
  for (const code of Object.keys(problemCatalogue)) assert.ok(page.text.includes(`<h2 id="${code}">`), code)
})

const names = readdirSync(new URL('../../docs/', import.meta.url))
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3))

test('every document is a page that leads to the others, open to all, and runs nothing', async () => {
  for (const name of names) {
    const page = await api.nobody.get(`/docs/${name}`)
    assert.equal(page.status, 200, name)
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; .*; style-src 'sha256-[\w+/]+='; img-src 'self'$/,
    )
    for (const other of names)
      assert.match(page.text, new RegExp(`<a href="${other}"[ >]`), `${name} leads to ${other}`)
    assert.doesNotMatch(page.text, /\b[a-z-]+\.md\b/, name)
  }
})

test('every link of a document leads somewhere', async () => {
  const pages = new Map<string, string>()
  for (const name of names) pages.set(name, (await api.nobody.get(`/docs/${name}`)).text)
  for (const [name, page] of pages) {
    for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) {
      if (href === './' || /^https:/.test(href)) continue
      const [target = '', anchor] = href.split('#')
      const there = pages.get(target === '' ? name : target)
      assert.ok(there !== undefined && anchor !== '', `${name}: ${href}`)
      if (anchor !== undefined) assert.ok(there.includes(`id="${anchor}"`), `${name}: ${href}`)
    }
  }
})

test('a page runs nothing and loads nothing that its Markdown names', () => {
  const html = renderMarkdown(
    [
      '# A & B `c`!',
      '<script>alert(1)</script> a <b onclick="x">c</b> ![p](https://example.org/p.png)',
      '[js](javascript:alert) [other](other.md#a-b) [none](none.md) [web](https://example.org/?a="b")',
      '[ref]: data:text/html,x',
      '[ref]',
    ].join('\n\n'),
    ['other'],
  )
  assert.match(html, /^<h1 id="a-b-c">/)
  assert.doesNotMatch(html, /<(script|b|img)\b/)
  const links = [...html.matchAll(/<[^>]*="([^"]*)"/g)].map(([, value]) => value)
  assert.deepEqual(links, ['a-b-c', '#', 'other#a-b', '#', 'https://example.org/?a=&quot;b&quot;', '#'])
})

test('docs/states.md explains every action of revisions and changes', () => {
  const states = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8')
  const table = states.slice(states.indexOf('| action |'), states.indexOf('## Following'))
  for (const action of [...placeActions, ...directoryActions, ...publicationActions])
    assert.ok(table.includes(`\`${action}\``), action)
})

test('what is to be pasted names the service as the caller sees it', async () => {
  const describedTo = async (host: string) => {
    const answer = await exchange(api.url, `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const document: Document = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    return document.info.description ?? ''
  }
  for (const [host, address] of [
    [new URL(api.url).host, api.url],
    ['places.example.org:8443', 'http://places.example.org:8443'],
    [`x"'<b>`, api.url],
  ] as const) {
    const description = await describedTo(host)
    assert.ok(
      description.includes(`curl -H 'Authorization: Bearer <key>' \\\n      '${address}/v4/place?is=Cemetery`),
      host,
    )
    assert.ok(description.includes(`[each is explained](${address}/docs/errors)`), host)
  }
})

test('nothing is among the components that no operation refers to', async () => {
  const document = await documentOf(api.nobody)
  const text = JSON.stringify(document)
  for (const [kind, members] of Object.entries(document.components)) {
    if (kind === 'securitySchemes') continue
    for (const name of Object.keys(members)) assert.ok(text.includes(`"#/components/${kind}/${name}"`), name)
  }
})

test('every parameter of a search is in the document, the filter of each field included', async () => {
  const { paths } = await documentOf(api.nobody)
  const names = paths['/place']?.get?.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  assert.deepEqual(
    names,
    searchParameters(createModel()).map(({ name }) => name),
  )
  assert.ok(names.includes('placetypes_pollingstation_canprintdubblettrostkort'))
})

test('the examples of bodies fit their schemas and are accepted', async () => {
  const { components } = await documentOf(api.nobody)
  for (const [name, example] of Object.entries({ PlaceBody: exampleBody, PlacePatch: examplePatch })) {
    assert.ok(Compile(components.schemas[name]!).Check(example), name)
  }
  const { id } = accepted(await api.admin.put('/place', exampleBody), 201)
  const reader = await api.keyed(['read'])
  const made = accepted(await reader.get<Record<string, unknown>>(`/place/${id}`))
  const { id: _, slug, created, updated, ...same } = examplePlace
  assert.deepEqual({ ...made, ...same }, made)
  assert.deepEqual(Object.keys(made), Object.keys(examplePlace))
  for (const date of [created, updated]) assert.match(String(made.created), patternOf(date))
  assert.ok(String(made.slug).startsWith(slug))
  accepted(await api.admin.patch(`/place/${id}`, examplePatch), 204)
})

/** What is written like this text, whatever its digits. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\d/g, '\\d')}$`)
}

test('places as they are answered fit the schema of a place', async () => {
  const { components } = await documentOf(api.nobody)
  const place = Compile(components.schemas.Place!)
  const { id } = accepted(await api.admin.put('/place', exampleBody), 201)
  for (const path of [`/place/${id}`, `/place/${id}?test=true`]) {
    const answer = accepted(await api.admin.get(path))
    const [fits, errors] = place.Errors(answer)
    assert.ok(fits, JSON.stringify(errors))
  }
})

test('D16: what a search answers fits the schema of a page, with names and without', async () => {
  const { components } = await documentOf(api.nobody)
  const place = Compile(components.schemas.Place!)
  const { id } = accepted(await api.admin.put('/place', exampleBody), 201)
  for (const query of ['', '&expand=owner', '&nearby=17,59&expand=distance']) {
    const { Results } = accepted(await api.admin.get<{ Results: object[] }>(`/place?id=${id}${query}`))
    const [fits, errors] = place.Errors(Results[0])
    assert.ok(fits && Results.length === 1, JSON.stringify(errors))
    assert.equal(place.Check({ ...Results[0], owner: { id: 'without a type' } }), false)
  }
})

test('the facets that a search answers fit their schema', async () => {
  const { components } = await documentOf(api.nobody)
  const { Facets } = (components.schemas.PlacePage as { properties: Record<string, JsonObject> }).properties
  accepted(await api.admin.put('/place', exampleBody), 201)
  const path = '/place?facets=is,state,owner_id,contactinfo_phone_areacode,placedetails_haswifi'
  const answer = accepted(await api.admin.get<{ Facets: object }>(path))
  assert.equal(Object.keys(answer.Facets).length, 5)
  assert.ok(Compile(Facets!).Check(answer.Facets))
  assert.equal(Compile(Facets!).Check({ is: [{ value: 'Cemetery' }] }), false)
})

test('the document begins with how a key is sent and where the filters are explained', async () => {
  const { info } = await documentOf(api.nobody)
  assert.match(info.description ?? '', /Authorization: Bearer <key>/)
  assert.match(info.description ?? '', /\/docs\/filters\)/)
})

test('the bodies of keys and directory are closed, as they act', async () => {
  const { paths } = await documentOf(api.nobody)
  const bodies = ['/keys', '/directory/owners/{id}', '/directory/categories/{id}', '/directory/tags/{id}'].map(
    (path) =>
      JSON.parse(JSON.stringify(paths[path])) as Record<
        string,
        { requestBody?: { content: { 'application/json': { schema: JsonObject } } } }
      >,
  )
  for (const path of bodies) {
    const { schema } = (path.post ?? path.put)!.requestBody!.content['application/json']
    assert.equal(schema.additionalProperties, false)
    assert.equal(Compile(schema).Check({ name: 'x', permissions: ['read'], more: 1 }), false)
  }
  const owner = bodies[1]!.put!.requestBody!.content['application/json'].schema
  const closed = Compile(owner)
  assert.ok(closed.Check({ name: 'x', contactInfo: { phone: { Number: 1 } } }))
  assert.ok(!closed.Check({ name: 'x', contactInfo: { phone: { number: 1 } } }))
  refused(await api.admin.put('/directory/owners/x', { name: 'x', contactInfo: { phone: { number: 1 } } }), 400)
})

test('what a client may not send is not in the schema of a body', async () => {
  const { components } = await documentOf(api.nobody)
  const body = components.schemas.PlaceBody as {
    properties: Record<string, { properties?: object; items?: { properties: object } }>
  }
  for (const name of ['id', 'slug', 'created', 'createdBy', 'updated', 'deleted', 'geolocationInfo']) {
    assert.ok(!(name in body.properties), name)
  }
  assert.ok(!('name' in (body.properties.parent?.properties ?? {})))
  assert.ok(!('name' in (body.properties.tags?.items?.properties ?? {})))
})

test('the reference is read anew at the next request where that has failed', async (context) => {
  const fails = () => {
    throw new Error('too many open files')
  }
  context.mock.method(http, 'createServer', fails, { times: 1 })
  refused(await api.nobody.get('/docs/'), 500)
  assert.equal((await api.nobody.get('/docs/')).status, 200)
})

test('/docs is a page that loads nothing from elsewhere and runs only what bears its nonce', async () => {
  const moved = await api.nobody.get('/docs')
  // Below the path of a proxy too.
  assert.equal(moved.headers.get('location'), 'docs/')
  const [page, again] = [await api.nobody.get('/docs/'), await api.nobody.get('/docs/')]
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  const policy = page.headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
  assert.match(policy, /(^|; )style-src 'unsafe-inline'(;|$)/, 'its editor of bodies makes styles without a nonce')
  assert.doesNotMatch(page.text, /https?:\/\//)
  const scripts = page.text.match(/<script[^>]*>/g) ?? []
  assert.ok(scripts.length > 0 && scripts.every((script) => script.includes(`nonce="${nonce}"`)), scripts.join())
  assert.notEqual(again.headers.get('content-security-policy'), policy)
  const source = /<script src="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const script = await api.nobody.get(new URL(source, `${api.url}/docs/`).pathname)
  assert.equal(script.status, 200)
})
