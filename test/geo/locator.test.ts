import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type LocatorOptions, readBoundaryOptions } from '../../src/geo/boundary-options.ts'
import { createLocator } from '../../src/geo/locator.ts'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { box, collection, feature } from '../support/boundaries.ts'
import { runs } from '../support/runs.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'))
})
after(() => rm(folder, { recursive: true }))

async function save(name: string, content: JsonValue | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return file
}

/** Two districts that share the arc at longitude 15, quantized. */
const topology: JsonObject = {
  type: 'Topology',
  transform: { scale: [0.5, 0.5], translate: [14, 57] },
  arcs: [
    [
      [2, 0],
      [0, 4],
    ],
    [
      [2, 4],
      [-2, 0],
      [0, -4],
      [2, 0],
    ],
    [
      [2, 4],
      [2, 0],
      [0, -4],
      [-2, 0],
    ],
  ],
  objects: {
    district: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { code: '0101', kommun: 'West' } },
        { type: 'Polygon', arcs: [[0, 2]], properties: { code: null, kommun: 'East' } },
      ],
    },
    county: { type: 'Polygon', arcs: [[1, -3]], properties: { lan: 'Both' } },
  },
}

test('D24: without boundaries only the country is told, and nothing on the high seas', async () => {
  const locate = await createLocator({ layers: [] })
  assert.deepEqual(locate([18.07, 59.33]), { country: 'SE' })
  assert.deepEqual(locate([0, -90]), { country: 'AQ' })
  assert.equal(locate([0, 0]), undefined)
  assert.equal(locate([0, 90]), undefined)
})

test('D24: longitudes 180 and -180 are in the same country', async () => {
  const locate = await createLocator({ layers: [] })
  assert.deepEqual(locate([180, -16.5]), { country: 'FJ' })
  assert.deepEqual(locate([-180, -16.5]), { country: 'FJ' })
})

test('D24: a TopoJSON layer feeds the configured fields, also gzipped; null values tell nothing', async () => {
  await save('district.topojson.gz', gzipSync(JSON.stringify(topology)))
  const configuration = await save('topology.json', {
    layers: [
      { file: 'district.topojson.gz', object: 'district', fields: { lkf: 'code', municipality: 'kommun' } },
      { file: 'district.topojson.gz', object: 'county', fields: { county: 'lan' } },
    ],
  })
  const locate = await createLocator(await readBoundaryOptions(configuration))
  assert.deepEqual(locate([14.5, 58]), { lkf: '0101', county: 'Both', municipality: 'West', country: 'SE' })
  assert.deepEqual(locate([15.5, 58]), { county: 'Both', municipality: 'East', country: 'SE' })
  assert.deepEqual(locate([16, 56.5])?.municipality, undefined)
})

test('D24: the first layer that gives a field wins, the next ones fill what is left', async () => {
  await save('inner.geojson', collection(feature({ name: 'Inner' }, box(14, 57, 15, 58))))
  await save('outer.geojson', collection(feature({ town: 'Outer', land: 'XX' }, box(10, 50, 20, 60))))
  const configuration = await save('order.json', {
    layers: [
      { file: 'inner.geojson', fields: { municipality: 'name' } },
      { file: 'outer.geojson', fields: { municipality: 'town', country: 'land' } },
    ],
  })
  const locate = await createLocator(await readBoundaryOptions(configuration))
  assert.deepEqual(locate([14.5, 57.5]), { municipality: 'Inner', country: 'XX' })
  assert.deepEqual(locate([15.5, 57.5]), { municipality: 'Outer', country: 'XX' })
})

test('D24: of overlapping features of a layer the earlier counts first, field by field', async () => {
  const file = await save(
    'overlap.geojson',
    collection(
      feature({ municipality: 'First', county: ' ' }, box(0, 0, 10, 10)),
      feature({ municipality: 'Second', county: 'Second' }, box(5, 0, 15, 10)),
    ),
  )
  const locate = await createLocator(await readBoundaryOptions(file))
  assert.equal(locate([7, 5])?.municipality, 'First')
  assert.equal(locate([7, 5])?.county, 'Second')
  assert.equal(locate([2, 5])?.county, undefined)
})

