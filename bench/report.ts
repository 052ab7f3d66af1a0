import type { Comparison } from './compare.ts'
import type { Hold, SlowestMarkdown } from './holds.ts'
import { named } from './questions.ts'
import { type BesideWrites, bareOnly, type Costs, type IndexTime } from './service.ts'
import type { Stream } from './streams.ts'
import { fixed, medianOf, type Spread, table } from './support/figures.ts'
import type { WebhookCost } from './webhooks.ts'

/** The figures of a size; each part is from its last measurement. */
export interface Figures {
  readonly places: number
  readonly machine: string
  /** The day of the last part: YYYY-MM-DD. */
  readonly measured: string
  readonly costs?: Costs
  readonly index?: Readonly<Record<string, IndexTime>>
  readonly besideWrites?: BesideWrites
  readonly holds?: Readonly<Record<string, Hold>>
  readonly markdown?: SlowestMarkdown
  readonly streams?: Readonly<Record<string, Stream>>
  readonly webhooks?: Readonly<Record<string, WebhookCost>>
  readonly bare?: readonly Comparison[]
  readonly postgres?: readonly Comparison[]
  readonly sqlite?: readonly Comparison[]
}

const peers = { postgres: 'PostgreSQL + PostGIS', sqlite: 'SQLite' } as const
type PeerName = keyof typeof peers
const peerNames = Object.keys(peers) as PeerName[]
const writes: readonly string[] = [named.create, named.patch]
const uncounted: readonly string[] = [named.byId, named.revalidation]

