import { test } from 'node:test'
import fc from 'fast-check'
import { assertLinear, grownTexts, markdownPieces, markdownUnits, repeated } from '../../support/markdown-growth.ts'
import { runs } from '../../support/runs.ts'

const unit = fc.array(fc.constantFrom(...markdownPieces), { minLength: 1, maxLength: 5 }).map((some) => some.join(''))

const assertLinearUnit = (one: string) => assertLinear(JSON.stringify(one), (length) => repeated(one, length))

test('Markdown takes a time that is linear in its length: all units that took longer', () => {
  for (const one of markdownUnits) assertLinearUnit(one)
})

test('Markdown takes a time that is linear in its length: generated units', () => {
  fc.assert(fc.property(unit, assertLinearUnit), { numRuns: runs(60), endOnFailure: true })
})

for (const [name, make] of Object.entries(grownTexts)) {
  test(`Markdown takes a time that is linear in its length: ${name}`, () => assertLinear(name, make))
}
