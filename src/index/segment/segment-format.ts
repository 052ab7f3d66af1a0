import { hash } from 'node:crypto'
import { createModel } from '../../place/model.ts'
import { storedRow } from '../../read-model/row.ts'
import { sampleRows } from '../../read-model/sample-rows.ts'
import { createBuildContext, SegmentBuilder } from './segment-builder.ts'

/**
 * Increase this by one when other places than the sample become other bytes, such as those of a bitmap: the sample
 * does not reach every encoding. `test/index/segment-format.test.ts` notices it.
 */
const encodingVersion = 1

/**
 * Derives the format of snapshots from what they hold: the stored rows of a sample that has every field, and the names
 * and bytes of the segment that these become, in the model of no configuration. A snapshot of another format is not
 * read.
 */
export function segmentFormat(rows = sampleRows(), model = createModel()): string {
  const builder = new SegmentBuilder(createBuildContext(model))
  for (const row of rows) builder.add(row)
  const segment = JSON.stringify(builder.build(), (_, value: unknown) =>
    ArrayBuffer.isView(value) ? [value.constructor.name, bytesIn(value)] : value,
  )
  return hash('sha256', JSON.stringify([encodingVersion, rows.map(storedRow), segment]), 'base64url')
}

function bytesIn({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
