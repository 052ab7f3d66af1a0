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

/** The terms of the report; each is explained before it is used. */
const terms: readonly (readonly [string, string])[] = [
  [
    'peer',
    'a minimal server in front of PostgreSQL with PostGIS, or of SQLite, with the same places and the same answers',
  ],
  ['bare server', '`node:http` that sends prepared bytes: the most that Node can do'],
  ['times the rate', "Gazetteer's requests a second, divided by those of the other; above 1, Gazetteer is faster"],
  [
    'times the CPU',
    "the other's CPU time per request, database included, divided by Gazetteer's; above 1, Gazetteer needs less",
  ],
  ['p99', 'the time that 99 of 100 requests do not exceed'],
]

/** The report in Markdown; the largest size comes first. */
export function reportOf(sizes: readonly Figures[]): string {
  const [largest] = sizes
  if (!largest) return ''
  const places = `at ${count(largest.places)} places`
  const floors = floorRows(largest)
  const [kept, missed] = ['yes', '**no**'].map((word) => floors.filter((row) => row.includes(word)).length)
  const lines = [
    '# Results',
    '',
    `\`npm run bench\` and \`npm run bench:peers\` write this page. ${largest.machine}, ${largest.measured}.`,
    '',
    ...table(['term', 'meaning'], terms),
    'Each system has one core, and requests come from another. Both systems get the same requests in turn, in blocks of one second (writes:',
    'five), in the order A B B A, after warming up. A figure is the median of five pairs of blocks. Totals, ids and order of the answers are',
    'compared before.',
    '',
    '## In short',
    '',
    ...table(
      ['peer, places', 'kinds of reads', 'times the CPU: median', 'smallest', 'reads that are slower than on the peer'],
      sizes.flatMap(shortRows),
    ),
    `## Floors, ${places}`,
    '',
    `A floor is a limit that a change should not cross. ${kept} are kept, ${missed} are not. In parentheses are the kind of read, or the least and the`,
    'greatest of several rounds.',
    '',
    ...table(['measured', 'as', 'floor', 'result', 'kept', 'if not, why'], floors),
    `## Every question, ${places}`,
    '',
    ...table(
      [
        'question',
        'requests a second',
        ...peerNames.flatMap((name) => [`${peers[name]}: times the rate`, 'times the CPU']),
        'in the index, without HTTP: median, ms',
        'p99, ms',
      ],
      questionRows(largest),
    ),
    ...(largest.webhooks ? [`## Beside webhooks, ${places}`, ''] : []),
    ...table(
      [
        'webhooks, 500 changes and 200 reads a second',
        'changes a second',
        'p99 of reads, ms',
        'CPU of a change, µs',
        'events a second',
        'memory, MB',
      ],
      webhookRows(largest),
    ),
    '## Sizes',
    '',
    ...table(['places', ...sizes.map(({ places }) => count(places))], growthRows(sizes)),
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
    const smallest = `${fixed(cpuTimes(closest))} (${closest.question})`
    return [
      [`${peers[name]}, ${count(figures.places)}`, String(reads.length), median, smallest, slower.join(', ') || 'none'],
    ]
  })
}

/** The subject of a floor, the unit of its figure, and the reason why it is not kept if that is known. */
type About = readonly [what: string, unit: string, reason?: string]

function floorRow([what, unit, reason = '']: About, bound: string, kept: (value: number) => boolean) {
  return (measured: number | undefined, note?: string): string[] => {
    if (measured === undefined) return [what, unit, bound, 'not measured', '–', '']
    const shown = `${fixed(measured)}${note === undefined ? '' : ` (${note})`}`
    return [what, unit, bound, shown, ...(kept(measured) ? ['yes', ''] : ['**no**', reason])]
  }
}

const atLeast = (about: About, floor: number) =>
  floorRow(about, `at least ${floor.toLocaleString('en')}`, (value) => value >= floor)
