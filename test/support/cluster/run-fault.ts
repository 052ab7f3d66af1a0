import { setTimeout } from 'node:timers/promises'
import { until } from '../until.ts'
import { Callers, type Seen } from './callers.ts'
import type { Cluster } from './cluster.ts'
import { type Contents, readContents } from './contents.ts'
import type { Fault } from './faults.ts'

/** What a fault did to callers, and to what was written. */
export interface Row extends Seen {
  readonly fault: string
  /** Places that lack an answered write. */
  readonly lost: number
  /** Whether all replicas, and one that started from nothing, answer the same. */
  readonly agree: boolean
  /** Whether everything that is promised was kept; where writes may be lost, replicas refuse reads while they read anew. */
  readonly isKept: boolean
}

/** How long most faults last, and what is before, so that there is something to lose, and after; in milliseconds. */
export interface Times {
  readonly fault: number
  readonly around: number
}

/** Writes that must be answered after the fault before it counts as over. */
const writesAfter = 20

/** Lets a fault happen while callers are at work, then looks at what is left. */
export async function meet(cluster: Cluster, fault: Fault, times: Times): Promise<Row> {
  if (cluster.standby === undefined) await cluster.addStandby()
  await cluster.waitForStandby(!fault.mayLose)
  await cluster.well()
  const callers = new Callers(cluster.balancer!.url, cluster.key)
  callers.start()
  await setTimeout(times.around)
  const writes = async (count: number) => {
    const enough = callers.answeredWrites + count
    await until(`${count} writes are answered`, () => callers.answeredWrites >= enough, {
      saw: () => enough - callers.answeredWrites,
    })
  }
  await fault.happen(cluster, { goesOn: () => setTimeout(times.fault), writes })
  await writes(writesAfter)
  await until('a read is answered', () => callers.answeredReads > 0)
  await cluster.well()
  await setTimeout(times.around)
  const seen = await callers.stop()
  const contents = await allContents(cluster, await lastRevision(cluster))
  const lost = countLost(callers.expected, contents[0]!)
  const agree = new Set(contents.map(({ checksum }) => checksum)).size === 1
  const nothingLost = lost === 0 && seen.stale === 0 && seen.failedReads.length === 0
  const isKept = agree && (nothingLost || fault.mayLose === true)
  return { ...seen, fault: fault.name, lost, agree, isKept }
}

/** The last revision that any replica tells. */
async function lastRevision({ replicas, key }: Cluster): Promise<number> {
  const told = replicas.map(async ({ url }) => {
    const answer = await fetch(`${url}/v4/place?limit=0`, { headers: { authorization: `Bearer ${key}` } })
    await answer.arrayBuffer()
    return Number(answer.headers.get('gazetteer-revision'))
  })
  return Math.max(...(await Promise.all(told)))
}

async function allContents(cluster: Cluster, revision: number): Promise<Contents[]> {
  const { replicas, key } = cluster
  const newcomer = await cluster.createReplica()
  await newcomer.start()
  try {
    return await Promise.all([...replicas, newcomer].map(({ url }) => readContents(url, key, revision)))
  } finally {
    await newcomer.kill()
  }
}

function countLost(expected: ReadonlyMap<string, readonly string[]>, { names }: Contents): number {
  return [...expected].filter(([id, allowed]) => !allowed.includes(names.get(id) ?? '')).length
}

/** The rows as a table in Markdown. */
export function formatFaults(rows: readonly Row[]): string {
  const seconds = (value: number) => value.toFixed(1)
  const heads = ['fault', 'writes answered', 'lost', 's without writes', 'reads', 'failed', 's without reads']
  const lines = rows.map((row) => [
    row.fault,
    row.answered,
    row.lost,
    seconds(row.withoutWrites),
    row.reads,
    row.failedReads.length,
    seconds(row.withoutReads),
    row.stale,
    row.agree ? 'yes' : 'NO',
  ])
  const all = [[...heads, 'stale', 'replicas agree'], ['---', ...Array.from({ length: 8 }, () => '---:')], ...lines]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