test('D24: holes, several polygons, numbers as codes, and shapes without an area', async () => {
  const lake = feature({ lkf: 114 }, box(30, -40, 40, -30), box(34, -36, 36, -34))
  const islands: JsonObject = {
    type: 'Feature',
    properties: { lkf: 'Islands' },
    geometry: { type: 'MultiPolygon', coordinates: [[box(50, -40, 51, -39)], [box(52, -40, 53, -39)]] },
  }
  const point: JsonObject = {
    type: 'Feature',
    properties: { lkf: 'Point' },
    geometry: { type: 'Point', coordinates: [0, 0] },
  }
  const nowhere: JsonObject = { type: 'Feature', properties: { lkf: 'Nowhere' }, geometry: null }
  const file = await save('shapes.geojson', collection(point, nowhere, lake, islands))
  const locate = await createLocator(await readBoundaryOptions(file))
  assert.equal(locate([31, -39])?.lkf, '114')
  assert.equal(locate([35, -35])?.lkf, undefined)
  assert.equal(locate([50.5, -39.5])?.lkf, 'Islands')
  assert.equal(locate([51.5, -39.5]), undefined)
  assert.equal(locate([52.5, -39.5])?.lkf, 'Islands')
})

test('D24: every position off the borders of generated boxes is located as by comparison', async () => {
  const side = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
  const boxes = fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 12 })
  const step = fc.integer({ min: 0, max: 80 }).map((whole) => whole + 0.5)
  await fc.assert(
    fc.asyncProperty(
      boxes,
      fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 20 }),
      async (sides, positions) => {
        const edges = sides.map(
          ([[west, width], [south, height]]) => [west, south, west + width, south + height] as const,
        )
        const file = await save(
          'generated.geojson',
          collection(...edges.map((edge, number) => feature({ lkf: `box ${number}` }, box(...edge)))),
        )
        const locate = await createLocator({ layers: [{ file, fields: { lkf: 'lkf' } }] })
        for (const [x, y] of positions) {
          const first = edges.findIndex(([west, south, east, north]) => x > west && x < east && y > south && y < north)
          assert.equal(locate([x, y])?.lkf, first < 0 ? undefined : `box ${first}`)
        }
      },
    ),
    { numRuns: runs(90) },
  )
})

test('the options cross a worker thread unchanged', async () => {
  const file = await save('plain.geojson', collection(feature({ county: 'C' }, box(0, 0, 1, 1))))
  const options: LocatorOptions = await readBoundaryOptions(file)
  assert.deepEqual(structuredClone(options), options)
})

const good = () => collection(feature({ name: 'A' }, box(0, 0, 1, 1)))
const layer = (more: JsonObject = {}): JsonObject => ({ file: 'a.geojson', fields: { county: 'name' }, ...more })

