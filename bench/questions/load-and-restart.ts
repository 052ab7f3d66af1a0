import { formatSpread, type Row, spreadOf } from '../support/figures.ts'
import { startGazetteer, type World } from '../support/world.ts'

const gigabyte = 1e9

/** How fast the world was imported. */
export function importRate({ places, importSeconds, source }: World): Row {
  const rate = places / importSeconds
  return {
    what: `import of ${places.toLocaleString('en')} places (${source}), durable`,
    measured: `${rate.toFixed(0)} places/s`,
    spread: `1 run, ${importSeconds.toFixed(1)} s`,
    wanted: '15,000 or more',
    reached: rate >= 15_000,
  }
}

/** How long a first start takes, which builds the index from the record, and how long later ones that find it. */
export async function restart(world: World, times: number): Promise<Row[]> {
  const first = await startOnce(world)
  const later: Start[] = []
  for (let time = 0; time < times; time++) later.push(await startOnce(world))
  const ready = spreadOf(later.map(({ seconds }) => seconds))
  const memory = spreadOf([first, ...later].map(({ gigabytes }) => gigabytes))
  return [
    {
      what: 'ready after the first start, which builds the index',
      measured: `${first.seconds.toFixed(1)} s`,
      spread: '1 start',
      wanted: 'none',
    },
    {
      what: 'ready after a restart',
      measured: `${ready.median.toFixed(1)} s`,
      spread: `${formatSpread(ready, 1)} s, ${times} starts`,
      wanted: 'within 30 s',
      reached: ready.median <= 30,
    },
    {
      what: 'the most memory of the process until it was ready, in any of these starts',
      measured: `${memory.max.toFixed(2)} GB`,
      spread: `${formatSpread(memory)} GB`,
      wanted: '2.5 GB or less',
      reached: memory.max <= 2.5,
    },
  ]
}

interface Start {
  readonly seconds: number
  readonly gigabytes: number
}

async function startOnce({ dataDir }: World): Promise<Start> {
  const started = performance.now()
  const server = await startGazetteer(dataDir, { everyCore: true })
  const seconds = (performance.now() - started) / 1000
  const gigabytes = server.peakMemoryBytes() / gigabyte
  await server.stop()
  return { seconds, gigabytes }
}
