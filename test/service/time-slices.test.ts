import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { type SlicedRead, Slices } from '../../src/service/time-slices.ts'

/** A clock that only work moves, and reads whose steps take 4 ms each. */
function bench() {
  let now = 0
  const slices = new Slices(
    () => now,
    () => now,
  )
  const order: string[] = []
  const read = (name: string, steps: number, more: Partial<SlicedRead<string>> = {}): SlicedRead<string> => ({
    *begin() {
      for (let step = 0; step < steps; step++) {
        now += 4
        if (order.at(-1) !== name) order.push(name)
        yield
      }
      return name
    },
    isGone: () => false,
    ...more,
  })
  return { slices, order, read }
}

const unavailable = (text: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === 'unavailable' && text.test(error.message)

test('a short read is done within the call, a long one lets others have their turns', async () => {
  const { slices, order, read } = bench()
  const short = slices.run(read('short', 2))
  assert.deepEqual(order, ['short'])
  assert.equal(await short, 'short')
  const long = slices.run(read('long', 30))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  assert.equal(await long, 'long')
  isOver = true
  assert.ok(turns >= 8, `30 steps of 4 ms are 10 slices of 12 ms, others had ${turns} turns`)
})

test('long reads take turns, so that the shortest ends first, and those behind the first few wait for theirs', async () => {
  const { slices, read } = bench()
  const ended: string[] = []
  const run = async (name: string, steps: number) => {
    await slices.run(read(name, steps))
    ended.push(name)
  }
  await Promise.all([run('a', 60), run('b', 10), run('c', 30), run('d', 40), run('e', 6)])
  assert.deepEqual(ended, ['b', 'e', 'c', 'd', 'a'])
})

test('what takes more than 2 s of work is 503, as is what comes when too many wait already', async () => {
  const { slices, read } = bench()
  await assert.rejects(
    async () => slices.run(read('endless', 10_000)),
    unavailable(/more than 2 s of computing: ask for fewer/),
  )
  const many = Array.from({ length: 401 }, async () => slices.run(read('one', 4)))
  const last = many.pop()!
  await assert.rejects(
    last,
    (error: unknown) => unavailable(/400 long searches/)(error) && 'Retry-After' in (error as Problem).headers,
  )
  assert.equal((await Promise.all(many)).length, 400)
})

test('a read whose caller has gone stops', async () => {
  const { slices, order, read } = bench()
  let isGone = false
  const left = slices.run(read('left', 100, { isGone: () => isGone }))
  isGone = true
  await assert.rejects(async () => left, unavailable(/gone/))
  const steps = order.length
  await new Promise(setImmediate)
  assert.equal(order.length, steps)
})

test('a fault of a read is its own, at once or later', async () => {
  const { slices, read } = bench()
  const failing = (steps: number) => ({
    ...read('failing', 0),
    *begin(): Generator<void, string> {
      yield* read('before', steps).begin()
      throw new Error('broken')
    },
  })
  await assert.rejects(slices.run(failing(0)), /broken/)
  const other = slices.run(read('other', 20))
  await assert.rejects(slices.run(failing(20)), /broken/)
  assert.equal(await other, 'other')
})
