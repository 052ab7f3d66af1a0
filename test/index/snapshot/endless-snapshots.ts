import { setTimeout } from 'node:timers/promises'
import { endlessPlaces, SnapshotWorld } from './snapshot-world.ts'

/** Writes places and snapshots of them without end into the data folder that it is given, until it is killed. */
const world = new SnapshotWorld({ dataDir: process.argv[2]! })
const service = await world.start({ worker: 'thread' })
let written = 0
for (const place of endlessPlaces()) {
  service.put(place)
  if (world.revision % 7 !== 0) continue
  await setTimeout(1)
  const now = service.events.filter(({ kind }) => kind === 'written').length
  if (now > written) console.log('written')
  written = now
}
