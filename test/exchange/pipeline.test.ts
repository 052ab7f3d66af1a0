import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GroupLimit, groupsOf } from '../../src/exchange/pipeline.ts'

const most = (items: number): GroupLimit<number> => ({ items, weight: 100, weigh: (number) => number })

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
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
      const heard = new Promise<void>((resolve) => answered.push(resolve))
      yield [number]
      await heard
    }
  }
  const results: number[] = []
  for await (const [result] of groupsOf(conversation(), most(500))) {
    results.push(result!)
    answered.shift()?.()
  }
  assert.deepEqual(results, [0, 1, 2])
})

test('a failure of the source reaches the reader', async () => {
  async function* broken(): AsyncGenerator<readonly number[]> {
    yield [1]
    throw new Error('source')
  }
  await assert.rejects(collect(groupsOf(broken(), most(10))), /source/)
})

test('a heavy group is complete before it is full', async () => {
  assert.deepEqual(await collect(groupsOf(batches(6, 4), { items: 10, weight: 5, weigh: (number) => number })), [
    [0, 1, 2, 3],
    [4, 5],
  ])
})
