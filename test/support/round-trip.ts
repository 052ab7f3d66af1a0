import assert from 'node:assert/strict'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { Client } from './client.ts'

/** Texts that tables, spreadsheets and guesses may take for something else. */
const nastyTexts = [
  ...['=1+1', "'=SUM(A1)", '+46 18', '-5', '@a', "'c", "''x", '"quoted"', "O'Brien", '"', "'", ';', ',', '|'],
  ...[
    'a;b,c|d\te',
    'rad 1\r\nrad 2',
    'rad\n\n"tre"; fyra',
    '😀 👨‍👩‍👧',
    ' blank ',
    '  ',
    'a\u00a0b',
    '\u200fמבחן',
    'é',
  ],
  ...['NULL', 'NA', '-', '?', 'x', 'ja', 'true', 'TRUE', '0012', '007', '1,5', '1.5', '2026-01-01', '12:30', '#N/A'],
  ...['{"a":1}', '[1]', 'sep=;', 'https://a.example/?a=1&b=2', '10000000000000000000', 'x'.repeat(1_500)],
]

/** Bodies of places of an owner that together have every field, each with each of these texts. */
export function nastyBodies(common: (more: JsonObject) => JsonObject): JsonObject[] {
  return nastyTexts.flatMap((text, index) => {
    const line = text.replaceAll(/[\r\n\t]+/g, ' ')
    const types = [{ cemetery: { graves: index } }, { pollingStation: { canPrintDubblettrostkort: true } }, {}]
    return [
      common({
        name: line.trim().slice(0, 300) || 'Namn',
        shortDescription: line.slice(0, 300),
        longDescription: text,
      }),
      common({
        visitingInfo: { address: line, city: line.slice(0, 100), postalCode: line.slice(0, 20), description: text },
        placeDetails: { info: text, hasToilet: index % 2 === 0, accessibility: { info: text, hasRamp: true } },
        contactInfo: { city: line, email: 'a@b.example', url: 'https://a.example/?q=%3D', phone: phone(index) },
        published: '2026-01-01',
        depublished: '2027-01-01T12:00:00Z',
      }),
      common({
        media: { links: [{ title: line, url: 'https://a.example', tags: ['a;b', '[c', line] }] },
        openHours: [
          { validTo: '2026-03-01', days: { mo: [{ from: '09:00', to: '12:00' }], su: [] } },
          { validFrom: '2026-08-24', validTo: '2026-08-24', days: { mo: [{ from: '08:30', to: '16:00' }] } },
          { validFrom: '2026-08-25', validTo: '2026-08-25', days: { tu: [{ from: '08:30', to: '16:00' }] } },
          { validFrom: '2026-12-24', days: { tu: [{ from: '10:00', to: '24:00' }] } },
        ],
        ...(index % 3 < 2 && { placeTypes: types[index % 3]! }),
        geolocation: {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [15.136816227538814, 60.56000224927275] },
          properties: { free: [1, { a: null }, line] },
        },
      }),
    ]
  })
}

function phone(index: number): JsonObject {
  return { CountryCode: 46, AreaCode: 18, Number: 100_000 + index }
}

/** A file that a service has answered. */
interface TableFile {
  readonly name: string
  readonly type: string
  readonly body: string | Uint8Array
}

/** Returns the places of a search as tables and features. */
export async function tablesOf(client: Client, search: string): Promise<TableFile[]> {
  const textOf = async (query: string) => {
    const { status, text } = await client.get(`/place?${search}&include=non-published&limit=all&${query}`)
    assert.equal(status, 200, text)
    return text
  }
  return [
    { name: 'comma.csv', type: 'text/csv', body: await textOf('format=csv') },
    { name: 'semicolon.csv', type: 'text/csv', body: await textOf('format=csv&semicolon=true') },
    { name: 'places.geojson', type: 'application/geo+json', body: await textOf('format=geojson') },
  ]
}

/** Asserts that a file changes nothing, whether it is imported directly or by a plan; returns the number of its records. */
export async function assertUnchanged(client: Client, { name, type, body }: TableFile): Promise<number> {
  const direct = await client.post('/import?updatedby=other', body, { 'content-type': type })
  const count = assertAllUnchanged(name, direct.text)
  const planned = await client.post('/import/plan?updatedby=other&limit=500', body, { 'content-type': type })
  assert.equal(planned.status, 200, planned.text)
  const { id, rows } = JSON.parse(planned.text) as { id: string; rows: (ImportResult & { changes?: unknown })[] }
  assert.deepEqual(
    rows.filter(({ status }) => status !== 'unchanged'),
    [],
    name,
  )
  assert.equal(assertAllUnchanged(`plan of ${name}`, (await client.post(`/import?plan=${id}`)).text), count)
  return count
}

/** Asserts that all results of an import are unchanged; returns their number. */
export function assertAllUnchanged(name: string, text: string): number {
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportResult)
  assert.deepEqual(results.filter(({ status }) => status !== 'unchanged').slice(0, 5), [], name)
  return results.length
}
