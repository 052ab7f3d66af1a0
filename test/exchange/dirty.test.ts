import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Problem } from '../../src/common/problem.ts'
import { formats } from '../../src/exchange/reading/source-file.ts'
import { runs } from '../support/runs.ts'
import { readText } from './support.ts'

const scraps = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  ':',
  '\\',
  'name',
  'key',
  'kind',
  '"features":',
  '"type":"FeatureCollection"',
  '{"type":"Feature","properties":{"name":"å"}}',
  '{"a":1}',
  '__proto__',
  '\uFEFF',
  '\0',
  '1e999',
)
const dirty = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.array(scraps, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
  fc.array(scraps, { maxLength: 30 }).map((parts) => gzipSync(parts.join('')).subarray(0, 40 + parts.length)),
)

/** A format that is not read is refused as a whole. */
function refusal(error: unknown) {
  assert.ok(error instanceof Problem && error.reason?.code === 'format-not-read', String(error))
  return []
}

test('whatever the bytes, a reader gives records and faults with rising numbers, and never throws', async () => {
  const options = { pieceSize: fc.integer({ min: 1, max: 50 }), format: fc.constantFrom(undefined, ...formats) }
  await fc.assert(
    fc.asyncProperty(dirty, fc.record(options), async (bytes, { pieceSize, format }) => {
      const records = await readText(bytes, { pieceSize, ...(format && { format }) }).catch(refusal)
      for (const [index, record] of records.entries()) {
        assert.ok(('fault' in record && record.fault !== '') !== 'body' in record)
        assert.ok(record.line >= 1)
        if (index > 0) assert.ok(record.line > records[index - 1]!.line, JSON.stringify(records))
      }
    }),
    { numRuns: runs(600) },
  )
})

test('how the bytes are cut does not change what is read', async () => {
  await fc.assert(
    fc.asyncProperty(dirty, fc.constantFrom(...formats), async (bytes, format) => {
      const whole = await readText(bytes, { format }).catch(refusal)
      assert.deepEqual(await readText(bytes, { format, pieceSize: 1 }).catch(refusal), whole)
    }),
    { numRuns: runs(200) },
  )
})
