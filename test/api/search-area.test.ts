import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceMetres } from '../../src/geo/sphere.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

/** Places named by their coordinates. */
async function points(...coordinates: readonly (readonly [longitude: number, latitude: number])[]): Promise<Scene> {
  const here = api.scene()
  for (const [longitude, latitude] of coordinates) {
    await here.add({ name: `${longitude},${latitude}`, geolocation: pointAt(longitude, latitude) })
  }
  return here
}

const distances = async (here: Scene, nearby: string) =>
  accepted(await here.search({ nearby, expand: 'distance' })).Results.map(({ distance }) => distance ?? Number.NaN)

/** Metres on the sphere of D34, by the law of cosines: good for distances that are not small. */
function arc([lon, lat]: readonly [number, number], [toLon, toLat]: readonly [number, number]): number {
  const rad = Math.PI / 180
  const cosine =
    Math.sin(lat * rad) * Math.sin(toLat * rad) +
    Math.cos(lat * rad) * Math.cos(toLat * rad) * Math.cos((toLon - lon) * rad)
  return 6_371_008.8 * Math.acos(Math.min(1, Math.max(-1, cosine)))
}

test('D34: distance is great-circle on a sphere of radius 6,371,008.8 m', async () => {
  const from = [17.6389, 59.8586] as const
  const targets = [
    [18.0686, 59.3293],
    [12.5683, 55.6761],
    [-74.006, 40.7128],
    [151.2093, -33.8688],
    [-162.3611, -59.8586],
  ] as const
  const here = await points(...targets)
  const measured = await distances(here, from.join(','))
  const expected = targets.map((target) => arc(from, target)).sort((one, other) => one - other)
  for (const [index, metres] of expected.entries()) {
    assert.ok(Math.abs((measured[index] ?? Number.NaN) - metres) < 1, `${measured[index]} is ${metres}`)
  }
})

test('D34: one degree along the equator, a quarter and half of the globe', async () => {
  const here = await points([1, 0], [90, 0], [180, 0])
  const [degree, quarter, half] = await distances(here, '0,0')
  assert.ok(Math.abs((degree ?? 0) - 111_195.08) < 0.01, `${degree}`)
  assert.ok(Math.abs((quarter ?? 0) - 10_007_557.22) < 0.01, `${quarter}`)
  assert.ok(Math.abs((half ?? 0) - 20_015_114.44) < 0.01, `${half}`)
})

test('D34: small distances are exact too', async () => {
  const here = await points([17.000001, 59], [17, 59])
  const [none, small] = await distances(here, '17,59')
  assert.equal(none, 0)
  assert.ok(Math.abs((small ?? 0) - 0.05727) < 0.001, `${small}`)
})

test('D34: a place at exactly the radius is inside', async () => {
  const centre = [17, 59] as const
  const targets = [
    [17.01, 59.01],
    [17.2, 59.3],
    [-150, 10],
  ] as const
  const here = await points(...targets)
  for (const [index, target] of targets.entries()) {
    const metres = distanceMetres(centre, target)
    const within = async (radius: number) => (await here.names(`nearby=17,59&nearbyRadius=${radius}`)).length
    assert.deepEqual([await within(metres), await within(metres * (1 - 1e-12))], [index + 1, index], `${metres} m`)
  }
})

test('D34: a radius filters and the order is by distance', async () => {
  const here = await points([17.3, 59], [17.1, 59], [17.2, 59], [17.1, 60])
  assert.deepEqual(await here.names('nearby=17,59&nearbyRadius=20000'), ['17.1,59', '17.2,59', '17.3,59'])
  assert.deepEqual(await here.names('nearby=17,59&nearbyRadius=12000'), ['17.1,59', '17.2,59'])
  assert.equal(accepted(await here.search('nearby=17,59&nearbyRadius=12000&limit=1')).TotalHits, 2)
  assert.deepEqual(await here.names('nearby=17,59&nearbyRadius=20000&orderby=distance-'), [
    '17.3,59',
    '17.2,59',
    '17.1,59',
  ])
  assert.deepEqual(await here.names('nearby=17,59&nearbyRadius=20000&orderby=name-&limit=1'), ['17.3,59'])
})

