import { medianOf, type Spread, spreadOf } from '../../support/figures.ts'
import type { Comparison } from '../measure.ts'
import { isWrite, named } from '../questions.ts'
import type { SystemResult } from '../result.ts'
import { comparisonOf, cpuTimes, distinctOf, ratioOf } from './figures.ts'
import { fixed, table, whole } from './format.ts'
import { isPeer, systemNames } from './systems.ts'

/** Something that must be reached at a million places. Undefined measurements were not made. */
interface Aim {
  readonly what: string
  readonly measured: number | undefined
  readonly told?: string
  /** The least, or the most. */
  readonly least?: number
  readonly most?: number
  readonly unit?: string
}

const million = 1_000_000

/** What is wanted at a million places, and what was measured. */
export function wantedSection(results: readonly SystemResult[]): string[] {
  const aimsAt = (size: number) =>
    aimsOf(
      results.filter(({ places }) => places === size),
      size,
    )
  if (!results.some(({ places }) => places === million)) return []
  const fewer = [...new Set(results.map(({ places }) => places))]
    .filter((size) => size < million)
    .toSorted((a, b) => b - a)
  const atFewer = fewer.map(aimsAt)
  const rows = aimsAt(million).map((aim, at) => {
    const { what, measured, least, most, unit = '' } = aim
    const wanted = least === undefined ? `at most ${most}` : `at least ${least.toLocaleString('en')}`
    const reached = measured !== undefined && (least === undefined ? measured <= most! : measured >= least)
    const isReached = measured === undefined ? '' : reached ? 'yes' : '**no**'
    return [what, `${wanted}${unit}`, figureOf(aim), isReached, ...atFewer.map((aims) => figureOf(aims[at]!))]
  })
  const heads = ['', 'wanted', 'measured', 'reached', ...fewer.map((size) => `at ${whole(size)}`)]
  return ['## What is wanted at a million places', '', ...table(heads, rows)]
}

function figureOf({ measured, told = '', least, most, unit = '' }: Aim): string {
  return measured === undefined ? 'not measured' : `${besideLimit(measured, least ?? most!)}${unit}${told}`
}

/** A figure with more digits where it would otherwise look like the limit that it keeps or misses. */
function besideLimit(figure: number, limit: number): string {
  if (fixed(figure) !== fixed(limit) || figure === limit) return fixed(figure)
  const digits = [3, 4, 5].find((many) => Number(figure.toPrecision(many)) !== limit)
  return digits === undefined ? fixed(figure) : String(Number(figure.toPrecision(digits)))
}

function aimsOf(some: readonly SystemResult[], places: number): Aim[] {
  const of = (system: string) => some.find((one) => one.system === system)
  const service = of('gazetteer')
  return [
    ...besideBare(of('bare')?.comparisons ?? []),
    ...besidePeers(some.filter(isPeer), of('postgres')?.comparisons ?? []),
    ...alone(service?.service, places),
    ...compressed(service?.comparisons ?? []),
  ]
}

function besideBare(comparisons: readonly Comparison[]): Aim[] {
  const rate = (question: string) => {
    const found = comparisonOf(comparisons, question)
    return found && ratioOf(found).median
  }
  return [
    { what: 'rate by id, against a bare server: 10,000 places in turn', measured: rate(named.byId), least: 0.6 },
    { what: 'the same, 2,000 places in turn', measured: rate(named.byIdOften), least: 0.6 },
    { what: 'page of 100 neighbours, against a bare server', measured: rate(named.neighbours), least: 0.7 },
    {
      what: 'page of 100 scattered places, of 20,000 in turn',
      measured: rate(named.scattered),
      least: 0.3,
    },
    { what: 'revalidation (304), against a bare 304', measured: rate(named.revalidation), least: 0.5 },
  ]
}

/** Reads that count nothing: one place, and what only tells that an answer is still so. */
const uncounted: readonly string[] = [named.byId, named.revalidation]

