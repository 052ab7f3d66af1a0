import { medianOf } from '../../support/figures.ts'
import { costGrowthOf, type Growth, growthOf, type Point, placesWithin } from '../growth.ts'
import type { GrowthFigures, SystemResult } from '../result.ts'
import { fixed, table, whole } from './format.ts'

interface Figure {
  readonly name: string
  readonly points: readonly Point[]
  readonly growth: Growth | undefined
}

const beyond = [10_000_000, 100_000_000]

const resources: readonly (readonly [name: string, of: (growth: GrowthFigures) => number])[] = [
  ['import, s', ({ importSeconds }) => importSeconds],
  ['import, CPU s', ({ importCpuSeconds }) => importCpuSeconds],
  ['first start, s', ({ firstStartSeconds }) => firstStartSeconds],
  ['restart, s', ({ restartSeconds }) => medianOf(restartSeconds)],
  ['memory after a restart, MB', ({ memoryBytes }) => memoryBytes / 1e6],
  ['most memory of a restart, MB', ({ restartPeakBytes }) => restartPeakBytes / 1e6],
  ['most memory of the first start, MB', ({ firstStartPeakBytes }) => firstStartPeakBytes / 1e6],
  ['columns, MB', ({ columnBytes }) => columnBytes / 1e6],
  ['documents, MB', ({ documentBytes }) => documentBytes / 1e6],
]

/** How the service grows with the places: what was measured, the law that fits, and what it says of larger sizes. */
export function growthSection(results: readonly SystemResult[]): string[] {
  const sizes = results.filter(({ system }) => system === 'gazetteer').toSorted((a, b) => a.places - b.places)
  const costs = resources.map(([name, of]) =>
    figureOf(name, sizes, ({ service }) => service?.growth && of(service.growth), costGrowthOf),
  )
  const questions = [
    ...new Set(sizes.flatMap(({ service }) => (service?.inIndex?.questions ?? []).map(({ question }) => question))),
  ]
  const times = (of: 'p50' | 'p99') =>
    questions.map((name) =>
      figureOf(
        name,
        sizes,
        ({ service }) => service?.inIndex?.questions.find(({ question }) => question === name)?.search[of],
        growthOf,
      ),
    )
  const [medians, tails] = [times('p50'), times('p99')]
  if ([...costs, ...medians].every(({ growth }) => growth === undefined)) return []
  const columns = sizes.map(({ places }) => places)
  const heads = [...columns.map(whole), 'law', 'off by', ...beyond.map((places) => `on paper at ${whole(places)}`)]
  const rows = (figures: readonly Figure[]) => figures.map((figure) => rowOf(figure, columns))
  return [
    '## Growth',
    '',
    'What was measured of the service, and the law that it follows: costs a fixed part and a part for each place, times in the index that or a power of the places, whichever comes nearer.',
    '"Off by" is the mean relative error of the law at the sizes that were measured; what stands behind it is on paper and was not run. A cost that did not grow has no law: each place',
    'takes some of it, which other things outweighed at these sizes.',
    '',
    ...table(['', ...heads], rows(costs)),
    ...conditions(sizes),
    'Milliseconds in the index, the median of each question:',
    '',
    ...table(['question', ...heads], rows(medians)),
    'The same, the 99th percentile:',
    '',
    ...table(['question', ...heads], rows(tails)),
    ...stops(costs, medians, tails),
  ]
}

/** When and on how fast a machine each size was imported and started: what differs there bends the law. */
function conditions(sizes: readonly SystemResult[]): string[] {
  const told = sizes.flatMap(({ places, service }) => {
    if (service?.growth === undefined) return []
    const { measured, pace } = service.growth
    const when = `${measured.slice(0, 16).replace('T', ' ')} UTC`
    return [`${whole(places)} on ${when}${pace === undefined ? '' : ` (pace ${whole(pace)} MB/s)`}`]
  })
  return told.length === 0 ? [] : [`Imports and starts were measured: ${told.join(', ')}.`, '']
}

