import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ImportRun } from '../../src/exchange/importing/import.ts'
import type { ImportOptions } from '../../src/exchange/importing/import-options.ts'
import { readRecords } from '../../src/exchange/importing/read-records.ts'
import type { ImportRecord } from '../../src/exchange/reading/record.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { now, openService, place, type TestService } from './service.ts'
import { model, pieces } from './support.ts'

type More = Partial<ImportOptions>

/** Imports a table or GeoJSON as a file of that format. */
async function send(service: TestService, text: string, more: More = {}, format: 'csv' | 'geojson' = 'csv') {
  const bytes = pieces(Buffer.from(text))
  return service.import(readRecords({ bytes, format }, model), { updatedBy: 'anna', ...more })
}

const table = (...rows: readonly string[]) => rows.join('\n')
const heading = 'key;name;owner_id;owner_type;lat;lon'
const church = 'k;Kapellet;prov;Församling;59,86;17,64'

/** A service with one place that has something of each kind. */
async function withPlace(context: TestContext): Promise<TestService> {
  const service = await openService(context)
  await service.import([
    place({
      key: 'k',
      published: '2020-01-01',
      longDescription: 'Lång text',
      visitingInfo: { address: 'Storgatan 1', city: 'Umeå' },
      contactInfo: { email: 'a@b.se', phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } },
      categories: [{ id: '01890000-0000-7000-8000-000000000001' }],
      openHours: [{ days: { mo: [{ from: '10:00', to: '16:00' }] } }],
      placeTypes: { pollingStation: { canPrintDubblettrostkort: true } },
    }),
  ])
  return service
}

const stateOf = async (service: TestService) => {
  const { updated, updatedBy, ...rest } = (await service.imported('k'))!.place
  return rest as unknown as JsonObject
}

test('D49: a table changes only what it has a column for, and never unpublishes or empties', async (context) => {
  const service = await withPlace(context)
  const before = await stateOf(service)
  const second = table('key;name;phone', 'k;Kapellet;+46 18 65 43 21')
  assert.deepEqual(
    (await send(service, second)).map(({ status, errors }) => [status, errors]),
    [['changed', undefined]],
  )
  const phone = { CountryCode: 46, AreaCode: 18, Number: 654321 }
  const contactInfo = { ...(before.contactInfo as JsonObject), phone }
  assert.deepEqual(await stateOf(service), { ...before, name: 'Kapellet', slug: 'f1-kapellet', contactInfo })
  assert.deepEqual(
    (await send(service, second)).map(({ status }) => status),
    ['unchanged'],
  )
  const whole = await stateOf(service)
  await send(service, second, { mode: 'replace' })
  assert.deepEqual(await stateOf(service), whole, 'a place needs an owner and a position')
})

test('D21, D48: a merge without owner keeps the name of the owner in the slug, and what it gives out of the place', async (context) => {
  const service = await openService(context)
  const entry = { kind: 'owner', id: 'f1', name: 'Åsens församling', contactInfo: { email: 'a@b.se' } }
  await service.import([entry, place({ key: 'k', contactInfo: { fetchAutomatically: true } })])
  await send(service, table('key;name;contactInfo_email', 'k;Kapellet;a@b.se'))
  const { slug, contactInfo } = await stateOf(service)
  assert.deepEqual([slug, contactInfo], ['asens-forsamling-kapellet', { fetchAutomatically: true }])
})

test('D49: an empty cell removes only with empty=remove, and only what its own column names', async (context) => {
  const service = await withPlace(context)
  const before = await stateOf(service)
  const rows = table(
    'key;name;published;longDescription;visitingInfo_city;phone;categories;opening_hours;lat;lon;type',
    'k;;;;;;;;;;',
  )
  assert.deepEqual(
    (await send(service, rows)).map(({ status }) => status),
    ['unchanged'],
  )
  const [result] = await send(service, rows, { empty: 'remove' })
  assert.equal(result?.status, 'changed', JSON.stringify(result))
  // A place has a name, so that stays and is noted.
  assert.deepEqual(
    result?.notes?.map(({ params }) => params.member),
    ['name'],
  )
  const { published, publishedBy, longDescription, visitingInfo, contactInfo, categories, openHours, ...rest } = before
  assert.deepEqual(await stateOf(service), {
    ...rest,
    visitingInfo: { address: 'Storgatan 1' },
    contactInfo: { email: 'a@b.se' },
    placeTypes: { external: {} },
  })
})