const atMost = (about: About, most: number) =>
  floorRow(about, `at most ${most.toLocaleString('en')}`, (value) => value <= most)

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
  const spread = (some: Spread | undefined) => some && `${fixed(some.min)} to ${fixed(some.max)}`
  const ofBare = 'times the rate of a bare server'
  const perRequest = 'a bare server finds no document, checks no key, and writes no entity tag and no log'
  const perPlace = 'each place is in another part of memory'
  const onSqlite = 'the server on SQLite checks no key, and writes no entity tag and no log'
  const collector = 'garbage collection of the answering thread, while another core writes and merges'
  const inIndex = 'a search in the index, without HTTP'
  const ofPostgresCpu = 'times the CPU of PostgreSQL'
  const closestFloor = closest?.question === named.byId ? 0.9 : 1
  return [
    atLeast(['a place by its id', ofBare, perRequest], 0.5)(rate(bare, named.byId)),
    atLeast(['a page of 100 neighbours', ofBare, perRequest], 0.6)(rate(bare, bareOnly.neighbours)),
    atLeast(['a page of 100 scattered places', ofBare, perPlace], 0.3)(rate(bare, bareOnly.scattered)),
    atLeast(['an unchanged answer (304)', ofBare], 0.5)(rate(bare, named.revalidation)),
    atLeast(['searches with a total: median', ofPostgresCpu], 30)(byCpuClosest && medianOf(counted.map(cpuTimes))),
    atLeast(['searches with a total: smallest', ofPostgresCpu], 5)(
      byCpuClosest && cpuTimes(byCpuClosest),
      byCpuClosest?.question,
    ),
    atLeast(['all questions: smallest', 'times the rate of the fastest peer', onSqlite], closestFloor)(
      closest?.ratio.median,
      closest?.question,
    ),
    atLeast(['creates', 'times the rate of PostgreSQL'], 2)(rate(postgres, named.create)),
    atLeast(['patches', 'times the rate of PostgreSQL'], 2)(rate(postgres, named.patch)),
    atMost([`${inIndex}: slowest median of 18 kinds`, 'ms', 'wide circles contain most places'], 0.3)(
      p50?.[1].p50,
      p50?.[0],
    ),
    atMost([`${inIndex}: slowest p99 of 18 kinds`, 'ms', 'frequent words have long lists'], 3)(p99?.[1].p99, p99?.[0]),
    atMost(['p99 of reads while others write', 'times the p99 without writes', collector], 4)(
      besideWrites?.p99Times.median,
      spread(besideWrites?.p99Times),
    ),
    atMost(['longest pause of reads while others write', 'ms', collector], 30)(
      besideWrites?.stall.median,
      spread(besideWrites?.stall),
    ),
    atMost(['longest turn of one read, with distinct texts in 20 fields', 'ms'], 50)(held?.[1].holdMillis, held?.[0]),
    atMost(['Markdown of 100,000 characters', 'ms'], 50)(markdown?.millis, markdown?.what),
    ...Object.entries(streams).map(([name, { placesPerSecond, cpuMicroseconds, peakBytes }]) =>
      atLeast([`all places as ${name}`, 'places a second'], 30_000)(
        placesPerSecond,
        `${fixed(cpuMicroseconds)} µs of CPU a place, ${fixed(peakBytes / 1e6)} MB`,
      ),
    ),
    atMost(['memory after a restart', 'bytes a place'], 1400)(costs?.memoryBytes),
    atMost(['restart', 's', 'on this host the first access to a page of memory takes 15 µs'], 3)(costs?.restartSeconds),
    atLeast(
      ['import', 'places a second', 'reading and rules take 30 µs a place, writing 22'],
      25_000,
    )(costs?.importPerSecond),
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
    ['import, places a second', ({ costs }) => costs?.importPerSecond],
    ['first start, which builds the index, s', ({ costs }) => costs?.firstStartSeconds],
    ['restart, s', ({ costs }) => costs?.restartSeconds],
    ['memory after a restart, bytes a place', ({ costs }) => costs?.memoryBytes],
    ['a search in the index, median of 18 kinds, ms', ({ index }) => median(index)],
    ['p99 of reads while others write, ms', ({ besideWrites }) => besideWrites?.p99.median],
    ['changes a second meanwhile', ({ besideWrites }) => besideWrites?.writesPerSecond],
  ]
  return rows.map(([what, of]) => [what, ...sizes.map((figures) => fixed(of(figures)))])
}
