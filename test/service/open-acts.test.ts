import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { type ActRef, actLimits } from '../../src/place/act.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import { OpenActs } from '../../src/store/writing/open-acts.ts'

const named: ActRef = { id: 'a', kind: 'group', holder: 'anna', isNamed: true }

/** An act with as many revisions as it may have, in a transaction that has read nothing and writes nothing. */
function fullAct(ref: ActRef): OpenActs {
  const acts = new OpenActs(undefined as never)
  acts.check(ref, 0)
  const entry = { act: ref.id, revision: 1, time: 0, who: 'Anna', kind: 'directory' } as unknown as JournalEntry
  for (let count = 0; count < actLimits.revisions; count++) acts.add(entry, [])
  return acts
}

test('D65: an act that a caller names has at most 100,000 revisions', () => {
  const acts = fullAct(named)
  assert.throws(
    () => acts.check(named, 0),
    (error) => error instanceof Problem && error.code === 'conflict' && /has 100000 revisions/.test(error.message),
  )
})

test('D65: an import that names no act has no such limit', () => {
  const { isNamed: _, ...own } = named
  assert.equal(fullAct(own).check(own, 0), own.id)
})