test('D34: the antimeridian works', async () => {
  const here = await points([179.9, 0], [-179.9, 0], [179, 0])
  assert.deepEqual(
    await here.found('nearby=180,0&nearbyRadius=20000'),
    await here.found('nearby=-180,0&nearbyRadius=20000'),
  )
  assert.deepEqual(await here.found('nearby=-179.95,0&nearbyRadius=20000'), ['-179.9,0', '179.9,0'])
  assert.deepEqual(await here.names('nearby=-179.99,0'), ['-179.9,0', '179.9,0', '179,0'])
})

test('D34: the poles work', async () => {
  const here = await points([0, 89.95], [180, 89.95], [-90, 89.9], [40, -90])
  assert.deepEqual(await here.found('nearby=0,90&nearbyRadius=6000'), ['0,89.95', '180,89.95'])
  assert.deepEqual(await here.found('nearby=123,89.99&nearbyRadius=15000'), ['-90,89.9', '0,89.95', '180,89.95'])
  assert.deepEqual(await here.found('nearby=-77,-90&nearbyRadius=1'), ['40,-90'])
})

test('D34: a radius of half the globe and more holds everything', async () => {
  const here = await points([0, 0], [180, 0], [0, 90])
  assert.equal((await here.names('nearby=0,0&nearbyRadius=20015115')).length, 3)
  assert.equal((await here.names('nearby=0,0&nearbyRadius=1e300')).length, 3)
})

test('D34: equal distances order by id', async () => {
  const here = api.scene()
  const places = await here.addAll('A', 'B', 'C')
  const found = accepted(await here.search('nearby=17,59')).Results.map(({ id }) => id)
  assert.deepEqual(found, places.map(({ id }) => id).sort())
})

test('D35: expand=distance adds distance, without nearby it is 400', async () => {
  const here = await points([17, 59])
  const [place] = accepted(await here.search('nearby=17,59&expand=distance,owner')).Results
  assert.equal(place?.distance, 0)
  assert.equal(place?.owner.name, here.owner)
  const [plain] = accepted(await here.search('nearby=17,59')).Results
  assert.equal('distance' in (plain ?? {}), false)
  refused(await here.search('expand=distance'), 400, /nearby/)
})

test('D35: bbox filters by box, edges included', async () => {
  const here = await points([10, 50], [20, 60], [15, 55], [9.999, 55], [15, 60.001])
  assert.deepEqual(await here.found('bbox=10,50,20,60'), ['10,50', '15,55', '20,60'])
  assert.deepEqual(await here.found('bbox=15,55,15,55'), ['15,55'])
  assert.deepEqual(await here.found('bbox=-180,-90,180,90'), ['10,50', '15,55', '15,60.001', '20,60', '9.999,55'])
})

test('D35: west > east crosses the antimeridian', async () => {
  const here = await points([179, 0], [-179, 0], [0, 0], [170, 0], [180, 0], [-180, 0])
  assert.deepEqual(await here.found('bbox=175,-10,-175,10'), ['-179,0', '-180,0', '179,0', '180,0'])
  assert.deepEqual(await here.found('bbox=-175,-10,175,10'), ['0,0', '170,0'])
})

test('D35: bbox and nearby combine', async () => {
  const here = await points([17, 59], [17.1, 59], [16.9, 59])
  assert.deepEqual(await here.names('bbox=17,58,18,60&nearby=17.2,59'), ['17.1,59', '17,59'])
})

test('D35: a wrong bbox is 400', async () => {
  for (const bbox of [
    '1,2,3',
    '1,2,3,4,5',
    'a,b,c,d',
    '0,10,10,0',
    '-181,0,0,10',
    '0,-91,10,0',
    '0,0,181,10',
    '0,0,10,91',
    '1,,2,3',
  ]) {
    refused(await api.admin.get(`/place?bbox=${bbox}`), 400, /bbox/)
  }
})
