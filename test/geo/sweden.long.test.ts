import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readBoundaryOptions } from '../../src/geo/boundary-options.ts'
import { createLocator } from '../../src/geo/locator.ts'
import type { GeolocationInfo, LonLat } from '../../src/place/place.ts'
import type { Locate } from '../../src/place/request.ts'

const data = join(import.meta.dirname, '../../../shared/data')
const boundaries = join(data, 'boundaries-sweden.topojson.gz')
const skip = existsSync(boundaries) ? false : `${boundaries} is not there`

let folder = ''
let locate: Locate
before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'))
  const fields = { lkf: 'lkf2015', municipality: 'kommun', county: 'lan' }
  const configuration = { layers: [{ file: boundaries, object: 'distrikt', fields }] }
  await writeFile(join(folder, 'boundaries.json'), JSON.stringify(configuration))
  locate = await createLocator(await readBoundaryOptions(join(folder, 'boundaries.json')))
})
after(async () => {
  if (folder) await rm(folder, { recursive: true })
})

interface Located {
  readonly key: string
  readonly info: GeolocationInfo | undefined
}

async function locatePlaces(): Promise<Located[]> {
  const lines = gunzipSync(await readFile(join(data, 'places-nordic.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
  return lines.map((line) => {
    const place = JSON.parse(line) as { key: string; geolocation: { geometry: { coordinates: LonLat } } }
    return { key: place.key, info: locate(place.geolocation.geometry.coordinates) }
  })
}

test('D24: at least 99 % of the real Swedish places get a municipality and a county', { skip }, async () => {
  const places = await locatePlaces()
  const swedish = places.filter(({ key }) => /^(val2022|gravstensinventeringen|systembolaget|hav)/.test(key))
  assert.ok(swedish.length > 16_000, `${swedish.length} Swedish places`)
  const without = swedish.filter(({ info }) => !info?.municipality || !info.county)
  assert.ok(without.length <= swedish.length / 100, `${without.length} of ${swedish.length} have no municipality`)
  const danish = places.filter(({ key }) => key.startsWith('wof'))
  assert.ok(danish.length > 4_000)
  assert.deepEqual(
    danish.filter(({ info }) => info?.country !== 'DK' || info.municipality !== undefined),
    [],
  )
})

test('D24: every lkf is a real code, and its municipality and county are those of the code', { skip }, async () => {
  const table = await readFile(join(data, 'lkf-forsamlingar-2015.csv'), 'utf8')
  const rows: { lkf: string; kommun: string; lan: string }[] = parse(table, { columns: true })
  const codes = new Map(rows.map((row) => [row.lkf, row]))
  const located = (await locatePlaces()).filter(({ info }) => info?.lkf !== undefined)
  assert.ok(located.length > 10_000, `${located.length} places have an lkf`)
  for (const { key, info } of located) {
    const code = codes.get(info?.lkf ?? '') ?? assert.fail(`${key}: no code ${info?.lkf}`)
    assert.deepEqual([info?.municipality, info?.county], [code.kommun, code.lan], `${key}: ${code.lkf}`)
  }
})

test('D24: known places', { skip }, () => {
  const uppsala = { county: 'Uppsala län', municipality: 'Uppsala', country: 'SE' }
  assert.deepEqual({ ...locate([17.6389, 59.8586]), lkf: undefined }, { ...uppsala, lkf: undefined })
  assert.equal(locate([11.9746, 57.7089])?.municipality, 'Göteborg')
  assert.deepEqual(locate([10.7522, 59.9139]), { country: 'NO' })
})