/** The report in Markdown; the largest size comes first. */
export function reportOf(sizes: readonly Figures[]): string {
  const [largest] = sizes
  if (!largest) return ''
  const lines = [
    '# Results',
    '',
    `Written by \`npm run bench\` and \`npm run bench:peers\`. ${largest.machine}, ${largest.measured}.`,
    'Each system runs on one core, asked from another. Rates say how many times theirs ours is (median of neighbouring blocks, A B B A),',
    'CPU how many times our CPU time a request costs them, database included. Totals, ids and order are the same.',
    '',
    '## In short',
    '',
    ...table(['peer, places', 'reads', 'times the CPU: median', 'closest', 'slower there'], sizes.flatMap(shortRows)),
    `## Floors, at ${count(largest.places)} places`,
    '',
    'A floor is a figure that a change should not fall below. Rates and CPU are medians of five pairs of blocks, in which both systems',
    'answer the same questions one after the other. A bare server is `node:http` that sends bytes it has ready, so it is the most that Node',
    'could do. Times in the index are of 18 kinds of searches, without HTTP. In parentheses are the kind of read, or the least and the',
    'greatest of several rounds.',
    '',
    ...table(['measured', 'compared with', 'floor', 'found', 'kept', 'if not, why'], floorRows(largest)),
    `## Every question, at ${count(largest.places)} places`,
    '',
    ...table(
      [
        'question',
        'requests/s',
        ...peerNames.flatMap((name) => [`${peers[name]}: rate`, 'CPU']),
        'in the index, ms',
        'p99',
      ],
      questionRows(largest),
    ),
    `## Beside webhooks, at ${count(largest.places)} places`,
    '',
    ...table(
      [
        'webhooks, 500 changes and 200 reads a second',
        'changes/s',
        'p99 of reads, ms',
        'CPU of a change, µs',
        'events/s',
        'memory, MB',
      ],
      webhookRows(largest),
    ),
    '## Growth',
    '',
    ...table(['', ...sizes.map(({ places }) => count(places))], growthRows(sizes)),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const cpuTimes = ({ own, peer }: Comparison) => peer.cpuMicroseconds / own.cpuMicroseconds
const byCpu = (one: Comparison, other: Comparison) => cpuTimes(one) - cpuTimes(other)

function shortRows(figures: Figures): string[][] {
  return peerNames.flatMap((name) => {
    const reads = (figures[name] ?? []).filter(({ question }) => !writes.includes(question)).toSorted(byCpu)
    const [closest] = reads
    if (!closest) return []
    const slower = reads.filter(({ ratio }) => ratio.median < 1).map(({ question }) => question)
    const median = fixed(medianOf(reads.map(cpuTimes)))
    const told = `${fixed(cpuTimes(closest))} (${closest.question})`
    return [
      [`${peers[name]}, ${count(figures.places)}`, String(reads.length), median, told, slower.join(', ') || 'none'],
    ]
  })
}

/** The unit of a figure, and its remark. */
interface Told {
  readonly unit?: string
  readonly told?: string | undefined
}

/** What a floor is about, what it is compared with, and why it is not kept where that is known. */
type About = readonly [what: string, against: string, why?: string]

function floorRow([what, against, why = '']: About, bound: string, kept: (value: number) => boolean) {
  return (measured: number | undefined, { unit = '', told }: Told = {}): string[] => {
    if (measured === undefined) return [what, against, bound + unit, '–', '–', '']
    const shown = `${fixed(measured)}${unit}${told === undefined ? '' : ` (${told})`}`
    return [what, against, bound + unit, shown, ...(kept(measured) ? ['yes', ''] : ['**no**', why])]
  }
}

const atLeast = (about: About, floor: number) => floorRow(about, `at least ${floor}`, (value) => value >= floor)
const atMost = (about: About, most: number) => floorRow(about, `at most ${most}`, (value) => value <= most)

function floorRows(figures: Figures): string[][] {
  const {
    bare = [],
    postgres = [],
    sqlite = [],
    costs,
    index = {},
    besideWrites,
    holds = {},
    markdown,
    streams = {},
  } = figures
  const rate = (from: readonly Comparison[], question: string) =>
    from.find((one) => one.question === question)?.ratio.median
  const counted = postgres.filter(({ question }) => ![...writes, ...uncounted].includes(question)).toSorted(byCpu)
  const [byCpuClosest] = counted
  const [closest] = [...postgres, ...sqlite].toSorted((one, other) => one.ratio.median - other.ratio.median)
  const slowest = (of: 'p50' | 'p99') => Object.entries(index).toSorted(([, a], [, b]) => b[of] - a[of])[0]
  const [p50, p99] = [slowest('p50'), slowest('p99')]
  const [held] = Object.entries(holds).toSorted(([, a], [, b]) => b.holdMillis - a.holdMillis)
  const ms = (told: string | undefined) => ({ unit: ' ms', told })
  const spread = (some: Spread | undefined) => some && `${fixed(some.min)} to ${fixed(some.max)}`
  const ofBare = 'requests a second of a bare server'
  const perRequest = 'a bare server finds no document, checks no key, and writes no tag and log'
  const collector = 'young collections of the answering thread, while a core is also writing and merging'
  return [
    atLeast(['a place by its id', ofBare, perRequest], 0.5)(rate(bare, named.byId)),
    atLeast(['a page of 100 neighbours', ofBare, perRequest], 0.6)(rate(bare, bareOnly.neighbours)),
    atLeast(
      ['a page of 100 scattered places', ofBare, 'each place is a wait for memory'],
      0.3,
    )(rate(bare, bareOnly.scattered)),
    atLeast(['an unchanged answer (304)', ofBare], 0.5)(rate(bare, named.revalidation)),
    atLeast(
      ['CPU of searches with a total: median', 'PostgreSQL, times ours'],
      30,
    )(byCpuClosest && medianOf(counted.map(cpuTimes))),
    atLeast(['CPU of searches with a total: closest', 'PostgreSQL, times ours'], 5)(
      byCpuClosest && cpuTimes(byCpuClosest),
      { told: byCpuClosest?.question },
    ),
    atLeast(
      [
        'requests a second on each question: closest',
        'the fastest peer',
        'the server in front of SQLite checks no key, and writes no tag and log',
      ],
      closest?.question === named.byId ? 0.9 : 1,
    )(closest?.ratio.median, { told: closest?.question }),
    atLeast(['creates a second', 'PostgreSQL'], 2)(rate(postgres, named.create)),
    atLeast(['patches a second', 'PostgreSQL'], 2)(rate(postgres, named.patch)),
    atMost(['time in the index: slowest median', '', 'wide circles visit most places'], 0.3)(
      p50?.[1].p50,
      ms(p50?.[0]),
    ),
    atMost(['time in the index: slowest p99', '', 'frequent words have long lists'], 3)(p99?.[1].p99, ms(p99?.[0])),
    atMost(['p99 of reads beside writes', 'p99 without writes', collector], 4)(besideWrites?.p99Times.median, {
      told: spread(besideWrites?.p99Times),
    }),
    atMost(['longest stall beside writes', '', collector], 30)(
      besideWrites?.stall.median,
      ms(spread(besideWrites?.stall)),
    ),
    atMost(['thread held by one read, distinct texts in 20 fields', ''], 50)(held?.[1].holdMillis, ms(held?.[0])),
    atMost(['thread held by the Markdown of 100,000 characters', ''], 50)(markdown?.millis, ms(markdown?.what)),
    ...Object.entries(streams).map(([name, { placesPerSecond, cpuMicroseconds, peakBytes }]) =>
      atLeast([`all places as ${name}`, ''], 30_000)(placesPerSecond, {
        unit: ' places/s',
        told: `${fixed(cpuMicroseconds)} µs of CPU a place, ${fixed(peakBytes / 1e6)} MB`,
      }),
    ),
    atMost(['memory after a restart, of a place', ''], 1400)(costs?.memoryBytes, { unit: ' bytes' }),
    atMost(['restart', '', 'the host takes 15 µs for each page of memory that is touched first'], 3)(
      costs?.restartSeconds,
      {
        unit: ' s',
      },
    ),
    atLeast(['import', '', 'reading and rules take 30 µs of a place, writing 22'], 25_000)(costs?.importPerSecond, {
      unit: ' places/s',
    }),
  ]
}

function questionRows(figures: Figures): string[][] {
  const questions = [...new Set(peerNames.flatMap((name) => (figures[name] ?? []).map(({ question }) => question)))]
  return questions.map((question) => {
    const found = peerNames.map((name) => figures[name]?.find((one) => one.question === question))
    const own = found.find((one) => one !== undefined)?.own.requestsPerSecond
    const cells = found.flatMap((one) => (one ? [fixed(one.ratio.median), fixed(cpuTimes(one))] : ['–', '–']))
    const times = figures.index?.[question]
    return [question, own === undefined ? '–' : count(own), ...cells, fixed(times?.p50), fixed(times?.p99)]
  })
}

function webhookRows({ webhooks = {} }: Figures): string[][] {
  return Object.entries(webhooks).map(([hooks, cost]) => [
    hooks,
    fixed(cost.changesPerSecond),
    fixed(cost.p99),
    fixed(cost.cpuMicroseconds),
    fixed(cost.deliveredPerSecond),
    fixed(cost.peakBytes / 1e6),
  ])
}

function growthRows(sizes: readonly Figures[]): string[][] {
  const median = (index: Figures['index']) => medianOf(Object.values(index ?? {}).map(({ p50 }) => p50))
  const rows: readonly (readonly [string, (figures: Figures) => number | undefined])[] = [
    ['import, places/s', ({ costs }) => costs?.importPerSecond],
    ['first start, s', ({ costs }) => costs?.firstStartSeconds],
    ['restart, s', ({ costs }) => costs?.restartSeconds],
    ['memory after a restart, bytes a place', ({ costs }) => costs?.memoryBytes],
    ['time in the index, ms: median of the questions', ({ index }) => median(index)],
    ['reads beside writes, p99, ms', ({ besideWrites }) => besideWrites?.p99.median],
    ['changes a second meanwhile', ({ besideWrites }) => besideWrites?.writesPerSecond],
  ]
  return rows.map(([what, of]) => [what, ...sizes.map((figures) => fixed(of(figures)))])
}
