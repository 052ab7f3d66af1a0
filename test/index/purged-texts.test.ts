import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeSource } from '../support/place-source.ts'
import { manyKindsModel, placeIdOf, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()

const secret = 'Zanzibar'

/** Whether the secret is anywhere in plain data, as it is written or folded. */
function holdsSecret(data: unknown): boolean {
  const among = (bytes: string | Buffer) => bytes.includes(secret) || bytes.includes(secret.toLowerCase())
  if (typeof data === 'string') return among(data)
  if (ArrayBuffer.isView(data)) return among(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  return typeof data === 'object' && data !== null && Object.values(data).some(holdsSecret)
}

test('the name of a purged parent is not kept with what its children were before', async () => {
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 2, smallPlaces: 0 } })
  const names = Array.from({ length: 30 }, (_, number) => (number === 0 ? secret : `Place ${number}`))
  const loaded = names.map((name, number) => world.entry(plainPlace(number, { name })))
  await world.index.load(placeSource(loaded), loaded.length, [])
  const child = plainPlace(30, { parent: { id: placeIdOf(0) } })
  world.put(child, plainPlace(31))
  assert.equal(world.index.stats().segments, 2)
  assert.ok(world.index.state()?.segments.every(({ data }) => holdsSecret(data)))
  world.put(plainPlace(30))
  world.purge(placeIdOf(0))
  assert.equal(world.index.state(), undefined)
  world.index.scrub()
  const state = world.index.state()
  assert.ok(state)
  assert.ok(!holdsSecret(state))
  assert.equal(world.index.stats().places, 31)
})
