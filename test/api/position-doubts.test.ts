import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, pointAt, refused, validPlace } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

interface Answer {
  readonly Doubts: readonly { readonly code: string; readonly detail: string; readonly params: object }[]
}

let made: Promise<void> | undefined

/** Makes places in two countries, whose towns are known from then on. */
async function makePlaces(): Promise<void> {
  for (const [name, longitude, latitude] of [
    ['Domkyrkan', 17.6336, 59.858],
    ['Nidaros', 10.3969, 63.4269],
  ] as const) {
    const place = validPlace({ name, geolocation: pointAt(longitude, latitude), published: '2020-01-01' })
    accepted(await api.admin.put('/place', place), 201)
  }
}

async function doubtsAt(at: readonly [number, number], town = ''): Promise<Answer['Doubts']> {
  made ??= makePlaces()
  await made
  const query = new URLSearchParams({ at: at.join(), town })
  return accepted(await api.admin.get<Answer>(`/position/doubts?${query}`)).Doubts
}

const codesAt = async (at: readonly [number, number], town?: string) =>
  (await doubtsAt(at, town)).map(({ code }) => code)

test('D73: exchanged coordinates raise a doubt, with the town of the address and without', async () => {
  assert.deepEqual(await codesAt([59.858, 17.6336], 'Uppsala'), ['position-swapped'])
  assert.deepEqual(await codesAt([59.858, 17.6336]), ['position-swapped'])
  assert.deepEqual(await codesAt([17.6336, 59.858], 'uppsala'), [])
  assert.deepEqual(await codesAt([0, 0]), ['position-zero'])
})

test('D73: a position in another country than the town of its address raises a doubt', async () => {
  assert.deepEqual(await doubtsAt([10.3969, 63.4269], 'Uppsala'), [
    {
      code: 'position-town',
      detail: "the position is in NO, but the town of the address, 'Uppsala', is in SE",
      params: { country: 'NO', town: 'Uppsala', countries: ['SE'] },
    },
  ])
  assert.deepEqual(await codesAt([10.3969, 63.4269], 'Trondheim'), [])
  assert.deepEqual(await codesAt([10.3969, 63.4269], 'Ingenstad'), [], 'an unknown town says nothing')
})

test('D73: water raises a doubt, on a sea and a lake, and none near a shore', async () => {
  assert.deepEqual(await codesAt([19.6, 58.2]), ['position-water'], 'the Baltic')
  assert.deepEqual(await codesAt([14.45, 58.2]), ['position-water'], 'Vättern')
  assert.deepEqual(await codesAt([-30, 40]), ['position-water'], 'the Atlantic, where the map is coarse')
  for (const [name, at] of [
    ['Visingsö', [14.34, 58.05]],
    ['Riddarholmskyrkan', [18.0645, 59.3248]],
    ['the quay of Gränna', [14.4596, 58.0274]],
    ['Venice', [12.3358, 45.4345]],
    ['land', [15.6, 60.6]],
  ] as const)
    assert.deepEqual(await codesAt(at), [], name)
})

test('D73: a position that cannot be read is refused by its parameter', async () => {
  const { detail } = refused(await api.admin.get('/position/doubts?at=17.6;59.8'), 400)
  assert.match(detail, /^at must be <longitude>,<latitude>/)
})