test('D49: a list is replaced as a whole, a member of a place type merges, and another type replaces', async (context) => {
  const service = await withPlace(context)
  const ids = ['01890000-0000-7000-8000-000000000002', '01890000-0000-7000-8000-000000000003']
  await send(service, table('key;categories;type', `k;${ids.join('|')};PollingStation`))
  assert.deepEqual(
    (await stateOf(service)).categories,
    ids.map((id) => ({ id })),
  )
  assert.deepEqual((await stateOf(service)).placeTypes, { pollingStation: { canPrintDubblettrostkort: true } })
  await send(service, table('key;type;placeTypes_pollingStation_canPrintDubblettrostkort', 'k;Cemetery;'), {
    empty: 'remove',
  })
  assert.deepEqual((await stateOf(service)).placeTypes, { cemetery: {} })
})

test('D49: features merge, NDJSON replaces, and either does the other on request', async (context) => {
  const service = await withPlace(context)
  const before = await stateOf(service)
  const feature = { type: 'Feature', id: 'k', geometry: null, properties: { name: 'Ny', longDescription: null } }
  const collection = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
  await send(service, collection, {}, 'geojson')
  assert.deepEqual((await stateOf(service)).longDescription, before.longDescription)
  await service.import([{ key: 'k', updatedBy: 'bo', shortDescription: 'Nytt', visitingInfo: { city: null } }], {
    mode: 'merge',
  })
  const merged = await stateOf(service)
  assert.deepEqual(
    [merged.shortDescription, merged.visitingInfo, merged.published],
    ['Nytt', before.visitingInfo, before.published],
  )
  await service.import([{ key: 'k', updatedBy: 'bo', visitingInfo: { city: null } }], {
    mode: 'merge',
    empty: 'remove',
  })
  assert.deepEqual((await stateOf(service)).visitingInfo, { address: 'Storgatan 1' })
  await service.import([place({ key: 'k' })])
  const replaced = await stateOf(service)
  assert.deepEqual(
    [replaced.published, replaced.shortDescription, replaced.visitingInfo],
    [undefined, undefined, undefined],
  )
})

test('a row is taken in without the cells that cannot be read, each of which is noted', async (context) => {
  const service = await openService(context)
  const rows = table(
    `${heading};phone;type;published;tags;openHours;placeDetails_hasToilet;media_links`,
    `${church};inget;Kirche;never;no uuid;{};perhaps;[{"url":"x","title":7}]`,
  )
  const [result] = await send(service, rows)
  assert.equal(result?.status, 'created', JSON.stringify(result))
  assert.deepEqual(
    result?.notes?.map(({ code, params }) => [code, params.member]),
    ['type', 'phone', 'published', 'tags', 'openHours', 'placeDetails.hasToilet', 'media.links'].map((member) => [
      'left-as-it-is',
      member,
    ]),
  )
  const { published, tags, openHours, media } = await stateOf(service)
  assert.deepEqual([published, tags, openHours, media], [undefined, undefined, undefined, undefined])
})

test('a row is refused only for what a place cannot be without, with all reasons', async (context) => {
  const service = await openService(context)
  const [result] = await send(service, table(heading, 'k;;prov;Församling;59,86;x'))
  assert.deepEqual([result?.status, result?.notes], ['refused', undefined])
  assert.deepEqual(result?.errors?.map(({ pointer }) => pointer).sort(), [
    '/geolocation/geometry/coordinates/0',
    '/name',
  ])
  const [wrong] = await send(service, table(`${heading};published;depublished`, `${church};2026-01-02;2026-01-01`))
  assert.deepEqual(
    wrong?.errors?.map(({ code }) => code),
    ['depublished-before'],
  )
})

