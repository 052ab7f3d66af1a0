import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { placeNamed } from '../../test/support/cluster/callers.ts'
import { type Cluster, startCluster } from '../../test/support/cluster/cluster.ts'
import { faults } from '../../test/support/cluster/faults.ts'
import { formatFaults, meet, type Row } from '../../test/support/cluster/meet.ts'
import { quantile } from '../support/figures.ts'

/** How long replicas take to see what others wrote, in milliseconds from the answer of the write. */
interface Seeing {
  readonly writes: number
  readonly median: number
  readonly p99: number
}

/** Wanted at the median. */
const wantedMillis = 100
const unseenMillisMax = 10_000
const pauseMillis = 1

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, writes: { type: 'string', default: '300' } },
})

const cluster = await startCluster()
if ('missing' in cluster) {
  console.log(`Nothing was tried: ${cluster.missing}.`)
} else {
  const rows: Row[] = []
  let seeing: Seeing
  try {
    seeing = await seeOthers(cluster, Number(values.writes))
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      rows.push(await meet(cluster, fault, { fault: 1_500, around: 700 }))
      console.error(`${rows.at(-1)!.isKept ? 'kept' : 'BROKEN'}: ${fault.name}`)
    }
  } finally {
    await cluster.close()
  }
  console.log(`${formatFaults(rows)}\n\n${formatSeeing(seeing)}`)
  if (!rows.every(({ isKept }) => isKept)) process.exitCode = 1
}

/** Writes at one replica after the other, and asks the next one for the place until it has it. */
async function seeOthers({ replicas, key }: Cluster, writes: number): Promise<Seeing> {
  const millis: number[] = []
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (let n = 0; n < writes; n++) {
    const [writing, reading] = [replicas[n % replicas.length]!, replicas[(n + 1) % replicas.length]!]
    const body = JSON.stringify(placeNamed(`plats ${n}`))
    const written = await fetch(`${writing.url}/v4/place`, { method: 'PUT', headers, body })
    const { id } = (await written.json()) as { id: string }
    const from = performance.now()
    while (!(await isThere(`${reading.url}/v4/place/${id}`, headers))) {
      if (performance.now() - from > unseenMillisMax) throw new Error(`${reading.url} does not see ${id}`)
      await setTimeout(pauseMillis)
    }
    millis.push(performance.now() - from)
  }
  millis.sort((a, b) => a - b)
  return { writes, median: quantile(millis, 0.5), p99: quantile(millis, 0.99) }
}

async function isThere(url: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  return answer.status === 200
}

/** One sentence for people. */
function formatSeeing({ writes, median, p99 }: Seeing): string {
  const verdict = median <= wantedMillis ? 'reached' : 'NOT reached'
  const [middle, most] = [median, p99].map((value) => value.toFixed(1))
  return `A replica sees what another wrote ${middle} ms after that was answered at the median, ${most} ms at the 99th percentile, of ${writes} writes (wanted: ${wantedMillis} ms at the median: ${verdict}).`
}