/** Configuration (or boundary file), and what its refusal must say. */
const wrong: [what: string, document: JsonValue, message: RegExp, boundaries?: JsonValue][] = [
  ['is a list', [], /must be \{"layers"/],
  ['has no layers', { layers: [] }, /layers must be 1 to 100, got 0/],
  ['has an unknown member', { layers: [layer()], layer: 1 }, /the configuration has 'layer', must be layers/],
  ['has an unknown member of a layer', { layers: [layer({ objects: 'x' })] }, /layers\[0\] has 'objects'/],
  ['names no file', { layers: [{ fields: { county: 'name' } }] }, /layers\[0\]\.file must name a file/],
  ['names a missing file', { layers: [layer({ file: 'none.geojson' })] }, /none\.geojson: cannot be read: ENOENT/],
  ['has no fields', { layers: [layer({ fields: {} })] }, /layers\[0\]\.fields must give at least one of lkf, county/],
  ['has an unknown field', { layers: [layer({ fields: { kommun: 'name' } })] }, /layers\[0\]\.fields has 'kommun'/],
  ['has an empty property', { layers: [layer({ fields: { county: '' } })] }, /fields\.county must name a property/],
  [
    'names a property that is not there',
    { layers: [layer(), layer({ fields: { county: 'lan' } })] },
    /a\.geojson: layers\[1\] takes county from property 'lan', which no feature has; they have name/,
  ],
  [
    'names an object of GeoJSON',
    { layers: [layer({ object: 'x' })] },
    /layers\[0\] names the object 'x', but only TopoJSON/,
  ],
  [
    'leaves the object open',
    { layers: [layer()] },
    /must name one of its objects, the file has district, county/,
    topology,
  ],
  [
    'names an unknown object',
    { layers: [layer({ object: 'toString' })] },
    /the object 'toString', the file has district/,
    topology,
  ],
  [
    'leads to no boundaries',
    { layers: [layer()] },
    /a\.geojson: must be a GeoJSON FeatureCollection/,
    { type: 'Point' },
  ],
  ['leads to points', { layers: [layer()] }, /layers\[0\] has no Polygon and no MultiPolygon/, collection()],
  [
    'leads to a property of another kind',
    { layers: [layer()] },
    /layers\[0\]: property 'name' must be a text of at most 2000 characters, a number or null, got \[1\]/,
    collection(feature({ name: [1] }, box(0, 0, 1, 1))),
  ],
  ['is GeoJSON without fields', good(), /no polygon has a property named lkf, county/],
  ['is TopoJSON with several objects', topology, /has several objects \(district, county\)/],
]

for (const [what, document, message, boundaries] of wrong) {
  test(`a configuration that ${what} is refused with one line`, async () => {
    await save('a.geojson', boundaries ?? good())
    const file = await save('wrong.json', document)
    await assert.rejects(readBoundaryOptions(file), (error: Error) => {
      assert.match(error.message, message)
      assert.match(error.message, /^BOUNDARIES: \/[^\n]+$/)
      return true
    })
  })
}

test('a file that is no JSON, or broken gzip, is refused with one line', async () => {
  for (const content of ['{', '', '\x1f\x8bnot gzip']) {
    const file = await save('broken.json', Buffer.from(content, 'latin1'))
    await assert.rejects(readBoundaryOptions(file), /^BoundaryError: BOUNDARIES: [^\n]+broken.json: is not JSON[^\n]*$/)
  }
})

test('polygons in projected coordinates, or that are none, are refused with the feature and the value', async () => {
  const cases: [JsonValue, RegExp][] = [
    [[box(674032, 6580822, 674033, 6580823)], /feature 1 must be rings .*degrees \(WGS84\), got \[674032,6580822\]/],
    [
      [
        [
          [0, 0],
          ['1', 0],
          [1, 1],
          [0, 0],
        ],
      ],
      /got \["1",0\]/,
    ],
    [[], /got \[\]/],
    [[[]], /got \[\]/],
    [[[[0, 0], null]], /got null/],
    ['x', /got "x"/],
  ]
  for (const [coordinates, message] of cases) {
    const bad: JsonObject = { type: 'Feature', properties: { lkf: 'b' }, geometry: { type: 'Polygon', coordinates } }
    const file = await save('bad.geojson', collection(feature({ lkf: 'a' }, box(0, 0, 1, 1)), bad))
    await assert.rejects(createLocator({ layers: [{ file, fields: { lkf: 'lkf' } }] }), message)
  }
})

test('TopoJSON with arcs that are not there, or no transform at all, is refused or read', async () => {
  const polygon = (arcs: JsonValue): JsonObject => ({ type: 'Polygon', arcs, properties: { lkf: 'a' } })
  const plain = { type: 'Topology', arcs: [box(0, 0, 1, 1)] }
  const broken = await save('broken.topojson', { ...plain, objects: { a: polygon([[7]]) } })
  const fields = { lkf: 'lkf' }
  await assert.rejects(
    createLocator({ layers: [{ file: broken, fields }] }),
    /object 'a', geometry 0 cannot be decoded/,
  )
  const transform = { scale: 1, translate: [0, 0] }
  const odd = await save('odd.topojson', { ...plain, transform, objects: { a: polygon([[0]]) } })
  await assert.rejects(createLocator({ layers: [{ file: odd, fields }] }), /its arcs or transform are no TopoJSON/)
  const whole = await save('whole.topojson', { ...plain, objects: { a: polygon([[0]]) } })
  const locate = await createLocator({ layers: [{ file: whole, fields }] })
  assert.equal(locate([0.5, 0.5])?.lkf, 'a')
})
