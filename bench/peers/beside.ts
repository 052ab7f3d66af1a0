import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comparison, compare, expectEqual, sidesOf } from '../compare.ts'
import { type Operation, serviceRequest } from '../operation.ts'
import type { Bench } from '../service.ts'
import { copyOf, keyHeader, startService } from '../world.ts'
import type { Peer } from './peer.ts'

/** Loads a peer, unless it is already loaded, and compares the service with it, question by question. */
export async function measurePeer(peer: Peer, bench: Bench): Promise<Comparison[]> {
  const { world, questions } = bench
  const loaded = join(world.folder, `${peer.name}.loaded`)
  if (!existsSync(loaded)) {
    await peer.load(world)
    writeFileSync(loaded, '')
  }
  const ofKind = (isWrite: boolean) => questions.filter(({ kind }) => (kind === 'write') === isWrite)
  const reads = await beside(peer, peer.dataOf(world), { ...bench, questions: ofKind(false) })
  if (!peer.writes) return reads
  using own = copyOf(world.dataDir)
  using other = copyOf(peer.dataOf(world))
  const writing = { ...bench, world: { ...world, dataDir: own.path }, questions: ofKind(true) }
  return [...reads, ...(await beside(peer, other.path, writing))]
}

/** Compares the service with a peer started on these data. */
async function beside(peer: Peer, data: string, bench: Bench): Promise<Comparison[]> {
  const { world, questions, isTimed, measuring } = bench
  await using service = await startService(world.dataDir)
  await using other = await peer.start(data)
  const headers = await keyHeader(service, ['read', 'create', 'update'])
  const own = { ...service, requestOf: (asked: Operation) => ({ ...serviceRequest(asked), headers }) }
  // Before any timing, since the faster system then writes more.
  for (const question of questions) await expectEqual(question, own, other)
  const comparisons: Comparison[] = []
  for (const question of questions.filter(({ name }) => isTimed(name))) {
    const comparison = await compare(question, await sidesOf(question, own, other, measuring), measuring)
    comparisons.push(comparison)
    console.log(`${world.places} ${peer.name} ${question.name}: ${comparison.ratio.median.toFixed(2)} times the rate`)
  }
  return comparisons
}
