import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnderstoodSearch } from '../../src/service/typed-searches.ts'
import { accepted, type Client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { suite } from '../support/suite.ts'

interface Suggested {
  readonly Search?: UnderstoodSearch
  readonly Near?: readonly UnderstoodSearch[]
}

const api = suite()
const always = {
  days: Object.fromEntries(
    ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  ),
}
const at = (longitude: number, latitude: number) => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
})
const church = { placeTypes: { churchAndChapel: {} } }
let made: Promise<Readonly<Record<string, string>>> | undefined

/** Adds the places before the first text is read: their names are known for a minute. */
function places(): Promise<Readonly<Record<string, string>>> {
  made ??= (async () => {
    const scene = api.scene()
    const owner = { name: 'Norrtälje-Malsta församling', type: 'Församling' }
    accepted(await api.admin.put(`/directory/owners/${scene.owner}`, owner), 201)
    const added = await scene.addAll(
      { name: 'Gamla Uppsala kyrka', ...church, ...at(17.63, 59.9), openHours: [always] },
      {
        name: 'Uppsala domkyrka',
        ...church,
        ...at(17.63, 59.86),
        contactInfo: { phone: { CountryCode: 46, AreaCode: 8, Number: 46500463 } },
      },
      {
        name: 'Sankt Olofs kapell',
        ...church,
        ...at(14.1, 55.63),
        visitingInfo: { address: 'Storgatan 6', postalCode: '277 54', city: 'Sankt Olof' },
      },
      {
        name: 'Kyrkogården',
        placeTypes: { cemetery: {} },
        ...at(17.6, 59.8),
        visitingInfo: { address: 'Storgatan 64', city: 'Uppsala' },
      },
      {
        name: 'Expeditionen',
        placeTypes: { secretariat: {} },
        ...at(18.7, 59.76),
        placeDetails: { hasWifi: true, hasParking: true },
      },
      {
        name: 'Skolan',
        placeTypes: { pollingStation: {} },
        ...at(17.7, 59.62),
        placeDetails: { hasCafe: true, accessibility: { hasRamp: true, toiletAccessible: true } },
      },
      {
        name: 'Storkyrkan',
        ...church,
        ...at(18.07, 59.33),
        openHours: [{ validFrom: '2026-12-24', validTo: '2026-12-24', days: { th: [{ from: '10:00', to: '12:00' }] } }],
      },
      {
        name: 'Dold gård',
        published: null,
        ...at(17.64, 59.85),
        visitingInfo: { address: 'Hemligvägen 9', city: 'Hemligby' },
        contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 777777 } },
      },
    )
    return Object.fromEntries(added.map(({ name, id }) => [name, id]))
  })()
  return made
}

async function read(text: string, client: Client = api.admin, more = '&lang=en'): Promise<Suggested> {
  await places()
  return accepted(await client.get<Suggested>(`/place/suggest?q=${encodeURIComponent(text)}${more}`))
}

/** The text of a search in words, and the names that it finds. */
async function found(text: string): Promise<readonly [label: string, names: readonly string[]]> {
  const { Search } = await read(text)
  assert.ok(Search, text)
  const { Results } = accepted(await api.admin.get<PageAnswer>(`/place?${Search.query}`))
  return [Search.label, Results.map(({ name }) => name)]
}

