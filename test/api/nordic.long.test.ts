import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { OpenHours } from '../../src/place/place.ts'
import type { UnderstoodSearch } from '../../src/service/typed-searches.ts'
import { accepted, type Client, client } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

const data = resolve(import.meta.dirname, '../../../shared/data')
const skip = !existsSync(join(data, 'places-nordic.ndjson.gz')) && `needs ${data}/places-nordic.ndjson.gz`

/** A record as the file has it, as far as the questions go. */
interface Record {
  readonly key: string
  readonly parentKey?: string
  readonly name: string
  readonly geolocation: { readonly geometry: { readonly coordinates: [number, number] } }
  readonly visitingInfo?: { readonly city?: string }
  readonly openHours?: readonly OpenHours[]
  readonly placeTypes: { readonly [key: string]: object }
}

interface Found {
  readonly TotalHits: number
  readonly Results: readonly (Record & { readonly id: string; readonly geolocationInfo?: { municipality?: string } })[]
}

let folder: string
let service: TestService
let admin: Client
let records: Record[]

before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'gazetteer-nordic-'))
  const layer = { file: join(data, 'boundaries-sweden.topojson.gz'), object: 'distrikt' }
  const fields = { lkf: 'lkf2015', municipality: 'kommun', county: 'lan' }
  writeFileSync(join(folder, 'boundaries.json'), JSON.stringify({ layers: [{ ...layer, fields }] }))
  service = await startService({ env: { BOUNDARIES: join(folder, 'boundaries.json') } })
  admin = client(service.url, service.adminKey)
  const lines = gunzipSync(readFileSync(join(data, 'places-nordic.ndjson.gz')))
  records = lines
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record)
})
after(async () => {
  await service?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const search = async (query: string) => accepted(await admin.get<Found>(`/v4/place?${query}`))
const sorted = (names: readonly string[]) => names.toSorted()

test('the import over HTTP accounts for every record of the real places', { skip }, async () => {
  for (const name of ['directory-nordic', 'places-nordic']) {
    const body = readFileSync(join(data, `${name}.ndjson.gz`))
    const answer = await admin.post('/import', body, { 'content-type': 'application/x-ndjson' })
    assert.equal(answer.status, 200)
    const statuses = answer.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { status: string }).status)
    assert.equal(statuses.length, name === 'places-nordic' ? records.length : 308)
    assert.deepEqual([...new Set(statuses)], ['created'])
  }
  assert.equal((await search('is=*&limit=0')).TotalHits, records.length)
  assert.equal(
    (await search('parent_id=!&is=*&limit=0')).TotalHits,
    records.filter(({ parentKey }) => parentKey).length,
  )
})

test('which polling stations of Uppsala are open on 2022-09-11', { skip }, async () => {
  const isOpen = ({ openHours = [] }: Record) => openHours.some(({ validFrom }) => validFrom === '2022-09-11')
  const isPolling = ({ placeTypes }: Record) => 'pollingStation' in placeTypes || 'mainPollingStation' in placeTypes
  const wanted = records.filter(
    (record) => record.visitingInfo?.city === 'Uppsala' && isPolling(record) && isOpen(record),
  )
  const day = 'is=PollingStation,MainPollingStation,Partial&openhours_validfrom=2022-09-11&limit=500'
  const { TotalHits, Results } = await search(`visitinginfo_city=uppsala&${day}`)
  assert.ok(wanted.length > 50, `${wanted.length} in the file`)
  assert.deepEqual(sorted(Results.map(({ name }) => name)), sorted(wanted.map(({ name }) => name)))
  assert.equal(TotalHits, wanted.length)
  const municipality = await search(`geolocationinfo_municipality=Uppsala&${day}`)
  assert.ok(municipality.TotalHits >= wanted.length * 0.9)
  for (const place of municipality.Results) assert.equal(place.geolocationInfo?.municipality, 'Uppsala')
})

