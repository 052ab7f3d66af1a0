import { rmSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { byId } from './questions/by-id.ts'
import { compressedPages } from './questions/compressed-pages.ts'
import { countedSearch } from './questions/counted-search.ts'
import { importRate, restart } from './questions/load-and-restart.ts'
import { longestHolds } from './questions/longest-holds.ts'
import { scatteredPage } from './questions/scattered-page.ts'
import type { Context } from './support/context.ts'
import { formatTable, type Row } from './support/figures.ts'
import { hasWrk } from './support/load.ts'
import { createRandom } from './support/random.ts'
import { ask, buildWorld, makeBenchKey, startGazetteer } from './support/world.ts'

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '4' },
    pairs: { type: 'string', default: '6' },
    connections: { type: 'string', default: '32' },
    starts: { type: 'string', default: '3' },
    /** Places with distinct texts in 20 fields, of which the index alone is asked. */
    distinct: { type: 'string', default: '200000' },
    client: { type: 'string', default: hasWrk ? 'wrk' : 'own' },
  },
})

const random = createRandom(Number(values.seed))
const world = await buildWorld({ places: Number(values.places) })
const rows: Row[] = [importRate(world), ...(await restart(world, Number(values.starts)))]
const server = await startGazetteer(world.dataDir)
try {
  const context: Context = {
    world,
    server,
    ids: await sampleIds(),
    readKey: await makeBenchKey(server, ['read']),
    random,
    seconds: Number(values.seconds),
    pairs: Number(values.pairs),
    connections: Number(values.connections),
    client: values.client === 'wrk' ? 'wrk' : 'own',
  }
  for (const question of [byId, scatteredPage, compressedPages, countedSearch]) rows.push(...(await question(context)))
} finally {
  await server.stop()
  rmSync(dirname(world.dataDir), { recursive: true })
}
rows.push(...(await longestHolds(Number(values.distinct), random)))
console.log(
  `${machine()}\nseed ${values.seed}; load by ${values.client === 'wrk' ? 'wrk' : 'a client of our own'}\n\n${formatTable(rows)}`,
)

/** Ids of 2,000 places spread over the whole world. */
async function sampleIds(): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; page < 4; page++) {
    const offset = Math.floor((random() * world.places) / 2)
    const { body } = await ask(server, `/v4/place?is=*&include=non-published&orderby=slug&limit=500&offset=${offset}`)
    const { Results } = JSON.parse(body.toString()) as { Results: { id: string }[] }
    ids.push(...Results.map(({ id }) => id))
  }
  return ids
}

function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor'
  return `${cpus().length} × ${model}, ${process.platform} ${release()}, Node ${process.version}`
}
