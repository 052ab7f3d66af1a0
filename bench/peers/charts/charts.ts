import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { medianOf, quantile } from '../../support/figures.ts'
import { readResults } from '../kept.ts'
import type { Plan } from '../plan.ts'
import { comparisonOf, cpuOf, cpuTimes, distinctOf } from '../report/figures.ts'
import { whole } from '../report/format.ts'
import { isPeer, systemNames } from '../report/systems.ts'
import type { GrowthFigures, SystemResult } from '../result.ts'
import { drawDots } from './dots.ts'
import { drawPanels } from './panels.ts'
import { type Ink, inks, type Series } from './svg.ts'

/** A chart: its file, what it says to whoever does not see it, and its drawing. */
export interface Chart {
  readonly file: string
  readonly alt: string
  draw(): string
}

/** The charts that results are enough for. */
export function chartFiles(results: readonly SystemResult[]): Chart[] {
  return [cpuChart(results), growthChart(results), costChart(results)].filter((chart) => chart !== undefined)
}

/** Draws what the README and the report show. */
export function writeCharts({ results, charts }: Pick<Plan, 'results' | 'charts'>): void {
  const files = chartFiles(readResults(results, Object.keys(systemNames)))
  if (files.length > 0) mkdirSync(charts, { recursive: true })
  for (const { file, draw } of files) writeFileSync(join(charts, file), draw())
}

/** Each system looks the same in every chart. */
const inkOf: Readonly<Record<string, Ink>> = {
  gazetteer: inks[0],
  postgres: inks[1],
  sqlite: inks[2],
  groonga: inks[3],
  orama: inks[4],
}

function seriesOf(system: string): Series {
  return { name: systemNames[system]!, ink: inkOf[system]! }
}

/** Lines of one chart alone, which stand for no system. */
function namedLines(names: readonly string[]): Series[] {
  return names.map((name, at) => ({ name, ink: inks[at]! }))
}

/** The processor time of each peer against that of the service, at the largest size with results of PostgreSQL. */
function cpuChart(results: readonly SystemResult[]): Chart | undefined {
  const largest = results.find(({ system, comparisons }) => system === 'postgres' && comparisons.length > 0)
  if (largest === undefined) return undefined
  const peers = results.filter((one) => isPeer(one) && one.places === largest.places && one.comparisons.length > 0)
  const title = 'Processor time a request, against Gazetteer'
  const rows = distinctOf(largest.comparisons)
    .toSorted((a, b) => cpuTimes(b) - cpuTimes(a))
    .map(({ question }) => ({
      label: question,
      values: peers.map(({ comparisons }) => {
        const found = comparisonOf(comparisons, question)
        return found && cpuTimes(found)
      }),
      aside: `${whole(ownCpu(peers, largest.places, question) ?? 0)} µs`,
    }))
  const subtitle = `${whole(largest.places)} places: so many times what Gazetteer needs for the same answer; no mark where a system was not asked`
  return {
    file: 'cpu.svg',
    alt: `${title}, of each question and peer at ${whole(largest.places)} places`,
    draw: () =>
      drawDots({
        title,
        subtitle,
        series: peers.map(({ system }) => seriesOf(system)),
        rows,
        asideHead: 'Gazetteer',
      }),
  }
}

const grown = ['by id', 'first page', 'one filter', 'three filters, order', 'q, one word', 'q, two prefixes']
const grownToo = ['name does not begin', 'nearby 20 km', '50 ids']

