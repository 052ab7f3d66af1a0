import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { readManifest } from '../../../src/index/compaction/snapshot-files.ts'
import { startNode } from '../../support/child.ts'
import { endlessPlaces, SnapshotWorld, samplePlaces } from './snapshot-world.ts'

const rounds = 3

/** Lets another process write snapshots, and kills it so many milliseconds after its first. */
async function writeAndKill(dataDir: string, delayMillis: number): Promise<void> {
  const child = startNode([join(import.meta.dirname, 'endless-snapshots.ts'), dataDir])
  await child.printed(/written/)
  await setTimeout(delayMillis)
  await child.end()
}

test('killed again and again while snapshots are written, the last whole one is read', async (context) => {
  for (let round = 0; round < rounds; round++) {
    const world = new SnapshotWorld(context)
    await writeAndKill(world.dataDir, 3 + 17 * round)
    assert.ok(existsSync(join(world.folder, 'manifest')))
    const manifest = readManifest(world.folder)
    assert.ok(typeof manifest !== 'string' && manifest.revision > 0)
    for (const place of endlessPlaces()) {
      world.put(place)
      if (world.revision === manifest.revision + 10) break
    }
    const service = await world.start({ limits: { changesMin: 1_000_000 } })
    assert.ok(service.restored, service.reasons.join())
    const built = await world.built()
    const form = { sees: 'restricted', owner: true, categories: true, tags: true, distance: false } as const
    for (const { id } of samplePlaces(60)) {
      const [one, other] = [service.index, built].map((index) => {
        const ref = index.find(id)
        return ref && index.document(ref, form).toString()
      })
      assert.equal(one, other)
    }
    const named = new Set([...manifest.segments.map(({ name }) => name), 'manifest'])
    assert.deepEqual(new Set(world.files()), named, 'what was not finished is gone')
    await service.stop()
  }
})