function besidePeers(peers: readonly SystemResult[], postgres: readonly Comparison[]): Aim[] {
  const counted = distinctOf(postgres).filter(({ question }) => !isWrite(question) && !uncounted.includes(question))
  const sorted = counted.toSorted((a, b) => cpuTimes(a) - cpuTimes(b))
  const closest = peers
    .flatMap(({ system, comparisons }) =>
      distinctOf(comparisons).map((one) => ({ system, one, ratio: ratioOf(one).median })),
    )
    .toSorted((a, b) => a.ratio - b.ratio)[0]
  const write = (question: string): Aim => {
    const found = comparisonOf(postgres, question)
    return { what: `rate of ${question}, against PostgreSQL`, measured: found && ratioOf(found).median, least: 2 }
  }
  const middle = sorted[sorted.length >> 1]
  return [
    {
      what: 'CPU of counted searches, PostgreSQL against the service: median of the questions',
      measured: middle && cpuTimes(middle),
      least: 30,
    },
    {
      what: 'the same: the closest',
      measured: sorted[0] && cpuTimes(sorted[0]),
      told: ` (${sorted[0]?.question})`,
      least: 5,
    },
    {
      what: 'rate on every question, against every peer: the closest',
      measured: closest?.ratio,
      told: closest ? ` (${closest.one.question}, ${systemNames[closest.system]})` : '',
      least: 1,
    },
    write(named.create),
    write(named.patch),
  ]
}

function alone(figures: SystemResult['service'], places: number): Aim[] {
  const { growth, inIndex, besideWrites } = figures ?? {}
  const slowest = (of: 'p50' | 'p99') => (inIndex?.questions ?? []).toSorted((a, b) => b.search[of] - a.search[of])[0]
  const [p50, p99] = [slowest('p50'), slowest('p99')]
  const restart = growth && medianOf(growth.restartSeconds)
  const rounds = besideWrites?.rounds ?? []
  const times = spreadOf(rounds.map(({ idle, writing }) => writing.latency.p99 / idle.latency.p99))
  const stall = spreadOf(rounds.map(({ writing }) => writing.stallMillis))
  return [
    {
      what: 'time in the index: the slowest median',
      measured: p50?.search.p50,
      told: ` (${p50?.question})`,
      most: 0.3,
      unit: ' ms',
    },
    {
      what: 'time in the index: the slowest p99',
      measured: p99?.search.p99,
      told: ` (${p99?.question})`,
      most: 1.5,
      unit: ' ms',
    },
    { what: 'p99 of reads beside writes, against without: the middle round', ...ofRounds(times), most: 3 },
    { what: 'longest stall beside writes: the middle round', ...ofRounds(stall), most: 20, unit: ' ms' },
    {
      what: 'index without documents, a place; up to 92 bytes more keep what was found for words',
      measured: growth && growth.columnBytes / places,
      most: 250,
      unit: ' bytes',
    },
    {
      what: 'documents in memory, of their bytes in the record',
      measured: growth && growth.documentBytes / growth.recordBytes,
      most: 1.05,
    },
    { what: 'ready after a restart, on both cores', measured: restart, most: 3, unit: ' s' },
    { what: 'import', measured: growth && places / growth.importSeconds, least: 30_000, unit: ' places/s' },
  ]
}

/** The median of some rounds, told with their spread; not measured where there are none. */
function ofRounds({ median, min, max }: Spread): Pick<Aim, 'measured' | 'told'> {
  return Number.isNaN(median)
    ? { measured: undefined }
    : { measured: median, told: ` (${fixed(min)} to ${fixed(max)})` }
}

function compressed(comparisons: readonly Comparison[]): Aim[] {
  return ['cold', 'hot'].map((heat): Aim => {
    const some = comparisons.filter(({ question }) => question.endsWith(heat))
    const [least] = some.toSorted((a, b) => ratioOf(a).median - ratioOf(b).median)
    return {
      what: `compressed pages, ${heat}, against plain ones: the slowest coding`,
      measured: least && ratioOf(least).median,
      told: ` (${least?.question.split(',')[0]})`,
      least: heat === 'cold' ? 0.15 : 0.5,
    }
  })
}
