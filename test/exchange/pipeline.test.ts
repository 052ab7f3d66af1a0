import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type GroupLimit, groupsOf, inFlight } from '../../src/exchange/importing/pipeline.ts'

const most = (items: number): GroupLimit<number> => ({ items, weight: 100, weigh: (number) => number })

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield number
}

/** The numbers, so many at once. */
async function* batches(count: number, size = 1): AsyncGenerator<readonly number[]> {
  const all = Array.from({ length: count }, (_, number) => number)
  for (let start = 0; start < count; start += size) yield all.slice(start, start + size)
}

test('groups are full but for the last, and nothing is lost', async () => {
  for (const size of [1, 2, 3, 5]) {
    assert.deepEqual(await collect(groupsOf(batches(5, size), most(2))), [[0, 1], [2, 3], [4]])
    assert.deepEqual(await collect(groupsOf(batches(4, size), most(2))), [
      [0, 1],
      [2, 3],
    ])
  }
  assert.deepEqual(await collect(groupsOf(batches(0), most(2))), [])
})

test('a source that waits for an answer before it sends more is answered', async () => {
  const answered: (() => void)[] = []
  async function* conversation(): AsyncGenerator<readonly number[]> {
    for (let number = 0; number < 3; number++) {
      const answer = new Promise<void>((resolve) => answered.push(resolve))
      yield [number]
      await answer
    }
  }
  const results: number[] = []
  for await (const [result] of inFlight(groupsOf(conversation(), most(500)), 2, async (group) => group)) {
    results.push(result!)
    answered.shift()?.()
  }
  assert.deepEqual(results, [0, 1, 2])
})

test('results come in order, and no more than so many are worked on at once', async () => {
  let working = 0
  let most = 0
  const results = inFlight(numbers(20), 3, async (number) => {
    most = Math.max(most, ++working)
    await new Promise((resolve) => setTimeout(resolve, number % 3))
    working--
    return number
  })
  assert.deepEqual(await collect(results), await collect(numbers(20)))
  assert.equal(most, 3)
})

test('a failure of the work and of the source both reach the reader', async () => {
  const failing = inFlight(numbers(5), 2, async (number) => {
    if (number === 2) throw new Error('work')
    return number
  })
  await assert.rejects(collect(failing), /work/)
  async function* broken(): AsyncGenerator<readonly number[]> {
    yield [1]
    throw new Error('source')
  }
  await assert.rejects(collect(inFlight(groupsOf(broken(), most(10)), 2, async (group) => group)), /source/)
})

test('a source that fails while the reader is slow fails the next read, and nothing before', async () => {
  async function* broken(): AsyncGenerator<readonly number[]> {
    yield [1]
    throw new Error('source')
  }
  const groups = groupsOf(broken(), most(1))
  assert.deepEqual(await groups.next(), { done: false, value: [1] })
  // A rejection that nobody handles by then ends the process.
  await setImmediate()
  await assert.rejects(groups.next(), /source/)
})

test('a group is complete when it has its weight, with fewer items than it may have', async () => {
  assert.deepEqual(await collect(groupsOf(batches(6, 4), { items: 10, weight: 5, weigh: (number) => number })), [
    [0, 1, 2, 3],
    [4, 5],
  ])
})
