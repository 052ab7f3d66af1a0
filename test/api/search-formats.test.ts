import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { JsonObject } from '../../src/place/json.ts'
import { formatNames } from '../../src/query/parse/search-request.ts'
import { readText } from '../exchange/support.ts'
import { workbookOf } from '../exchange/workbook-of.ts'
import { accepted, type Client, pointAt, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { hiddenContent } from '../support/written-members.ts'

const api = sharedSuite()
const document = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8')
/** Every format with its media type by the document; a new format is tested without being named here. */
const types: Readonly<Record<string, string>> = Object.fromEntries(
  formatNames.map((name) => [name, new RegExp(`^\\| \`${name}\` \\| \`(.*?)\``, 'm').exec(document)?.[1] ?? '']),
)
const typeOf = (answer: { headers: Headers }) => (answer.headers.get('content-type') ?? '').split(';')[0]
const textOf = async (path: string, client: Client = api.admin) => {
  const answer = await client.get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.text
}
const results = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)

test('D53: each pair of formats, asked after each other by the same caller, is answered in its own, with tags of its own', async () => {
  const here = api.scene()
  const { id, slug } = await here.add({ longDescription: 'lång '.repeat(500) })
  const visitor = await api.keyed(['read-published'])
  for (const path of [`/place?owner_id=${here.owner}`, `/place/${id}`, `/place/by-slug/${slug}`]) {
    for (const client of [api.admin, visitor]) {
      for (const [first, firstType] of Object.entries(types)) {
        for (const [second, secondType] of Object.entries(types)) {
          const one = await client.get(path, { accept: firstType })
          const tag = one.headers.get('etag') ?? ''
          assert.equal(typeOf(one), firstType)
          assert.match(one.headers.get('vary') ?? '', /\bAccept(,|$)/)
          const other = await client.get(path, { accept: secondType, 'if-none-match': tag })
          assert.equal(other.status, first === second ? 304 : 200, `${path} ${first} ${second}`)
          if (first !== second) assert.equal(typeOf(other), secondType)
          const separator = path.includes('?') ? '&' : '?'
          const named = await client.get(`${path}${separator}format=${second}`, { accept: firstType })
          assert.equal(typeOf(named), secondType, 'format goes first')
          if (first !== second) assert.equal(named.text, other.text)
        }
      }
    }
  }
})

test('D53: without a format that is offered the answer is JSON as before', async () => {
  const path = `/place?owner_id=${api.scene().owner}`
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const accept of ['*/*', browser, 'image/png', 'text/csv;q=0', 'nonsense', 'application/*']) {
    assert.equal(typeOf(await api.admin.get(path, { accept })), types.json, accept)
  }
  assert.equal(typeOf(await api.admin.get(path, { accept: 'application/json, text/csv' })), types.json)
  assert.equal(typeOf(await api.admin.get(path, { accept: 'text/csv;q=0.9, application/geo+json' })), types.geojson)
  assert.equal(typeOf(await api.admin.get(path, { accept: 'text/*, application/json;q=0.5' })), types.csv)
  const quoted = String.raw`image/png;of="a\",text/csv,b", application/geo+json`
  assert.equal(typeOf(await api.admin.get(path, { accept: quoted })), types.geojson)
  refused(await api.admin.get(`${path}&format=kml`), 400, /format does not know 'kml'/)
  refused(await api.admin.get(`${path}&format=csv,json`), 400, /format takes one value, got 2/)
})

test('D53: GeoJSON is a FeatureCollection with the number of matches, its properties named like columns', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'Kyrkan', geolocation: pointAt(17.5, 59.5), placeDetails: { hasWifi: true } })
  await here.add('Övriga')
  const path = `/place?owner_id=${here.owner}&format=geojson`
  const list = JSON.parse(await textOf(`${path}&limit=1`)) as Record<string, JsonObject[]>
  assert.deepEqual([list.type, list.numberMatched, list.features?.length], ['FeatureCollection', 2, 1])
  const properties = list.features?.[0]?.properties as JsonObject
  assert.deepEqual(
    [properties.name, properties.type, properties.placeDetails_hasWifi],
    ['Kyrkan', 'ChurchAndChapel', true],
  )
  const feature = { type: 'Feature', id, geometry: pointAt(17.5, 59.5).geometry, properties: { name: 'Kyrkan' } }
  assert.deepEqual(JSON.parse(await textOf(`/place/${id}?format=geojson&fields=name`)), feature)
  assert.deepEqual(JSON.parse(await textOf(`${path}&limit=1&fields=name`)).features, [feature])
})