for (const mode of ['merge', 'replace'] as const) {
  test(`D56: cells that cannot be read leave what a place has, with mode=${mode}`, async (context) => {
    const service = await withPlace(context)
    const { openHours, contactInfo, categories } = await stateOf(service)
    const rows = table(`${heading};opening_hours;phone;categories`, `${church};sol och vår;inget;x`)
    const [result] = await send(service, rows, { mode })
    assert.deepEqual([result?.status, result?.notes?.length], ['changed', 3], JSON.stringify(result))
    const after = await stateOf(service)
    assert.deepEqual([after.openHours, after.categories], [openHours, categories])
    assert.deepEqual((after.contactInfo as JsonObject).phone, (contactInfo as JsonObject).phone)
    const [ndjson] = await service.import([place({ key: 'k', opening_hours: 'sol' })], { mode })
    assert.deepEqual([ndjson?.status, ndjson?.notes?.length], ['changed', 1])
    assert.deepEqual((await stateOf(service)).openHours, openHours)
    const other = { opening_hours: 'Mo 09:00-12:00', openHours: [{ days: {} }] }
    const [twice] = await service.import([place({ key: 'k', ...other })], { mode })
    assert.deepEqual(
      twice?.errors?.map(({ code }) => code),
      ['osm-other-hours'],
    )
  })
}

test('D49: a key that stands twice in an import is refused the second time, unless it says the same', async (context) => {
  const service = await openService(context)
  const rows = table(
    heading,
    'kk7;Första;prov;F;59,86;17,64',
    'kk7;Andra;prov;F;59,87;17,65',
    'kk7;Första;prov;F;59,86;17,64',
  )
  for (const dryRun of [true, false]) {
    const results = await send(service, rows, { dryRun })
    assert.deepEqual(
      results.map(({ status, errors }) => [status, errors?.map(({ pointer, code }) => [pointer, code])]),
      [
        ['created', undefined],
        ['refused', [['/key', 'key-twice']]],
        ['unchanged', undefined],
      ],
      `dryRun ${dryRun}`,
    )
  }
  assert.equal((await service.imported('kk7'))?.place.name, 'Första')
  const [other] = await send(service, table(`${heading};source`, 'kk7;Andra;prov;F;59,87;17,65;parker'))
  assert.equal(other?.status, 'refused', 'source is no column yet')
})

test('many keys of an import are told apart', async (context) => {
  const service = await openService(context)
  const records = Array.from({ length: 5_000 }, (_, at) => place({ key: `${at % 4_999}`, name: `P${at}` }))
  const results = await service.import(records, { dryRun: true })
  assert.deepEqual(
    results.filter(({ status }) => status !== 'created').map(({ line }) => line),
    [5_000],
  )
})

test('present places are read once for all comparisons, and few at a time', async (context) => {
  const service = await openService(context)
  const keys = Array.from({ length: 600 }, (_, at) => `k${at}`)
  await service.import(keys.map((key) => place({ key })))
  const read: number[] = []
  const present: typeof service.target.present = (pairs) => {
    read.push(pairs.length)
    return service.target.present(pairs)
  }
  const guarded: number[] = []
  const guard = (line: number) => {
    guarded.push(line)
    return undefined
  }
  const options = { who: 'test', clock: () => now, mode: 'merge', updatedBy: 'anna', guard } as const
  const run = new ImportRun({ ...service.target, present }, options)
  const records = keys.map((key, at): ImportRecord => ({ line: at + 1, body: { key, name: 'Kyrkan' }, unread: [] }))
  async function* source() {
    yield records
  }
  const results = (await Array.fromAsync(run.import(source()))).flat()
  assert.deepEqual([...new Set(results.map(({ status }) => status))], ['changed'])
  assert.equal(guarded.length, keys.length)
  assert.equal(
    read.reduce((sum, count) => sum + count, 0),
    keys.length,
  )
  assert.ok(Math.max(...read) <= 250, read.join())
})
