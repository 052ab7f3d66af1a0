import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { composed } from '../../src/common/composed-text.ts'
import { runs } from '../support/runs.ts'

test('D19: text is in NFC, and what is in NFC stays', () => {
  assert.equal(composed('A\u030angermanland'), 'Ångermanland')
  assert.equal(composed('Ångermanland'), 'Ångermanland')
})

test('D19: a run of marks that no language writes is broken up, so that composing cannot be made slow', () => {
  const text = composed(`e${'\u0301\u0323'.repeat(50_000)}`)
  const runs = text.match(/(?:(?!\u034f)\p{M})+/gu) ?? []
  assert.ok(Math.max(...runs.map((run) => run.length)) <= 30)
})

test('D19: composing once is enough', () => {
  const marks = fc.constantFrom('a', 'å', '\u0301', '\u0323', '\u0308', '\u034f', 'ﬁ', '한', '\u1100\u1161')
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 120 }), (parts) => {
      const once = composed(parts.join(''))
      assert.equal(composed(once), once)
      assert.equal(once, once.normalize('NFC'))
    }),
    { numRuns: runs(1000) },
  )
})
