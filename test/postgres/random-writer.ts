// Writes random changes to a database, beside others that do the same, and prints each as it begins and as it ends.
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { randomCommands, storeParts, type Told } from './random-commands.ts'

const [url = '', seed = '', writer = '', groups = ''] = process.argv.slice(2)
const store = await openPostgresStore({ url, ...storeParts })
const next = randomCommands(Number(seed), Number(writer))
const instant = () => Number(process.hrtime.bigint()) / 1e6
const tell = (told: Told) => void process.stdout.write(`${JSON.stringify(told)}\n`)

async function write(): Promise<void> {
  for (let group = 0; group < Number(groups); group++) {
    const drawn = next()
    const began = instant()
    for (const { name, command } of drawn) tell({ name, command })
    const outcomes = await store.write(drawn.map(({ command }) => command))
    const ended = instant()
    for (const [at, outcome] of outcomes.entries()) {
      const revisions = outcome.done ? outcome.entries.map(({ revision }) => revision) : []
      tell({ name: drawn[at]!.name, began, ended, done: outcome.done, revisions })
    }
  }
}

await Promise.all([write(), write()])
await store.close()
