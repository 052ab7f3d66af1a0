import { medianOf, quantile } from '../../support/figures.ts'
import { type InIndexTimes, measureInIndex } from '../../support/in-index.ts'
import { watchOthers } from '../../support/others.ts'
import { paceOfMachine } from '../../support/pace.ts'
import { measureSteps } from '../../support/server-timing.ts'
import { type Askable, requestTo } from '../check.ts'
import { worldOf } from '../prepare.ts'
import type { IndexTime, IndexTimes, Quantiles } from '../result.ts'
import type { Run } from '../run.ts'
import { gazetteer } from '../systems/gazetteer.ts'

/** Asks each question one after the other, at most so often, and as long as two blocks; the first tenth warms up. */
const timesMost = 1_000
const timesBlocks = 2
/** In processes of their own, which do the same; of each search the median counts, since any may be held up by the machine. */
const roundsInIndex = 5

/** The times of every question that reads, in processes that do nothing else and in the service. */
export async function measureIndex(run: Run): Promise<IndexTimes> {
  const system = gazetteer()
  const running = await system.start(run.materials, false)
  const own: Askable = { system, running }
  const [othersShare, pace] = [watchOthers(), paceOfMachine()]
  const searches: Record<string, string[]> = {}
  const served = new Map<string, Quantiles>()
  try {
    for (const { name, ask, kind } of run.allQuestions) {
      if (kind !== 'read') continue
      const requests = Array.from({ length: timesMost }, () => requestTo(own, ask()))
      const seconds = timesBlocks * run.measuring.seconds
      const durations = await measureSteps({ url: running.url, requests, seconds, most: timesMost })
      if (durations.length > 0) served.set(name, quantilesOf(durations))
      searches[name] = requests.map(({ path }) => path)
    }
  } finally {
    await running.stop()
  }
  const { dataDir } = worldOf(run.materials.folder)
  const rounds: (readonly InIndexTimes[])[] = []
  for (let round = 0; round < roundsInIndex; round++)
    rounds.push(await measureInIndex({ dataDir, questions: searches }))
  const questions = Object.keys(searches).map((question): IndexTime => {
    const times = rounds.flatMap((round) => round.filter((one) => one.question === question))
    const asHttp = served.get(question)
    return {
      question,
      search: quantilesOf(middleOf(times.map(({ search }) => search))),
      page: quantilesOf(middleOf(times.map(({ page }) => page))),
      ...(asHttp && { served: asHttp }),
    }
  })
  return { measured: new Date().toISOString(), others: othersShare(), pace, questions }
}

/** Of all but the first tenth. */
function quantilesOf(durations: readonly number[]): Quantiles {
  const sorted = durations.slice(Math.floor(durations.length / 10)).toSorted((a, b) => a - b)
  return { count: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** Of each search the median of its durations in all rounds. */
function middleOf(rounds: readonly (readonly number[])[]): number[] {
  return (rounds[0] ?? []).map((_, at) => medianOf(rounds.map((round) => round[at]!)))
}