const cases: Readonly<Record<string, readonly [label: string, ...names: readonly string[]]>> = {
  'öppen kyrka uppsala': ['Church or chapel · open now · near Uppsala', 'Gamla Uppsala kyrka'],
  'church uppsala': [
    'Church or chapel · near Uppsala',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
    'Storkyrkan',
    'Sankt Olofs kapell',
  ],
  'kyrkor i norrtälje': [
    'Church or chapel · near Norrtälje',
    'Storkyrkan',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
    'Sankt Olofs kapell',
  ],
  'rullstol toalett': ['Accessible toilet · ramp', 'Skolan'],
  'wheelchair café': ['Café · ramp', 'Skolan'],
  'kyrkogård nära mig': ['Cemetery · near me', 'Kyrkogården'],
  'open christmas eve': ['Open on Christmas Eve, 24 December', 'Gamla Uppsala kyrka', 'Storkyrkan'],
  'öppet julafton kl 11 uppsala': [
    'Open on Christmas Eve, 24 December, at 11:00 · near Uppsala',
    'Gamla Uppsala kyrka',
    'Storkyrkan',
  ],
  '08-465 004 63': ['08-465 004 63', 'Uppsala domkyrka'],
  '0846500463': ['08-465 004 63', 'Uppsala domkyrka'],
  '+46 8 465 004 63': ['08-465 004 63', 'Uppsala domkyrka'],
  'storgatan 6': ['Storgatan 6', 'Sankt Olofs kapell'],
  'uppsala domkyrka': ['“uppsala domkyrka”', 'Uppsala domkyrka'],
  'sankt olof': ['“sankt olof”', 'Sankt Olofs kapell'],
  's:t olof': ['“s:t olof”', 'Sankt Olofs kapell'],
  'kyrka i sankt olof': [
    'Church or chapel · near Sankt Olof',
    'Sankt Olofs kapell',
    'Storkyrkan',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
  ],
  wifi: ['Wifi', 'Expeditionen'],
  'kykogård upsala': ['Cemetery · near Uppsala', 'Kyrkogården'],
  'kyrka inom 5 km från uppsala': [
    'Church or chapel · near Uppsala · within 5 km',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
  ],
  kyrkauppsala: [
    'Church or chapel · near Uppsala',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
    'Storkyrkan',
    'Sankt Olofs kapell',
  ],
  '46 8 465 004 63': ['08-465 004 63', 'Uppsala domkyrka'],
  'skolan vallokl': ['Polling station, main polling station · “skolan”', 'Skolan'],
  'storgatan 6b': ['Storgatan 6', 'Sankt Olofs kapell'],
  'domkyrkan i uppsala': ['“domkyrka” · near Uppsala', 'Uppsala domkyrka'],
  sommarkyrka: ['Church or chapel', 'Gamla Uppsala kyrka', 'Sankt Olofs kapell', 'Storkyrkan', 'Uppsala domkyrka'],
  'var ligger storkyrkan': ['“storkyrkan”', 'Storkyrkan'],
  'vallokal 277 54': ['Polling station, main polling station · near 277 54', 'Skolan'],
  '999 99': ['“999 99”'],
  '01890a5d-ac96': ['“01890a5d-ac96”'],
  'https://places.example.org/p/nowhere-at-all': ['“https://places.example.org/p/nowhere-at-all”'],
  'parkering sigtuna': ['Parking · near Sigtuna', 'Expeditionen'],
  expedition: ['Parish office', 'Expeditionen'],
  vallokal: ['Polling station, main polling station', 'Skolan'],
  sorkyrkan: ['“sorkyrkan”', 'Storkyrkan'],
  'begravningsplats stängd': ['Cemetery · “stängd”'],
  'Norrtälje-Malsta församling wifi': ['Wifi · Norrtälje-Malsta församling', 'Expeditionen'],
  'Domkyrkoplan 2, 753 10 Uppsala': [
    'Near Uppsala',
    'Uppsala domkyrka',
    'Gamla Uppsala kyrka',
    'Kyrkogården',
    'Skolan',
    'Expeditionen',
    'Storkyrkan',
    'Sankt Olofs kapell',
  ],
}

for (const [text, [label, ...names]] of Object.entries(cases)) {
  test(`“${text}” is understood as “${label}”, and finds what that means`, async () => {
    assert.deepEqual(await found(text), [label, names])
  })
}

test('a position and an id are understood', async () => {
  const ids = await places()
  assert.deepEqual((await found('59.86, 17.64'))[1][0], 'Uppsala domkyrka')
  const { Results } = accepted(await api.admin.get<PageAnswer>(`/place?id=${ids.Storkyrkan}`))
  const slug = String(Results[0]?.slug)
  for (const text of [ids.Storkyrkan!, `/p/${slug}`, `https://places.example.org/p/${slug}?lang=en`])
    assert.deepEqual((await found(text))[1], ['Storkyrkan'], text)
})

test('each part says what it was read from, in the language of the caller', async () => {
  const { Search } = await read('Öppen kyrka  i Uppsala', api.admin, '&lang=sv')
  assert.equal(Search?.label, 'Kyrka eller kapell · öppet nu · nära Uppsala')
  const parts = Search.parts.map(({ text, member, label, name }) => [text, member, label, name])
  assert.deepEqual(parts, [
    ['kyrka', 'is', 'Kyrka eller kapell', undefined],
    ['Öppen', 'openAt', 'Öppet nu', undefined],
    ['i Uppsala', 'nearby', 'Nära Uppsala', 'Uppsala'],
  ])
  assert.equal((await read('kyrkogård nära mig')).Search?.parts.at(-1)?.value, undefined)
})

