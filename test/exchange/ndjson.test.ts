import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { recordBytesMax } from '../../src/exchange/reading/record.ts'
import { bodies, faults, readText } from './support.ts'

test('NDJSON: a BOM, CRLF and blank lines are passed over, and lines keep their numbers', async () => {
  const text = '\uFEFF{"name":"Åsens kyrka"}\r\n\r\n   \n{"name":"b"}\n{"name":"c"}'
  const expected = [
    { line: 1, body: { name: 'Åsens kyrka' } },
    { line: 4, body: { name: 'b' } },
    { line: 5, body: { name: 'c' } },
  ]
  for (const pieceSize of [1, 3, 1000]) assert.deepEqual(await readText(text, { pieceSize }), expected)
})

test('NDJSON: gzip is known by its first bytes, whatever the name', async () => {
  const records = await readText(gzipSync('{"name":"a"}\n'), { name: 'places.ndjson', pieceSize: 1 })
  assert.deepEqual(records, [{ line: 1, body: { name: 'a' } }])
})

test('NDJSON: a gzip that breaks off gives what can be read, then one fault', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `{"name":"${Math.sin(index)}"}`).join('\n')
  const zipped = gzipSync(lines)
  const records = await readText(zipped.subarray(0, zipped.length / 2))
  assert.ok(bodies(records).length > 1000)
  assert.equal(faults(records).length, 1)
  assert.match(records.at(-1)!.line ? faults(records)[0]!.fault : '', /reading stopped: unexpected end of file/)
})

test('D20: a line over the limit is a fault, one of exactly the limit is read, and the rest goes on', async () => {
  const line = (length: number) => `{"name":"${'x'.repeat(length - '{"name":""}'.length)}"}`
  const records = await readText(`${line(recordBytesMax)}\r\n${line(recordBytesMax + 1)}\n{"name":"b"}\n`)
  assert.deepEqual(
    records.map((record) => ('fault' in record ? record.fault : 'read')),
    ['read', `is longer than ${recordBytesMax} bytes`, 'read'],
  )
})

test('D46: broken JSON, other values, __proto__ and endless nesting are faults; a duplicate key is harmless', async () => {
  const lines = [
    '{"name":',
    '[1]',
    'null',
    '"a"',
    '{"a":{"__proto__":{"admin":true}}}',
    '{"\\u005f_proto__":1}',
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
    '{"name":"a","name":"b"}',
    `{"a":[${'[],'.repeat(99)}[]],"b":"\\u0041"}`,
  ]
  const records = await readText(lines.join('\n'), { format: 'ndjson' })
  assert.deepEqual(
    records.map(({ line }) => line),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  assert.deepEqual(bodies(records), [{ name: 'b' }, { a: Array.from({ length: 100 }, () => []), b: 'A' }])
  assert.match(faults(records)[0]!.fault, /^broken JSON: /)
  assert.match(faults(records)[1]!.fault, /must be a JSON object, got a list/)
  assert.match(faults(records)[4]!.fault, /__proto__/)
  assert.match(faults(records)[6]!.fault, /deeper than 64/)
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('NDJSON: what is not UTF-8 is a fault of its line, and its bytes are not repeated', async () => {
  const records = await readText(Buffer.from([0x7b, 0xff, 0x7d, 0x0a, ...Buffer.from('{"a":1}')]), { format: 'ndjson' })
  assert.deepEqual(records, [
    { line: 1, fault: 'is not UTF-8' },
    { line: 2, body: { a: 1 } },
  ])
})

test('an excerpt of a broken line is not repeated, as it may hold what is not for a log', async () => {
  const [record] = await readText('{"secret": hemligt lösenord}', { format: 'ndjson' })
  assert.ok(record && 'fault' in record)
  assert.doesNotMatch(record.fault, /hemligt/)
})

test('NDJSON: others get their turn while a hundred thousand blank lines are passed over', async () => {
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  assert.deepEqual(await readText('\n'.repeat(100_000)), [])
  clearImmediate(timer)
  assert.ok(turns >= 50, `${turns} turns`)
})