test('which cemeteries lie within 10 km of Uppsala cathedral, the nearest first', { skip }, async () => {
  const [lon, lat] = [17.6332, 59.8581]
  const metres = ({ geolocation }: Record) => {
    const [toLon, toLat] = geolocation.geometry.coordinates
    const [x, y] = [((toLon - lon) * Math.PI) / 180, ((toLat - lat) * Math.PI) / 180]
    const [from, to] = [(lat * Math.PI) / 180, (toLat * Math.PI) / 180]
    const half = Math.sin(y / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(x / 2) ** 2
    return 2 * 6_371_008.8 * Math.asin(Math.sqrt(half))
  }
  const near = records.filter((record) => 'cemetery' in record.placeTypes && metres(record) <= 10_000)
  const wanted = near.toSorted((one, other) => metres(one) - metres(other)).map(({ name }) => name)
  const { Results } = await search(`is=Cemetery&nearby=${lon},${lat}&nearbyRadius=10000&limit=500`)
  assert.ok(wanted.length > 3, `${wanted.length} in the file`)
  assert.deepEqual(
    Results.map(({ name }) => name),
    wanted,
  )
})

test('names with å, ä and ö come in their order, behind z', { skip }, async () => {
  const { Results } = await search('is=Cemetery&name=^z,^å,^ä,^ö&limit=500')
  const initials = Results.map(({ name }) => name.charAt(0).toLowerCase()).filter((letter) => 'zåäö'.includes(letter))
  assert.deepEqual([...new Set(initials)], initials.includes('z') ? ['z', 'å', 'ä', 'ö'] : ['å', 'ä', 'ö'])
  const order = new Intl.Collator('sv')
  const plain = Results.map(({ name }) => name).filter((name) => /^[a-zåäö ]+$/i.test(name))
  assert.deepEqual(plain, plain.toSorted(order.compare))
  assert.ok(plain.length > 50, String(plain.length))
})

test('searches as people type them are understood with real towns, owners, numbers and addresses', {
  skip,
}, async () => {
  const read = async (typed: string) => {
    const answer = await admin.get<{ Search: UnderstoodSearch }>(
      `/v4/place/suggest?q=${encodeURIComponent(typed)}&lang=en`,
    )
    const { Search } = accepted(answer)
    const { TotalHits, Results } = await search(Search.query)
    return { label: Search.label, total: TotalHits, first: Results[0]?.name, Results }
  }
  const all = (municipality: string) => (place: Found['Results'][number]) =>
    place.geolocationInfo?.municipality === municipality
  const cemeteries = await read('kyrkogårdar i Norrtälje')
  assert.equal(cemeteries.label, 'Cemetery · in Norrtälje')
  assert.ok(cemeteries.total > 5 && cemeteries.Results.every(all('Norrtälje')), `${cemeteries.total} cemeteries`)
  assert.equal((await read('cemetery uppsala')).label, 'Cemetery · near Uppsala')
  assert.ok((await read('cemetery uppsala')).Results.slice(0, 5).every(all('Uppsala')))
  assert.equal((await read('luleå domkyrka')).first, 'Luleå Domkyrka')
  assert.equal((await read('lulea domkyrka')).first, 'Luleå Domkyrka')
  const address = await read('lärkvägen 96 karlshamn')
  assert.equal(address.label, 'Lärkvägen 96 · near Karlshamn')
  assert.equal(address.first, 'Horsaryd, Björkhalla dagcentral')
  for (const number of ['0454-812 12', '0454 81212', '+46 454 812 12', '0046 454 81212', '045481212']) {
    const { label, total, Results } = await read(number)
    assert.equal(label, '0454-812 12')
    assert.ok(total > 5 && Results.every(({ name }) => name !== undefined), `${number}: ${total}`)
  }
  assert.equal((await read('valnämnden i uppsala kommun')).label, 'Valnämnden i Uppsala kommun')
  assert.equal((await read('vallokaler i nacka')).label, 'Polling station, main polling station · in Nacka')
})