test('a distance from the position of the person is part of the search once that is known', async () => {
  const { Search } = await read('kyrka inom 5 km')
  assert.equal(Search?.query, 'is=ChurchAndChapel')
  const parts = Search.parts.slice(1).map(({ text, member, value }) => [text, member, value])
  assert.deepEqual(parts, [
    ['inom 5 km', 'nearby', undefined],
    ['inom 5 km', 'nearbyRadius', '5000'],
  ])
})

test('the last word is completed to towns', async () => {
  const { Near = [] } = await read('church upps')
  assert.equal(Near[0]?.label, 'Church or chapel · near Uppsala')
  assert.equal((await read('church uppsala')).Near, undefined)
})

test('what a caller may not see changes nothing of what is understood', async () => {
  const visitor = await api.keyed(['read-published'])
  for (const text of ['kyrka hemligby', 'Hemligvägen 9', 'hemligb', '018-77 77 77', 'dold gård', 'dold gård uppsala']) {
    const { Search, Near } = await read(text, visitor)
    const unknown = await read(
      text
        .replaceAll(/hemlig/gi, 'fremmed')
        .replace('77', '78')
        .replace('dold', 'delt'),
      visitor,
    )
    assert.deepEqual(
      [Search?.parts.map(({ member }) => member), Near?.length],
      [unknown.Search?.parts.map(({ member }) => member), unknown.Near?.length],
      text,
    )
  }
})

test('positions are found by the words of towns and addresses that the caller may see', async () => {
  await places()
  const visitor = await api.keyed(['read-published'])
  const find = async (q: string, client: Client = api.admin) => {
    const answer = await client.get<{ Results: readonly { text: string }[] }>(
      `/position?q=${encodeURIComponent(q)}&lang=sv`,
    )
    return accepted(answer).Results.map(({ text }) => text)
  }
  assert.equal((await find('uppsa'))[0], 'Uppsala')
  assert.equal((await find('gothenb'))[0], 'Göteborg')
  assert.ok((await find('uppsala')).includes('Uppsala'))
  assert.ok(!(await find('uppsala')).includes('Storgatan, Uppsala'), 'a town alone means none of its streets')
  const [first] = accepted(
    await api.admin.get<{ Results: readonly { text: string }[] }>('/position?q=uppsala&limit=1'),
  ).Results
  assert.equal(first?.text, 'Uppsala')
  assert.equal((await find('storgatan uppsala'))[0], 'Storgatan, Uppsala')
  assert.deepEqual(await find('storgatan 6 sankt'), ['Storgatan 6, Sankt Olof'])
  assert.deepEqual(await find('storgatan 60'), ['Storgatan, Uppsala', 'Storgatan, Sankt Olof'])
  for (const [name, address, city] of [
    ['Bokgården A', 'Bokgatan 1', 'Gamla Solsta'],
    ['Bokgården B', 'Bokgatan 2', 'Solsta'],
  ] as const)
    accepted(await api.admin.put('/place', validPlace({ name, visitingInfo: { address, city } })), 201)
  assert.deepEqual(await find('bokgatan sols'), ['Bokgatan, Solsta', 'Bokgatan, Gamla Solsta'], 'the town begins so')
  assert.deepEqual(await find('bokgatan gamla sols'), ['Bokgatan, Gamla Solsta'])
  assert.deepEqual(await find('hemligvägen'), ['Hemligvägen, Hemligby'])
  assert.deepEqual(await find('hemligvägen', visitor), [])
  assert.equal((await find('')).length, 10)
  refused(await api.admin.get(`/position?q=${'x'.repeat(101)}`), 400, /at most 100 characters/)
})

test('openOn and telephone refuse what they cannot read', async () => {
  refused(await api.admin.get('/place?openOn=julafton'), 400, /openOn must be a day that exists/)
  refused(await api.admin.get('/place?openOn=2026-02-30'), 400, /openOn/)
  const others = ['2026-12-05,', '2026-12-06/2026-12-05', '2026-12-01/2027-01-01', '2026-12-05/2026-12-06,2026-12-07']
  for (const days of others)
    refused(await api.admin.get(`/place?openOn=${days}`), 400, /openOn must be a day .*at most 31/)
  refused(await api.admin.get('/place?telephone=kyrka'), 400, /telephone must be a telephone number/)
})
