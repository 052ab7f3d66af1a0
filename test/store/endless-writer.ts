// Writes to the folder that it is given until it is killed, and prints each place that was acknowledged.
import { writeSync } from 'node:fs'
import { CommitQueue } from '../../src/store/commit-queue.ts'
import { create, openSimpleStore, patch, placeOf, remove } from './commands.ts'

const store = await openSimpleStore(process.argv[2]!)
const { position } = await store.presentPlaces()
const queue = new CommitQueue({ store, onCommitted: () => {} })
queue.goOnFrom(position)

async function acknowledge(command: ReturnType<typeof create>): Promise<string> {
  const { place, revision } = placeOf(await queue.write(command))
  print(`${place.id} ${revision} .\n`)
  return place.id
}

/** Written at once, before anything else is done: whoever reads may be slower than that. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

async function writeForEver(name: string): Promise<void> {
  while (true) {
    const id = await acknowledge(create({ name, longDescription: 'x'.repeat(2_000) }))
    await acknowledge(patch(id, { name: `${name}-renamed` }))
    await acknowledge(remove(id))
  }
}

await Promise.all(Array.from({ length: 8 }, (_, index) => writeForEver(`writer${index % 3}`)))
