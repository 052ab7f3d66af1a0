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

/** How long a restart takes until `/health/ready`, and what memory the process then has. */
export async function restart({ dataDir }: World, times: number): Promise<Row[]> {
  const seconds: number[] = []
  const memory: number[] = []
  for (let time = 0; time < times; time++) {
    const started = performance.now()
    const server = await startGazetteer(dataDir, true)
    seconds.push((performance.now() - started) / 1000)
    memory.push(server.memoryBytes() / gigabyte)
    await server.stop()
  }
  const [ready, resident] = [spreadOf(seconds), spreadOf(memory)]
  return [
    {
      what: 'ready after a restart',
      measured: `${ready.median.toFixed(1)} s`,
      spread: `${formatSpread(ready, 1)} s, ${times} starts`,
      wanted: 'within 30 s',
      reached: ready.median <= 30,
    },
    {
      what: 'memory of the process when ready',
      measured: `${resident.median.toFixed(2)} GB`,
      spread: `${formatSpread(resident)} GB`,
      wanted: '2.5 GB or less',
      reached: resident.median <= 2.5,
    },
  ]
}