function figureOf(
  name: string,
  sizes: readonly SystemResult[],
  of: (result: SystemResult) => number | undefined,
  fit: typeof growthOf,
): Figure {
  const points = sizes.flatMap((result): Point[] => {
    const figure = of(result)
    return figure === undefined || !(figure > 0) ? [] : [[result.places, figure]]
  })
  return { name, points, growth: fit(points) }
}

function rowOf({ name, points, growth }: Figure, sizes: readonly number[]): string[] {
  const measured = sizes.map((size) => fixed(points.find(([places]) => places === size)?.[1]))
  const error = growth === undefined ? '–' : `${Math.round(growth.error * 100)} %`
  return [name, ...measured, growth?.law ?? '–', error, ...beyond.map((places) => fixed(growth?.at(places)))]
}

/** What one process may cost, by which it is told where it should stop. */
const memoryMegabytes = [16_000, 32_000, 64_000]
const memoryShare = 0.8
const restartSecondsMost = 60
const firstStartSecondsMost = 3_600
const searchMillisMost = 50
const placesMost = 1_000_000_000

/** How many of the questions that meet the limit first are told. */
const slowestTold = 3

function stops(costs: readonly Figure[], medians: readonly Figure[], tails: readonly Figure[]): string[] {
  const cost = (name: string) => costs.find((one) => one.name === name)?.growth
  const upTo = (growth: Growth | undefined, limit: number) =>
    growth === undefined ? undefined : placesWithin(growth, limit, placesMost)
  const searches = (quantile: string, figures: readonly Figure[]) =>
    figures
      .map(({ name, growth }) => ({ name, places: upTo(growth, searchMillisMost) }))
      .filter((one): one is { name: string; places: number } => one.places !== undefined)
      .toSorted((a, b) => a.places - b.places)
      .slice(0, slowestTold)
      .map(({ name, places }) => [`the ${quantile} of "${name}" within ${searchMillisMost} ms`, places] as const)
  const rows: readonly (readonly [limit: string, places: number | undefined])[] = [
    ...memoryMegabytes.map(
      (megabytes) =>
        [
          `the most memory of the first start, within ${memoryShare * 100} % of ${megabytes / 1000} GB`,
          upTo(cost('most memory of the first start, MB'), megabytes * memoryShare),
        ] as const,
    ),
    [
      `the first start, which reads the whole record, within ${firstStartSecondsMost / 60} minutes`,
      upTo(cost('first start, s'), firstStartSecondsMost),
    ],
    [`a restart within ${restartSecondsMost} s`, upTo(cost('restart, s'), restartSecondsMost)],
    ...searches('99th percentile', tails),
    ...searches('median', medians),
  ]
  return [
    '### Where one process should stop, on paper',
    '',
    'Up to how many places each limit is kept, if the laws above go on; the fewest of those that matter to somebody is where one process should stop. While a search takes the one thread',
    'that answers, nobody else is answered.',
    '',
    ...table(
      ['limit', 'places'],
      rows.map(([limit, places]) => [limit, places === undefined ? '–' : millions(places)]),
    ),
    ...clusters(cost('documents, MB'), cost('import, CPU s')),
  ]
}

function millions(places: number): string {
  return places >= placesMost ? 'more than a thousand million' : `${fixed(places / 1e6)} million`
}

/** What stays when searching is left to a database: the record itself. */
function clusters(documents: Growth | undefined, importing: Growth | undefined): string[] {
  if (documents === undefined || importing === undefined) return []
  const [ten, hundred] = beyond.map((places) => ({
    documents: fixed(documents.at(places) / 1e3),
    importing: fixed(importing.at(places) / 3600),
  }))
  return [
    `Ten million places have ${ten?.documents} GB of documents and take ${ten?.importing} hours of processor time to import; a hundred million ${hundred?.documents} GB and ${hundred?.importing} hours. Beyond where one`,
    'process stops, PostgreSQL searches (`SEARCH=database`): it needs no more memory than its indexes want. A cluster of it (Citus, sharded by the id of the place) is for tables that',
    'one server can no longer hold or count in time: a total over all places takes it time in proportion to them, and the documents are there twice, as they are and in the journal, before any index.',
    '',
  ]
}
