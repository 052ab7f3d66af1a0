import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import type { JsonObject } from '../../src/place/json.ts'
import { workbookWith } from '../exchange/workbook-of.ts'
import { type Payload, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

interface Line {
  readonly line: number
  readonly key?: string
  readonly status: string
  readonly id?: string
  readonly errors?: readonly { code: string; detail: string }[]
  readonly notes?: readonly { code: string; params: JsonObject }[]
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function send(body: Payload, type: string, query = ''): Promise<Line[]> {
  const answer = await api.admin.post(`/import?updatedby=anna${query}`, body, { 'content-type': type })
  assert.equal(answer.status, 200, answer.text)
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** A table of one place of the scene. */
const table = (owner: string, delimiter = ';') =>
  [
    'key,name,owner_id,owner_type,lat,lon,published',
    `${owner}/1,Årsta "gamla" kyrka,${owner},Församling,59.86,17.64,2020-01-01`,
  ]
    .join('\r\n')
    .replaceAll(',', delimiter)

const named = 'Årsta "gamla" kyrka'

test('import: a table is read in every delimiter, encoding and packing, by its type or its content', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const here = api.scene()
    const text = table(here.owner, delimiter)
    const forms: [Buffer, string][] = [
      [Buffer.from(text), 'text/csv'],
      [Buffer.from(`\uFEFF${text}`), 'text/csv; charset=utf-8'],
      [Buffer.from(`sep=${delimiter}\r\n${text}\r\n`), 'application/octet-stream'],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'text/plain'],
      [Buffer.from(text, 'latin1'), 'text/csv; charset=windows-1252'],
      [gzipSync(text), 'application/gzip'],
      [gzipSync(Buffer.from(text, 'latin1')), 'text/tab-separated-values'],
    ]
    const statuses: string[] = []
    for (const [body, type] of forms) {
      const [line, ...more] = await send(body, type)
      assert.deepEqual(more, [])
      statuses.push(line!.status)
      const isLatin1 = body === forms[4]![0] || body === forms[6]![0]
      assert.deepEqual(
        line!.notes?.map(({ code }) => code),
        isLatin1 ? ['read-as-windows-1252'] : undefined,
      )
    }
    assert.deepEqual(statuses, ['created', ...forms.slice(1).map(() => 'unchanged')])
    assert.deepEqual(await here.names(), [named])
  }
})

test('import: a workbook is read beside other requests, from the first sheet of places or the one that is named', async () => {
  const here = api.scene()
  const heading = ['key', 'name', 'owner_id', 'owner_type', 'lat', 'lon', 'published']
  const rowsOf = (name: string) => [
    heading,
    [`${here.owner}/1`, name, here.owner, 'Församling', 59.86, 17.64, '2020-01-01'],
  ]
  const book = Buffer.from(
    await workbookWith({ Platser: rowsOf('Andra bladet'), 'Å &amp; ä': rowsOf('Tredje bladet') }),
  )
  assert.deepEqual(
    (await send(book, sheetType)).map(({ status, line }) => [status, line]),
    [['created', 2]],
  )
  assert.deepEqual(await here.names(), ['Andra bladet'])
  const query = `&sheet=${encodeURIComponent('Å & ä')}`
  assert.equal((await send(book, 'application/octet-stream', query))[0]?.status, 'changed')
  assert.deepEqual(await here.names(), ['Tredje bladet'])
  const unknown = await api.admin.post('/import?sheet=Fel', book, { 'content-type': sheetType })
  refused(
    unknown,
    400,
    /the workbook has no sheet 'Fel'; its sheets are '[^']+', 'Platser', 'Å & ä'|has no sheet 'Fel'/,
  )
})

test('import: GeoJSON is read as a list, a feature, lines and a sequence', async () => {
  const here = api.scene()
  const geometry = { type: 'Point', coordinates: [17.64, 59.86, 35.2] }
  const properties = { name: 'Höjd', owner_id: here.owner, owner_type: 'Församling' }
  const one = JSON.stringify({ type: 'Feature', id: `${here.owner}/1`, geometry, properties })
  const forms: [string, string][] = [
    [`{"type":"FeatureCollection","features":[${one}]}`, 'application/geo+json'],
    [one, 'application/octet-stream'],
    [`${one}\n\n`, 'text/plain'],
    [`\x1E${one}\n`, 'application/geo+json-seq'],
  ]
  const statuses: string[] = []
  for (const [text, type] of forms) statuses.push(...(await send(text, type)).map(({ status }) => status))
  assert.deepEqual(statuses, ['created', 'unchanged', 'unchanged', 'unchanged'])
})

test('import: of a polygon a point inside is taken, and noted', async () => {
  const here = api.scene()
  const ring = [
    [17.64, 59.86],
    [17.641, 59.86],
    [17.641, 59.861],
    [17.64, 59.86],
  ]
  const properties = { name: 'Griftegården', owner_id: here.owner, owner_type: 'Församling' }
  const feature = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties }
  const [result] = await send(
    JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
    'application/geo+json',
  )
  assert.deepEqual(
    result?.notes?.map(({ code, params }) => [code, params]),
    [['point-inside', { type: 'Polygon' }]],
  )
  const place = await here.get(result?.id ?? '')
  assert.deepEqual(place.geolocation.geometry.coordinates, [17.64075, 59.8605])
})

test('import: what is not read is refused by its name, with the way to what is', async () => {
  const zip = (name: string, text = '') => Buffer.from(zipSync({ [name]: [strToU8(text), { level: 0 }] }))
  const maps: [Payload, string][] = [
    ['<?xml version="1.0"?>\n<!-- a --><kml xmlns="http://www.opengis.net/kml/2.2"></kml>', 'KML'],
    ['<gpx version="1.1"></gpx>', 'GPX'],
    [zip('doc.kml'), 'KMZ'],
    [zip('kyrkor.shp'), 'Shapefile'],
    [gzipSync('SQLite format 3\0'), 'GeoPackage'],
  ]
  const others: [Payload, string][] = [
    [zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'), 'OpenDocument (.ods)'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Excel 97 (.xls)'],
    ['%PDF-1.7', 'PDF'],
    ['<!DOCTYPE html><html>', 'HTML'],
  ]
  for (const [list, way] of [
    [maps, 'ogr2ogr -f GeoJSON'],
    [others, 'save the table as .xlsx or .csv'],
  ] as const)
    for (const [body, name] of list)
      for (const type of ['application/octet-stream', 'text/csv']) {
        const answer = await api.admin.post('/import', body, { 'content-type': type })
        refused(answer, 400)
        assert.ok(answer.text.includes(`${name} is not read: `) && answer.text.includes(way), answer.text)
      }
})

test('import: a row that is longer than a record is refused, and the rows after it are read', async () => {
  const here = api.scene()
  const long = `${here.owner}/0;${'x'.repeat(4 * 2 ** 20)};${here.owner};Församling;59.86;17.64;2020-01-01`
  const [heading, row] = table(here.owner).split('\r\n')
  const results = await send([heading, long, row].join('\n'), 'text/csv')
  assert.deepEqual(
    results.map(({ line, status, errors }) => [line, status, errors?.[0]?.code]),
    [
      [2, 'refused', 'max-bytes'],
      [3, 'created', undefined],
    ],
  )
})