/** Processor time over the number of places, of the service and of those peers that were measured at two sizes. */
function growthChart(results: readonly SystemResult[]): Chart | undefined {
  const peers = ['postgres', 'sqlite', 'groonga'].filter(
    (name) => results.filter(({ system, comparisons }) => system === name && comparisons.length > 0).length > 1,
  )
  if (!peers.includes('postgres')) return undefined
  const title = 'Processor time a request as places grow'
  const panels = [...grown, ...grownToo].map((label) => ({
    label,
    lines: [
      pointsOf(results, 'postgres', ({ places }) => ownCpu(results, places, label)),
      ...peers.map((name) => pointsOf(results, name, (one) => peerCpu(results, one, label))),
    ],
  }))
  const series = ['gazetteer', ...peers].map(seriesOf)
  const subtitle =
    'Microseconds, so many times those of Gazetteer as both needed in turn; both axes logarithmic and the same in all panels'
  return {
    file: 'growth.svg',
    alt: `${title}: nine questions, of the service and its peers`,
    draw: () => drawPanels({ title, subtitle, series, panels, sharedAxis: true }),
  }
}

/** The median of what the service needed beside each of its peers, who were compared at hours when the machine differed. */
function ownCpu(results: readonly SystemResult[], places: number, question: string): number | undefined {
  const beside = results
    .filter((one) => isPeer(one) && one.places === places)
    .flatMap(({ comparisons }) => comparisonOf(comparisons, question) ?? [])
  return beside.length === 0 ? undefined : medianOf(beside.map(({ own }) => cpuOf(own)))
}

/** What a peer needs when the service needs that: as many times as much as when both were asked in turn. */
function peerCpu(results: readonly SystemResult[], one: SystemResult, question: string): number | undefined {
  const [own, found] = [ownCpu(results, one.places, question), comparisonOf(one.comparisons, question)]
  return own && found && own * cpuTimes(found)
}

type Points = readonly (readonly [places: number, figure: number])[]

function pointsOf(
  results: readonly SystemResult[],
  system: string,
  of: (result: SystemResult) => number | undefined,
): Points {
  return results
    .filter((one) => one.system === system)
    .flatMap((one) => {
      const figure = of(one)
      return figure === undefined || !(figure > 0) ? [] : [[one.places, figure] as const]
    })
    .toSorted(([a], [b]) => a - b)
}

/** What the service costs as places grow: memory, import, starts and the time in the index. */
function costChart(results: readonly SystemResult[]): Chart | undefined {
  const sizes = results.filter(({ system, service }) => system === 'gazetteer' && service?.growth)
  if (sizes.length < 2) return undefined
  const title = 'What places cost as they grow'
  const of = (read: (figures: GrowthFigures) => number) =>
    pointsOf(sizes, 'gazetteer', ({ service }) => service?.growth && read(service.growth))
  const index = (which: 'p50' | 'p99', share: number) =>
    pointsOf(sizes, 'gazetteer', ({ service }) => {
      const times = (service?.inIndex?.questions ?? []).map(({ search }) => search[which]).toSorted((a, b) => a - b)
      return times.length === 0 ? undefined : quantile(times, share)
    })
  const panels = [
    {
      label: 'Memory, MB',
      series: namedLines(['at most, in the first start', 'after a restart', 'columns of the index']),
      lines: [
        of(({ firstStartPeakBytes }) => firstStartPeakBytes / 1e6),
        of(({ memoryBytes }) => memoryBytes / 1e6),
        of(({ columnBytes }) => columnBytes / 1e6),
      ],
    },
    {
      label: 'Seconds',
      series: namedLines(['import', 'first start', 'restart']),
      lines: [
        of(({ importSeconds }) => importSeconds),
        of(({ firstStartSeconds }) => firstStartSeconds),
        of(({ restartSeconds }) => Math.min(...restartSeconds)),
      ],
    },
    {
      label: 'In the index, ms',
      series: namedLines(['p99 of the slowest question', 'median of the slowest', 'median of the middle one']),
      lines: [index('p99', 1), index('p50', 1), index('p50', 0.5)],
    },
  ]
  const subtitle = 'Of Gazetteer alone; all axes logarithmic'
  return {
    file: 'costs.svg',
    alt: `${title}: memory, import and starts, and the time in the index`,
    draw: () => drawPanels({ title, subtitle, series: [], panels, sharedAxis: false }),
  }
}
