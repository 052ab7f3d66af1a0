import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../src/demo/template.ts'
import { measureHolds, measureMarkdown } from './holds.ts'
import { measurePage } from './page.ts'
import { measurePeer } from './peers/beside.ts'
import { postgres } from './peers/postgres.ts'
import { sqlite } from './peers/sqlite.ts'
import { createQuestions } from './questions.ts'
import { type Figures, reportOf } from './report.ts'
import { type Bench, measureBare, measureBesideWrites, measureCosts, measureIndex } from './service.ts'
import { measureStreams } from './streams.ts'
import { noWrk } from './support/load.ts'
import { measureWebhooks } from './webhooks.ts'
import { makeWorld } from './world.ts'

/** The parts of the bench, in the order of measurement. */
const parts = {
  costs: async (bench: Bench) => ({ costs: await measureCosts(bench) }),
  index: async (bench: Bench) => ({ index: await measureIndex(bench) }),
  bare: async (bench: Bench) => ({ bare: await measureBare(bench) }),
  'beside-writes': async (bench: Bench) => ({ besideWrites: await measureBesideWrites(bench) }),
  holds: async ({ seed }: Bench) => ({
    holds: await measureHolds(Number(values['distinct-places']), createRandom(seed)),
    markdown: measureMarkdown(),
  }),
  streams: async (bench: Bench) => ({ streams: await measureStreams(bench) }),
  webhooks: async (bench: Bench) => ({ webhooks: await measureWebhooks(bench) }),
  postgres: async (bench: Bench) => ({ postgres: await measurePeer(postgres, bench) }),
  sqlite: async (bench: Bench) => ({ sqlite: await measurePeer(sqlite, bench) }),
  page: (bench: Bench) => measurePage(bench).then(() => ({})),
}
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    places: { ...text, default: '1000000' },
    parts: { ...text, default: 'costs,index,bare,beside-writes,holds,streams,webhooks,postgres,sqlite' },
    /** Names of the timed questions; all if empty. */
    question: { ...text, multiple: true, default: [] as string[] },
    seed: { ...text, default: '1' },
    /** Number of places with distinct texts in 20 fields in the index of `holds`. */
    'distinct-places': { ...text, default: '200000' },
    seconds: { ...text, default: '1' },
    'write-seconds': { ...text, default: '5' },
    'read-seconds': { ...text, default: '8' },
    pairs: { ...text, default: '5' },
    warmings: { ...text, default: '8' },
    distinct: { ...text, default: '10000' },
    /** The folder of worlds, kept between runs. */
    work: { ...text, default: join(tmpdir(), 'gazetteer-bench-worlds') },
    data: { ...text, default: resolve(import.meta.dirname, '../../shared/data') },
    /** The folder of results.json and RESULTS.md. */
    results: { ...text, default: import.meta.dirname },
  },
})

if (noWrk) throw new Error(noWrk)
const wanted = values.parts.split(',')
const unknown = wanted.find((name) => !partNames.some((part) => part === name))
if (unknown !== undefined) throw new Error(`--parts are ${partNames.join(', ')}, got ${unknown}`)
const seed = Number(values.seed)
const isTimed = (name: string) => values.question.length === 0 || values.question.includes(name)
const measuring = {
  seconds: Number(values.seconds),
  writeSeconds: Number(values['write-seconds']),
  readSeconds: Number(values['read-seconds']),
  pairs: Number(values.pairs),
  warmings: Number(values.warmings),
  connections: 16,
  writers: 64,
  distinct: Number(values.distinct),
}
for (const size of values.places.split(',').map(Number)) {
  const world = await makeWorld({ places: size, work: values.work, data: values.data })
  const questions = createQuestions(world.known, size, seed)
  for (const part of partNames.filter((name) => wanted.includes(name))) {
    keep(size, await parts[part]({ world, questions, isTimed, measuring, seed }))
  }
}

/** Stores the new figures with the known ones, and writes the report. */
function keep(places: number, found: Partial<Figures>): void {
  const file = join(values.results, 'results.json')
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures[]) : []
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`
  const measured = new Date().toISOString().slice(0, 10)
  const known = all.find((one) => one.places === places)
  const sizes = [...all.filter((one) => one !== known), { ...known, places, machine, measured, ...found }]
  const sorted = sizes.toSorted((one, other) => other.places - one.places)
  writeFileSync(file, `${JSON.stringify(sorted, roundedTo, 1)}\n`)
  writeFileSync(join(values.results, 'RESULTS.md'), reportOf(sorted))
}

/** Rounds to four digits. */
function roundedTo(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
