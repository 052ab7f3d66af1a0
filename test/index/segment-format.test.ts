import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { columnKinds } from '../../src/index/segment/segment-data.ts'
import { segmentFormat } from '../../src/index/segment/segment-format.ts'
import type { Field } from '../../src/place/fields.ts'
import { createModel, type Model } from '../../src/place/model.ts'
import { type Row, type StoredRow, storedRow } from '../../src/read-model/row.ts'
import { sampleRows } from '../../src/read-model/sample-rows.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { placeIdOf } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

/** The segment of the places below; it never changes without the format. */
const known = { format: 's80ziDg-XvDgQlYOjunY0PHfpGxSL4SHbG6Jhicdnt8', checksum: 'c95359db' }

test('the same places become the same bytes, until the format says otherwise', async () => {
  const model = createModel()
  const places = Array.from({ length: 60 }, (_, number) => {
    const [place] = fc.sample(arbitraryPlace(placeIdOf(number)), { numRuns: 1, seed: number })
    return place!
  })
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: places.length, smallPlaces: 0 } })
  world.put(...places)
  await world.index.settle()
  const [segment] = world.index.state()?.segments ?? []
  assert.ok(segment)
  let sum = 0
  const shape = JSON.stringify(segment.data, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value
    sum = crc32(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), sum)
    return value.constructor.name
  })
  sum = crc32(shape, sum)
  const advice = 'if only the checksum differs, increase encodingVersion by one; then note both here'
  assert.deepEqual({ format: segmentFormat(), checksum: sum.toString(16) }, known, advice)
})

test('a row with another member is of another format', () => {
  const rows = sampleRows()
  const widened = rows.map((row) => ({ ...row, rank: 1 }) as Row)
  assert.equal(segmentFormat(rows), segmentFormat())
  assert.notEqual(segmentFormat(widened), segmentFormat())
})

test('a field in a column of another kind is of another format', () => {
  for (const kind of Object.keys(columnKinds) as (keyof typeof columnKinds)[]) {
    const of = [...createModel().fields.values()].find((field) => field.kind === kind && field.name !== 'name')
    assert.ok(of, `no field of the kind ${kind}`)
    for (const other of ['string', 'text', 'instant'] as const) {
      if (columnKinds[other] === columnKinds[kind]) continue
      const model = modelWith({ ...of, kind: other })
      assert.notEqual(segmentFormat(undefined, model), segmentFormat(), `${of.name} as ${other}`)
    }
  }
})

test('the sample has every member of a stored row', () => {
  const members = { document: 0, revision: 0, names: 0, parentName: 0, publicSpan: 0 } satisfies Record<
    keyof StoredRow,
    0
  >
  const found = new Set(sampleRows().map(storedRow).flatMap(Object.keys))
  assert.deepEqual([...found].sort(), Object.keys(members).sort())
})

/** The usual model with another description of one field. */
function modelWith(changed: Field): Model {
  const replace = (node: Model['described']): Model['described'] => ({
    ...node,
    ...(node.field?.name === changed.name && { field: changed }),
    members: new Map([...node.members].map(([name, inner]) => [name, replace(inner)])),
  })
  const model = createModel()
  return { ...model, described: replace(model.described) }
}
