import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptBodies } from '../../src/http/compression/kept-bodies.ts'

test('bodies and keys never take more than they may, and what was not asked for the longest goes', () => {
  const kept = new KeptBodies(100_000)
  const add = (key: string) => kept.add(key, Buffer.alloc(4_000, key))
  for (let at = 0; at < 20; at++) add(`key ${at}`)
  assert.ok(kept.get('key 3'))
  for (let at = 20; at < 40; at++) {
    add(`key ${at}`)
    assert.ok(kept.bytes <= 100_000, `${kept.bytes} bytes`)
    assert.equal(kept.get('key 3')?.toString('latin1', 0, 5), 'key 3')
  }
  assert.equal(kept.get('key 10'), undefined)
})

test('a key counts, a body that replaces another does not count twice, and a large one is not kept', () => {
  const kept = new KeptBodies(100_000)
  kept.add('a', Buffer.alloc(1_000))
  const before = kept.bytes
  kept.add('a', Buffer.alloc(1_000))
  assert.equal(kept.bytes, before)
  kept.add('b'.repeat(1_000), Buffer.alloc(0))
  assert.ok(kept.bytes >= before + 2_000)
  kept.add('c', Buffer.alloc(7_000))
  assert.equal(kept.get('c'), undefined)
})
