import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOrdinary } from '../../../src/pages/safe-text.ts'
import { endless } from '../endless.ts'

test('text that would keep a browser busy is known, and what people write is not taken for it', () => {
  for (const [name, text] of Object.entries(endless)) assert.equal(isOrdinary(text), false, name)
  const written = [
    '# Heading\n\nA text with *signs*.\n\n> > a quote of a quote\n\n- a\n  - b\n    1. c',
    `a\n${'-'.repeat(80)}\n\n${'*'.repeat(80)}\n\n${'- '.repeat(8)}`,
    `|a|b|c|\n|---|:-:|--|\n${'|1|2|3|\n'.repeat(3_000)}`,
    'a line\n'.repeat(14_000),
    '',
  ]
  for (const text of written) assert.ok(isOrdinary(text), text.slice(0, 20))
})
