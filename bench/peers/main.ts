import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasWrk } from '../support/load.ts'
import { createRandom } from '../support/random.ts'
import { sharedData } from '../support/world.ts'
import { writeCharts } from './charts.ts'
import { type Askable, reasonNotToCompare } from './check.ts'
import { readKnown } from './known.ts'
import { compareWithLimit, type Limit, limits } from './limits.ts'
import { compare, type Measuring, type Mode, medianOf, sidesOf } from './measure.ts'
import { prepare, worldOf } from './prepare.ts'
import { createQuestions, type Question } from './questions.ts'
import { writeReport } from './report.ts'
import type { Footprint, SystemResult } from './result.ts'
import type { Materials, System } from './system.ts'
import { gazetteer } from './systems/gazetteer.ts'
import { groonga } from './systems/groonga.ts'
import { orama } from './systems/orama.ts'
import { postgres } from './systems/postgres.ts'
import { sqlite } from './systems/sqlite.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    systems: { type: 'string', default: 'bare,nginx,postgres,sqlite,groonga,orama' },
    questions: { type: 'string', default: '' },
    modes: { type: 'string', default: 'distinct,zipf,repeated' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    latency: { type: 'string', default: '2' },
    pairs: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    writers: { type: 'string', default: '64' },
    distinct: { type: 'string', default: '10000' },
    client: { type: 'string', default: hasWrk ? 'wrk' : 'own' },
    data: { type: 'string', default: sharedData },
    work: { type: 'string', default: join(tmpdir(), 'gazetteer-peers') },
    report: { type: 'string', default: join(import.meta.dirname, '../RESULTS.md') },
    charts: { type: 'string', default: join(import.meta.dirname, '../charts') },
    results: { type: 'string', default: join(import.meta.dirname, 'results') },
    'only-load': { type: 'boolean', default: false },
    'only-report': { type: 'boolean', default: false },
  },
})

const peers: Readonly<Record<string, () => System>> = { postgres, sqlite, groonga, orama }

/** Questions that are also asked with Zipf's distribution and again and again, and whose latency is measured. */
const closely = ['by id', 'one filter', 'q, one word', 'nearby 20 km', '95 % reads, 5 % patches']

mkdirSync(values.results, { recursive: true })
if (!values['only-report']) {
  for (const size of values.sizes.split(',').map(Number)) await measureSize(size)
}
writeReport(values.results, values.report)
writeCharts(values.results, values.charts)

async function measureSize(places: number): Promise<void> {
  const materials = await prepare({ places, work: values.work, data: values.data })
  for (const name of values.systems.split(',')) {
    const limit = limits.find((one) => one.name === name)
    const peer = peers[name]?.()
    if (limit === undefined && peer === undefined) {
      throw new Error(
        `systems are ${[...limits.map((one) => one.name), ...Object.keys(peers)].join(', ')}, got ${name}`,
      )
    }
    const missing = limit ? limit.missing : peer?.missing(places)
    if (missing !== undefined) {
      keep({ system: name, about: name, places, missing, comparisons: [], left: [] })
      continue
    }
    if (peer !== undefined) await loadOnce(peer, materials)
    if (!values['only-load']) keep(limit ? await measureLimit(limit, materials) : await measurePeer(peer!, materials))
  }
}

