import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { placeNamed } from '../../test/support/cluster/callers.ts'
import { type Cluster, startCluster } from '../../test/support/cluster/cluster.ts'
import { faults } from '../../test/support/cluster/faults.ts'
import { formatFaults, meet, type Row } from '../../test/support/cluster/run-fault.ts'
import { killUnderWrites } from '../../test/support/webhook-kills.ts'
import { quantile } from '../support/figures.ts'
import { send } from '../support/load.ts'

/** The target for the median. */
const wantedMillis = 100
const unseenMillisMax = 10_000
const pauseMillis = 1

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    writes: { type: 'string', default: '300' },
    kills: { type: 'string', default: '50' },
  },
})

if ('kills'.includes(values.only)) {
  await using ending = new AsyncDisposableStack()
  const context = { after: (end: () => unknown) => ending.defer(async () => void (await end())) }
  const written = await killUnderWrites(context, Number(values.kills), (kill) => console.error(`kill ${kill}`))
  console.log(
    `${values.kills} times the service was killed under writes: its webhook got every event of ${written} places, in order.\n`,
  )
}

const cluster = values.only === 'kills' ? { missing: 'only the kills are wanted' } : await startCluster()
if ('missing' in cluster) {
  console.log(`Nothing was tried: ${cluster.missing}.`)
} else {
  const rows: Row[] = []
  let seen = ''
  try {
    seen = await seeOthers(cluster, Number(values.writes))
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      rows.push(await meet(cluster, fault, { fault: 1_500, around: 700 }))
      console.error(`${rows.at(-1)!.isKept ? 'kept' : 'BROKEN'}: ${fault.name}`)
    }
  } finally {
    await cluster.close()
  }
  console.log(`${formatFaults(rows)}\n\n${seen}`)
  if (!rows.every(({ isKept }) => isKept)) process.exitCode = 1
}

/** Writes to each replica in turn and polls the next one until it has the place; returns a sentence with the delays. */
async function seeOthers({ replicas, key }: Cluster, writes: number): Promise<string> {
  const millis: number[] = []
  const headers = { authorization: `Bearer ${key}` }
  for (let n = 0; n < writes; n++) {
    const [writing, reading] = [replicas[n % replicas.length]!, replicas[(n + 1) % replicas.length]!]
    const body = JSON.stringify(placeNamed(`plats ${n}`))
    const written = await send(writing.url, { method: 'PUT', path: '/v4/place', headers, body })
    const { id } = (await written.json()) as { id: string }
    const from = performance.now()
    for (;;) {
      const answer = await send(reading.url, { path: `/v4/place/${id}`, headers })
      await answer.arrayBuffer()
      if (answer.ok) break
      if (performance.now() - from > unseenMillisMax) throw new Error(`${reading.url} does not see ${id}`)
      await setTimeout(pauseMillis)
    }
    millis.push(performance.now() - from)
  }
  millis.sort((a, b) => a - b)
  const [median, p99] = [quantile(millis, 0.5), quantile(millis, 0.99)]
  const verdict = median <= wantedMillis ? 'reached' : 'NOT reached'
  return `A replica sees what another wrote ${median.toFixed(1)} ms after that was answered at p50, ${p99.toFixed(1)} ms at p99, of ${writes} writes (wanted: ${wantedMillis} ms at p50: ${verdict}).`
}
