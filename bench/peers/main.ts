import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasWrk } from '../support/load.ts'
import { createRandom } from '../support/random.ts'
import { buildWorld, makeReadKey, startGazetteer } from '../support/world.ts'
import { reasonNotToCompare } from './check.ts'
import { type Row, readCorpus, writeCorpus } from './corpus.ts'
import { type Comparison, compare, type Mode } from './measure.ts'
import { createQuestions } from './questions.ts'
import { writeReport } from './report.ts'
import type { SystemResult } from './result.ts'
import type { System } from './system.ts'
import { bare } from './systems/bare.ts'
import { gazetteer } from './systems/gazetteer.ts'
import { postgres } from './systems/postgres.ts'
import { sqlite } from './systems/sqlite.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    systems: { type: 'string', default: 'bare,postgres,sqlite' },
    questions: { type: 'string', default: '' },
    modes: { type: 'string', default: 'distinct' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    distinct: { type: 'string', default: '500' },
    client: { type: 'string', default: hasWrk ? 'wrk' : 'own' },
    report: { type: 'string', default: join(import.meta.dirname, '../RESULTS.md') },
    results: { type: 'string', default: join(import.meta.dirname, 'results') },
  },
})

const peers: Readonly<Record<string, () => System>> = { bare, postgres, sqlite }
const sampleRows = 2_000

mkdirSync(values.results, { recursive: true })
for (const size of values.sizes.split(',').map(Number)) await measureSize(size)
writeReport(values.results, values.report)

async function measureSize(size: number): Promise<void> {
  const world = await buildWorld(size)
  const corpus = join(mkdtempSync(join(tmpdir(), 'gazetteer-corpus-')), 'rows.ndjson')
  const server = await startGazetteer(world.dataDir, true)
  const places = await writeCorpus(server, await makeReadKey(server), corpus)
  await server.stop()
  const sample = await sampleOf(corpus, places)
  for (const name of values.systems.split(',')) {
    const peer = peers[name]?.()
    if (peer === undefined) throw new Error(`systems are ${Object.keys(peers).join(', ')}, got ${name}`)
    const missing = peer.missing()
    const result = missing === undefined ? await measurePeer(peer) : { missing, comparisons: [], left: [] }
    const file = join(values.results, `${size}-${name}.json`)
    writeFileSync(file, `${JSON.stringify({ system: name, places, seed: values.seed, ...result }, undefined, 1)}\n`)
  }

  async function measurePeer(system: System): Promise<Omit<SystemResult, 'system' | 'places' | 'seed'>> {
    const random = createRandom(Number(values.seed))
    const questions = createQuestions(sample, places, random).filter(({ name }) => name.includes(values.questions))
    const loadSeconds = await system.load(corpus, places)
    const own = { system: gazetteer(world), running: await gazetteer(world).start() }
    const starting = performance.now()
    const peer = { system, running: await system.start() }
    const startSeconds = (performance.now() - starting) / 1000
    const comparisons: Comparison[] = []
    const left: { question: string; reason: string }[] = []
    try {
      for (const question of questions) {
        const reason = await reasonNotToCompare(question, own, peer)
        if (reason !== undefined) {
          left.push({ question: question.name, reason })
          console.log(`${size} ${system.name} ${question.name}: n/a, ${reason}`)
          continue
        }
        for (const mode of values.modes.split(',') as Mode[]) {
          const measuring = {
            pairs: Number(values.pairs),
            seconds: Number(values.seconds),
            connections: Number(values.connections),
            distinct: Number(values.distinct),
            random,
            client: values.client === 'wrk' ? ('wrk' as const) : ('own' as const),
          }
          const comparison = await compare(question, mode, { own, peer }, measuring)
          comparisons.push(comparison)
          const ratio = comparison.ratios.toSorted((a, b) => a - b)[comparison.ratios.length >> 1]!
          console.log(`${size} ${system.name} ${question.name} ${mode}: ${ratio.toFixed(2)}`)
        }
      }
      return { loadSeconds, startSeconds, memoryBytes: peer.running.memoryBytes(), comparisons, left }
    } finally {
      await peer.running.stop()
      await own.running.stop()
    }
  }
}

async function sampleOf(corpus: string, places: number): Promise<Row[]> {
  const sample: Row[] = []
  const step = Math.max(1, Math.floor(places / sampleRows))
  for await (const row of readCorpus(corpus)) {
    const plain = row.city === undefined || !/^[!^~]|,/.test(row.city)
    const shown = !row.partial && !row.deleted && row.published !== undefined
    if (row.rank % step === 0 && plain && shown) sample.push(row)
  }
  return sample
}