function keep(result: Omit<SystemResult, 'machine' | 'seed'>): void {
  const file = join(values.results, `${result.places}-${result.system}.json`)
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`
  writeFileSync(file, `${JSON.stringify({ ...result, machine, seed: values.seed }, rounded)}\n`)
}

/** Five digits say all that was measured. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value
}

async function loadOnce(system: System, materials: Materials): Promise<void> {
  const mark = loadedMark(system, materials)
  if (existsSync(mark)) return
  const started = performance.now()
  await system.load(materials)
  writeFileSync(mark, JSON.stringify((performance.now() - started) / 1000))
}

function loadedMark({ name }: System, { folder }: Materials): string {
  return join(folder, `${name}.loaded.json`)
}

async function started(system: System, materials: Materials, scratch: boolean): Promise<[Askable, number]> {
  const starting = performance.now()
  const running = await system.start(materials, scratch)
  return [{ system, running }, (performance.now() - starting) / 1000]
}

/** What it costs to start a system on what it has loaded, without the copy that a scratch start makes. */
async function startSecondsOf(system: System, materials: Materials): Promise<number> {
  const [{ running }, seconds] = await started(system, materials, false)
  await running.stop()
  return seconds
}

function measuringOf(latencySeconds: number): Measuring {
  return {
    pairs: Number(values.pairs),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    writers: Number(values.writers),
    distinct: Number(values.distinct),
    latencySeconds,
    random: createRandom(Number(values.seed)),
    client: values.client === 'wrk' ? 'wrk' : 'own',
  }
}

async function measureLimit(limit: Limit, materials: Materials): Promise<Omit<SystemResult, 'machine' | 'seed'>> {
  const known = await readKnown(materials.corpus.rows, materials.places)
  const questions = createQuestions(known, materials.places, Number(values.seed))
  const [own] = await started(gazetteer(), materials, false)
  try {
    const asked = { questions, known, places: materials.places }
    const comparisons = await compareWithLimit(limit, own, asked, measuringOf(0))
    return { system: limit.name, about: limit.about, places: materials.places, comparisons, left: [] }
  } finally {
    await own.running.stop()
  }
}

async function measurePeer(system: System, materials: Materials): Promise<Omit<SystemResult, 'machine' | 'seed'>> {
  const { places } = materials
  const known = await readKnown(materials.corpus.rows, places)
  const questions = createQuestions(known, places, Number(values.seed)).filter(({ name }) =>
    name.includes(values.questions),
  )
  const writes = questions.some(({ kind, ask }) => kind === 'write' && system.requestOf(ask()) !== undefined)
  const ownStart = await startSecondsOf(gazetteer(), materials)
  const peerStart = await startSecondsOf(system, materials)
  const [own] = await started(gazetteer(), materials, writes)
  const [peer] = await started(system, materials, writes).catch(async (error: unknown) => {
    await own.running.stop()
    throw error
  })
  const footprint = ({ system: of, running }: Askable, loadSeconds: number, startSeconds: number): Footprint => ({
    loadSeconds: of.name === 'gazetteer' ? worldOf(materials.folder).importSeconds : loadSeconds,
    startSeconds,
    memoryBytes: running.memoryBytes(),
  })
  try {
    const left: { question: string; reason: string }[] = []
    const reads = await comparisonsOf(questions.filter(({ kind }) => kind !== 'write'))
    const loaded = JSON.parse(readFileSync(loadedMark(system, materials), 'utf8')) as number
    const costs = { own: footprint(own, loaded, ownStart), peer: footprint(peer, loaded, peerStart) }
    const written = await comparisonsOf(questions.filter(({ kind }) => kind === 'write'))
    return { system: system.name, about: system.about(), places, ...costs, comparisons: [...reads, ...written], left }

    async function comparisonsOf(some: readonly Question[]) {
      const comparisons = []
      for (const question of some) {
        const reason = await reasonNotToCompare(question, own, peer)
        if (reason !== undefined) {
          left.push({ question: question.name, reason })
          console.log(`${places} ${system.name} ${question.name}: n/a, ${reason}`)
          continue
        }
        for (const mode of modesOf(question)) {
          const isClose = mode === 'distinct' && closely.includes(question.name)
          const measuring = measuringOf(isClose ? Number(values.latency) : 0)
          const comparison = await sidesOf(question, mode, { own, peer }, measuring)
            .then((sides) => compare({ ...question, mode }, sides, measuring))
            .catch((error: unknown) => String(error))
          if (typeof comparison === 'string') {
            left.push({ question: question.name, reason: `it failed while it was measured: ${comparison}` })
            continue
          }
          comparisons.push(comparison)
          const [mine, theirs] = [comparison.own, comparison.peer].map((blocks) =>
            medianOf(blocks, ({ requestsPerSecond }) => requestsPerSecond),
          )
          console.log(`${places} ${system.name} ${question.name} ${mode}: ${mine?.toFixed(0)} / ${theirs?.toFixed(0)}`)
        }
      }
      return comparisons
    }
  } finally {
    await peer.running.stop()
    await own.running.stop()
  }
}

function modesOf({ name, kind }: Question): readonly Mode[] {
  const modes = values.modes.split(',') as Mode[]
  return kind === 'read' && closely.includes(name) ? modes : modes.filter((mode) => mode === 'distinct')
}
