import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createProgress, grouped } from '../../src/cli/progress.ts'

test('on a terminal there is a bar with records, rate and time left', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 120 })
  const progress = createProgress(terminal, 'records')
  progress.update(1234, 0.5)
  progress[Symbol.dispose]()
  const written = await text(terminal.end())
  assert.match(written, /50 % {2}1,234 records {2}[\d,]+\/s {2}\d+:\d\d left/)
})

test('elsewhere nothing is drawn, and a short run says nothing', async () => {
  const file = new PassThrough()
  const progress = createProgress(file, 'records')
  progress.update(1, 0.1)
  progress[Symbol.dispose]()
  assert.equal(await text(file.end()), '')
})

test('thousands are kept apart', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(grouped), ['0', '999', '1,000', '1,234,567'])
})
