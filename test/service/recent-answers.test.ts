import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentAnswers } from '../../src/service/recent-answers.ts'

const answerOf = (length: number) => ({ bytes: Buffer.alloc(length) })
const at = (ordinal: number) => ({ part: { number: 1 }, ordinal })

test('an answer is made once for a place where it stands, and anew when the place or a name has changed', () => {
  const recent = new RecentAnswers(1000)
  const asked: string[] = []
  const get = (ref: { part: { number: number }; ordinal: number }, version: number) =>
    recent.get('a', ref, version, () => {
      asked.push(`${ref.part.number} ${ref.ordinal} ${version}`)
      return answerOf(10)
    })
  for (const [ref, version] of [
    [at(3), 1],
    [at(3), 1],
    [at(4), 1],
    [at(4), 2],
    [{ part: { number: 2 }, ordinal: 4 }, 2],
    [{ part: { number: 2 }, ordinal: 4 }, 2],
  ] as const) {
    get(ref, version)
  }
  assert.deepEqual(asked, ['1 3 1', '1 4 1', '1 4 2', '2 4 2'])
})

test('what is asked for stays, and the rest goes when there is too much', () => {
  const recent = new RecentAnswers(1000)
  let made = 0
  const get = (id: string) =>
    recent.get(id, at(0), 1, () => {
      made++
      return answerOf(100)
    })
  for (let n = 0; n < 100; n++) {
    get('often')
    get(`once ${n}`)
  }
  assert.equal(made, 101, 'the one that is asked for again and again was made once')
  get('once 0')
  assert.equal(made, 102, 'the first of the others is not kept any more')
})
