import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptBodies } from '../../src/http/compression/kept-bodies.ts'

test('bodies and keys never take more than they may, and what was not asked for the longest goes', () => {
  const kept = new KeptBodies(100_000)
  const add = (key: string) => {
    // Once to be known, once to be kept.
    for (let time = 0; time < 2; time++) kept.add(key, Buffer.alloc(4_000, key))
  }
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

test('what is brought once, one after the other, drives out nothing that is kept', () => {
  const kept = new KeptBodies(100_000)
  for (let at = 0; at < 20; at++) kept.add(`key ${at}`, Buffer.alloc(4_000))
  for (let at = 0; at < 20_000; at++) kept.add(`once ${at}`, Buffer.alloc(4_000))
  const left = Array.from({ length: 20 }, (_, at) => kept.get(`key ${at}`)).filter((body) => body !== undefined)
  assert.equal(left.length, 20)
})

test('a round of many more than can be kept leaves most of what is kept alone, however often it comes', () => {
  const kept = new KeptBodies(100_000)
  for (let at = 0; at < 20; at++) kept.add(`key ${at}`, Buffer.alloc(4_000))
  let keptOfRound = 0
  for (let round = 0; round < 3; round++)
    for (let at = 0; at < 10_000; at++) {
      kept.add(`round ${at}`, Buffer.alloc(4_000))
      if (kept.get(`round ${at}`)) keptOfRound++
    }
  assert.ok(keptOfRound < 1_000, `${keptOfRound} of 30,000 were kept`)
})
