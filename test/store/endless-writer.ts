// Writes to the folder that it is given until it is killed, and prints each place that was acknowledged.
import { writeSync } from 'node:fs'
import { createCommitQueue } from '../../src/store/commit-queue.ts'
import { create, openSimpleStore, patch, placeOf, remove } from './commands.ts'

const store = await openSimpleStore(process.argv[2]!)
const queue = createCommitQueue({ store, revision: await store.lastRevision(), onCommitted: () => {} })

async function acknowledge(command: ReturnType<typeof create>): Promise<string> {
  const { place, revision } = placeOf(await queue.write(command))
  writeSync(1, `${place.id} ${revision} .\n`)
  return place.id
}

async function writeForEver(name: string): Promise<void> {
  while (true) {
    const id = await acknowledge(create({ name, longDescription: 'x'.repeat(2_000) }))
    await acknowledge(patch(id, { name: `${name}-renamed` }))
    await acknowledge(remove(id))
  }
}

await Promise.all(Array.from({ length: 8 }, (_, index) => writeForEver(`writer${index % 3}`)))