test('D53: CSV has a row a place, columns by fields, a byte order mark on wish, and guards texts that are no formulas', async () => {
  const here = api.scene()
  const names = ['=1+1', '+46', '-x', '@a', "'=b", "'c", 'D "d"; e, f']
  await here.addAll(...names)
  const path = `/place?owner_id=${here.owner}&format=csv&orderby=created&fields=name,longitude`
  refused(await api.admin.get(path), 400, /fields does not know 'longitude'/)
  const query = `/place?owner_id=${here.owner}&format=csv&orderby=created&fields=name,geolocation`
  const text = await textOf(query)
  assert.ok(text.startsWith('id,name,longitude,latitude,geolocation_properties\r\n'), text.slice(0, 100))
  const marked = await fetch(`${api.url}${query}&bom=true`, { headers: { 'x-api-key': api.admin.key ?? '' } })
  assert.equal(Buffer.from(await marked.arrayBuffer()).toString(), `\uFEFF${text}`)
  const swedish = await textOf(`${query}&semicolon=true`)
  assert.ok(swedish.startsWith('id;name;longitude;latitude;geolocation_properties\r\n'), swedish.slice(0, 100))
  assert.ok(swedish.includes(';"D ""d""; e, f";17.6333;59.8581;\r\n'), swedish)
  const cells = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',').slice(1).join(','))
  const written = ["'=1+1", "'+46", "'-x", "'@a", "''=b", "'c", '"D ""d""; e, f"']
  assert.deepEqual(
    cells,
    written.map((name) => `${name},17.6333,59.8581,`),
  )
})

/** The table as a workbook that Excel has made of it: what looks like a number is one. */
async function openedInExcel(table: string): Promise<Uint8Array> {
  const rows = parse(table) as string[][]
  return workbookOf(rows.map((row) => row.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell || null))))
}

test('D53, D61: a table of a search, its GeoJSON and a workbook of it are read again by an import as what they were, by id', async () => {
  const here = api.scene()
  accepted(await api.admin.put(`/directory/tags/0b9b2f4e-5a0c-4d0e-9d5b-3f1f6c1f0a11`, { name: 'Tagg' }), 201)
  const places = await here.addAll(
    {
      name: '=Kyrkan "A"; b, c',
      longDescription: 'rad\nrad, "x"',
      geolocation: { ...pointAt(17.123456789, -0.5), properties: { free: [1, { a: null }, 'x'] } },
      tags: [{ id: '0b9b2f4e-5a0c-4d0e-9d5b-3f1f6c1f0a11' }],
      contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 }, email: '@a' },
      media: { links: [{ title: 'L', tags: ['a;b', '[c'] }], images: [{ url: 'https://a.invalid/b.jpg', title: 'B' }] },
      openHours: [{ validTo: '2026-12-31', days: { mo: [{ from: '09:00', to: '24:00' }], tu: [] } }],
      placeDetails: { hasWifi: false },
      depublished: '2027-01-01',
    },
    { name: 'Vanlig', openHours: [{ validTo: '9999-12-31', days: { mo: [{ from: '09:00', to: '17:00' }] } }] },
    { name: 'Vallokal', placeTypes: { pollingStation: { canPrintDubblettrostkort: true } } },
    { name: 'Utkast', published: null, placeTypes: { cemetery: { graves: 12 } } },
  )
  await here.add({ name: 'Del', parent: { id: places[0]!.id } })
  await here.add({ name: 'Rader', longDescription: 'en\r\n\r\ntvå "tre"\nfyra; fem\r\nsex' })
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Katalogens namn' }), 201)
  const search = `/place?owner_id=${here.owner}&is=*&include=non-published`
  const table = await textOf(`${search}&format=csv`)
  const files = [
    await readText(table, { format: 'csv' }),
    await readText(await textOf(`${search}&format=csv&semicolon=true`), { format: 'csv' }),
    await readText(await textOf(`${search}&format=geojson`), { format: 'geojson' }),
    await readText(await openedInExcel(table), { name: 'platser.xlsx' }),
  ].map((records) => records.map((record) => JSON.stringify('body' in record ? record.body : record)))
  for (const lines of files) {
    const answer = await api.admin.send('POST', '/import?updatedby=importer', {
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    })
    assert.deepEqual(
      results(answer.text).map(({ status, errors, id }) => [status, errors, id]),
      results(await textOf(`${search}&format=ndjson`)).map(({ id }) => ['unchanged', undefined, id]),
      answer.text,
    )
  }
})

