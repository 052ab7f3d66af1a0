import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LruCache } from '../../src/common/lru-cache.ts'
import { runs } from '../support/runs.ts'

interface Value {
  readonly bytes: number
}

const bytesMax = 20

/** The same by a plain list, of which the last was used last. */
class Model {
  kept: (readonly [key: string, value: Value])[] = []

  get(key: string): Value | undefined {
    const found = this.kept.find(([one]) => one === key)
    if (found) this.kept = [...this.#others(key), found]
    return found?.[1]
  }

  set(key: string, value: Value): void {
    this.kept = [...this.#others(key), [key, value]]
    while (this.bytes > bytesMax) this.kept.shift()
  }

  get bytes(): number {
    return this.kept.reduce((sum, [, { bytes }]) => sum + bytes, 0)
  }

  #others(key: string) {
    return this.kept.filter(([one]) => one !== key)
  }
}

test('what was not asked for the longest goes first, and all that is kept takes no more than it may', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const size = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.constant(bytesMax + 1))
  const step = fc.record({ key, size: fc.option(size) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const used = new LruCache<string, Value>(bytesMax, (_, { bytes }) => bytes)
      const model = new Model()
      for (const { key, size } of steps) {
        const value = size === null ? undefined : { bytes: size }
        if (value) used.set(key, value)
        if (value) model.set(key, value)
        assert.equal(used.get(key), model.get(key))
        assert.equal(used.bytes, model.bytes)
      }
      for (const [key, value] of [...model.kept]) assert.equal(used.get(key), value, key)
    }),
    { numRuns: runs(1000) },
  )
})