test("D53: no line of a place's text is imported as a row of another's place, however long the text or its row is", async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const own = await api.keyed(['create', 'read'], { owners: [mine.owner] })
  const { id: victim } = await foreign.add({ name: 'Oskadad' })
  const exported = await textOf(`/place?owner_id=${foreign.owner}&format=csv`)
  const row = exported.trimEnd().split('\r\n').at(-1)!.replace('Oskadad', 'Kapad')
  const quotes = Array.from({ length: 4_800 }, (_, at) => [`m${at}`, '"'.repeat(98)] as const)
  const bodies: JsonObject[] = [
    { longDescription: `intro\n${'text\n'.repeat(2_100)}${row}\nend` },
    { longDescription: `${'\n'.repeat(90_000)}${row}\nend` },
    { longDescription: `intro\n${row}\nend`, placeTypes: { external: Object.fromEntries(quotes) } },
  ]
  for (const body of bodies) accepted(await own.put('/place', mine.body(body)), 201)
  const table = await textOf(`/place?owner_id=${mine.owner},${foreign.owner}&format=csv`)
  const records = await readText(table, { format: 'csv' })
  const answer = await api.admin.send('POST', '/import?updatedby=importer', {
    body: records.map((record) => JSON.stringify('body' in record ? record.body : record)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const found = results(answer.text).map(({ status, errors }) => [status, errors])
  assert.deepEqual(found, Array(bodies.length + 1).fill(['unchanged', undefined]))
  assert.equal((await foreign.get(victim)).name, 'Oskadad')
})

test('D56: opening hours are told as OSM writes them, and read so by an import, with what is not kept', async () => {
  const here = api.scene()
  const week = {
    mo: [
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ],
  }
  const openHours = [
    { validTo: '9999-12-31', days: week },
    { validFrom: '2026-12-24', validTo: '2026-12-24' },
  ]
  const odd = [{ validTo: '2026-12-31', days: { mo: [] } }]
  const [place] = await here.addAll({ name: 'A', openHours }, { name: 'B', openHours: odd })
  const osm = 'Mo 09:00-12:00,13:00-17:00; 2026 Dec 24 off'
  const table = await textOf(`/place?owner_id=${here.owner}&format=csv&fields=openHours`)
  assert.match(table, /^id,opening_hours,openHours\r\n/)
  assert.ok(table.includes(`,"${osm}",\r\n`) && table.includes('validTo""'), table)
  const feature = JSON.parse(await textOf(`/place/${place!.id}?format=geojson&fields=openHours`))
  assert.deepEqual(feature.properties, { opening_hours: osm })
  const send = async (opening_hours: string, more: JsonObject = {}) => {
    const body = JSON.stringify({ key: `${here.owner}-x`, ...here.body({ name: 'X' }), opening_hours, ...more })
    const headers = { 'content-type': 'application/x-ndjson' }
    return results((await api.admin.send('POST', '/import', { body, headers })).text)[0]!
  }
  const { id, status, notes } = await send(`${osm}; PH off`)
  assert.deepEqual(
    [status, (notes as { detail: string }[]).map(({ detail }) => detail)],
    ['created', ['opening_hours is kept without public holidays (PH)']],
  )
  assert.deepEqual((await here.get(String(id))).openHours, openHours)
  assert.equal((await send(osm, { openHours })).status, 'unchanged')
  const unread = await send('sunrise-sunset')
  assert.equal(unread.status, 'unchanged')
  assert.match(JSON.stringify(unread.notes), /opening_hours is left as it is.*mean no hours: 'sunrise', 'sunset'/)
  const other = await send('Mo 10:00-11:00', { openHours })
  assert.match(JSON.stringify(other.errors), /says other hours than openHours: empty one of them/)
})

test('D53: NDJSON has the places of the search in its order, a line each', async () => {
  const here = api.scene()
  await here.addAll('B', 'A')
  const text = await textOf(`/place?owner_id=${here.owner}&format=ndjson`)
  const page = accepted(await here.search())
  assert.deepEqual(results(text), page.Results)
})

test('D53: JSON-LD is in the vocabulary of schema.org, special days apart', async () => {
  const here = api.scene()
  const day = { from: '09:00', to: '17:00' }
  const { id } = await here.add({
    name: 'Kyrkan',
    shortDescription: 'Vid torget',
    contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } },
    visitingInfo: { address: 'Torget 1', city: 'Uppsala' },
    openHours: [
      {
        validTo: '9999-12-31',
        days: { mo: [day], tu: [day], sa: [{ from: '20:00', to: '02:00' }], su: [{ from: '00:00', to: '24:00' }] },
      },
      { validFrom: '2026-12-24', validTo: '2026-12-25', days: { th: [{ from: '10:00', to: '12:00' }] } },
    ],
    media: { images: [{ url: 'https://a.invalid/b.jpg', title: 'Bild' }] },
  })
  const told = JSON.parse(await textOf(`/place/${id}?format=jsonld`))
  const hours = { '@type': 'OpeningHoursSpecification' }
  assert.deepEqual(told, {
    '@context': 'https://schema.org',
    '@type': 'Church',
    '@id': `urn:uuid:${id}`,
    name: 'Kyrkan',
    description: 'Vid torget',
    geo: { '@type': 'GeoCoordinates', latitude: 59.8581, longitude: 17.6333 },
    address: { '@type': 'PostalAddress', streetAddress: 'Torget 1', addressLocality: 'Uppsala', addressCountry: 'SE' },
    telephone: '+46 18 12 34 56',
    openingHoursSpecification: [
      { ...hours, dayOfWeek: ['Monday', 'Tuesday'], opens: '09:00', closes: '17:00', validThrough: '9999-12-31' },
      { ...hours, dayOfWeek: ['Saturday'], opens: '20:00', closes: '02:00', validThrough: '9999-12-31' },
      { ...hours, dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59', validThrough: '9999-12-31' },
    ],
    specialOpeningHoursSpecification: [
      { ...hours, validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '10:00', closes: '12:00' },
      { ...hours, validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
    ],
    image: [{ '@type': 'ImageObject', contentUrl: 'https://a.invalid/b.jpg', name: 'Bild' }],
  })
  const list = JSON.parse(await textOf(`/place?owner_id=${here.owner}&format=jsonld&fields=name`))
  assert.deepEqual(list['@graph'], [{ '@type': 'Place', '@id': `urn:uuid:${id}`, name: 'Kyrkan' }])
})

test('D53: the licence of a picture is the one that a keyword names with its version', async () => {
  const licences: Readonly<Record<string, string | undefined>> = {
    ccby40: 'https://creativecommons.org/licenses/by/4.0/',
    'CC-BY-NC-SA-2.5': 'https://creativecommons.org/licenses/by-nc-sa/2.5/',
    'cc by-nd 3.0': 'https://creativecommons.org/licenses/by-nd/3.0/',
    cc0: 'https://creativecommons.org/publicdomain/zero/1.0/',
    'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
    ccby: undefined,
    ccby45: undefined,
    ccsaby40: undefined,
    accby40: undefined,
  }
  const images = Object.keys(licences).map((tag) => ({ url: 'https://a.invalid/', title: tag, tags: ['altar', tag] }))
  const { id } = await api.scene().add({ media: { images } })
  const { image } = JSON.parse(await textOf(`/place/${id}?format=jsonld`)) as { image: JsonObject[] }
  assert.deepEqual(
    image.map(({ name, license }) => [name, license]),
    Object.entries(licences),
  )
})

test('D51, D53: no format has what its caller does not see', async () => {
  const here = api.scene()
  const { id, slug } = await here.add({ ...hiddenContent('hemlig'), depublished: '2030-01-01' })
  const visitor = await api.keyed(['read-published'])
  for (const format of Object.keys(types)) {
    for (const path of [`/place/${id}`, `/place/by-slug/${slug}`, `/place?id=${id}`]) {
      const text = await textOf(`${path}${path.includes('?') ? '&' : '?'}format=${format}`, visitor)
      assert.doesNotMatch(text, /hemlig|updatedBy|media_images/)
    }
  }
})

test('D37, D53: sample places are answered in every format', async () => {
  for (const [format, type] of Object.entries(types)) {
    for (const path of [`/place?test=true&limit=2`, '/place/x?test=true']) {
      const answer = await api.admin.get(`${path}&format=${format}`)
      assert.deepEqual([answer.status, typeOf(answer)], [200, type], `${path} ${format}`)
      assert.match(answer.text, /sample|Sample|Provplats|place|VCALENDAR/i)
    }
  }
})
