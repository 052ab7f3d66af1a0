import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { costGrowthOf, fitLine, fitPower, growthOf, placesWithin } from '../../bench/peers/growth.ts'
import type { SystemResult } from '../../bench/peers/result.ts'
import { testDatabases } from '../support/postgres/databases.ts'

const databases = await testDatabases()
const bench = join(resolve(import.meta.dirname, '../..'), 'bench/main.ts')

test('the bench runs on a small world and gives a figure for each question', async () => {
  const sizes = [
    '--places',
    '2000',
    '--distinct',
    '1000',
    '--seconds',
    '0.2',
    '--pairs',
    '1',
    '--starts',
    '1',
    '--connections',
    '4',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [bench, ...sizes, '--client', 'own'])
  const rows = stdout.split('\n').filter((line) => /^\| (?!what|-)/.test(line))
  assert.equal(rows.length, 33, stdout)
  for (const row of rows) assert.match(row, /\| \d[\d.,]* ?(?:ms|s|GB|places\/s)? \|/, row)
})

const questions = join(resolve(import.meta.dirname, '../..'), 'bench/index-questions.ts')

test('the bench of the index asks every question of some places', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [questions, '--places', '3000', '--rounds', '5'])
  const rows = stdout.split('\n').filter((line) => /(\s+\d+\.\d{3}){5}$/.test(line))
  assert.ok(rows.length >= 20, stdout)
  assert.match(stdout, /median of the medians +\d+\.\d{3}/)
})

test('the same searches are asked of a database beside the index, and answered there', {
  skip: 'missing' in databases && databases.missing,
}, async () => {
  assert.ok(!('missing' in databases))
  const beside = ['--database', await databases.create(), '--database-rounds', '2', '--data', 'none']
  const { stdout } = await promisify(execFile)(process.execPath, [
    questions,
    ...['--places', '1000', '--rounds', '3'],
    ...beside,
  ])
  const [, told = ''] = stdout.split('in the database: ')
  const rows = told.split('\n').filter((line) => /(\s+\d+\.\d{3}){3}\s+\d+$/.test(line))
  assert.ok(rows.length > 35, stdout)
  assert.match(told, /median of the ratios +\d+/)
})

const peers = join(resolve(import.meta.dirname, '../..'), 'bench/peers/main.ts')
/** Invented places: of the real ones the whole file is read for each world, which the bench of a small world does already. */
const invented = ['--data', 'none']
const short = [
  '--pairs',
  '1',
  '--seconds',
  '0.1',
  '--write-seconds',
  '0.1',
  '--warming',
  '0.1',
  '--client',
  'own',
  ...invented,
]

test('the bench of peers asks both systems, finds the same, and reports it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-peers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const report = join(folder, 'RESULTS.md')
  const results = join(folder, 'results')
  const places = ['--results', results, '--report', report, '--charts', folder, '--work', folder, '--sizes', '2000']
  const args = [...places, ...short, '--latency', '0.5', '--distinct', '10']
  const run = (...more: string[]) => promisify(execFile)(process.execPath, [peers, ...args, ...more])
  const read = (system: string) =>
    JSON.parse(readFileSync(join(results, `2000-${system}.json`), 'utf8')) as SystemResult

  const questions = ['by id', 'page of 100 neighbours', 'page of 100 scattered places', 'revalidation (304)']
  await run('--systems', 'bare', ...questions.flatMap((question) => ['--questions', question]))
  const limits = read('bare').comparisons.map(({ question }) => question)
  assert.deepEqual(limits.toSorted(), [...questions, 'by id, 2,000 in turn'].toSorted())

  await run('--systems', 'sqlite', '--modes', 'distinct,zipf')
  const { comparisons, left, peer } = read('sqlite')
  assert.deepEqual(left, [], 'SQLite answers the same to everything')
  assert.equal(comparisons.filter(({ mode }) => mode === 'distinct').length, 22)
  assert.equal(comparisons.filter(({ mode }) => mode === 'zipf').length, 4)
  assert.ok(peer?.memoryBytes && peer.loadSeconds && peer.loadCpuSeconds && peer.startSeconds, JSON.stringify(peer))
  const text = readFileSync(report, 'utf8')
  assert.match(text, /^\| by id \| zipf \| \d/m)
  assert.match(text, /^\| by id \| 50 %: [\d.,]+ \| \d/m)
  assert.match(text, /^\| create \| \d/m)

  await run('--systems', 'sqlite', '--questions', 'by id', '--modes', 'distinct,repeated', '--continue')
  const again = read('sqlite').comparisons
  assert.equal(again.length, comparisons.length + 1, 'what was kept stays, and only what is missing is asked')
  const over = await run('--systems', 'sqlite', '--minutes', '0').catch((error: unknown) => error)
  assert.equal((over as { readonly code: number }).code, 75, 'whoever runs it in pieces is told that more is to do')
  assert.deepEqual(read('sqlite').comparisons, again)
})

test('the bench of peers measures the service alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-peers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const places = ['--results', folder, '--report', join(folder, 'RESULTS.md'), '--charts', folder, '--work', folder]
  const args = [...places, ...short, '--quick', '--restarts', '1', '--systems', 'gazetteer']
  const run = (...more: string[]) => promisify(execFile)(process.execPath, [peers, ...args, ...more])
  await run('--sizes', '1000', '--questions', 'import and start')
  await run('--sizes', '2000', '--questions', 'time in the index', '--questions', 'beside writes')
  await run('--sizes', '2000', '--continue')
  const { service, comparisons } = JSON.parse(readFileSync(join(folder, '2000-gazetteer.json'), 'utf8')) as SystemResult
  assert.ok(service?.growth && service.growth.columnBytes > 0 && service.growth.restartSeconds.length === 1)
  assert.equal(service.inIndex?.questions.length, 18)
  assert.deepEqual(
    service.besideWrites?.rounds.map(({ writesPerSecond }) => writesPerSecond > 0),
    [true],
  )
  assert.equal(comparisons.length, 6)
  const { storedDocuments, growth } = service
  assert.ok(storedDocuments && storedDocuments.documentBytes < growth.documentBytes / 2, 'documents stay in the store')
  assert.equal(storedDocuments.comparisons.length, 3)
  const text = readFileSync(join(folder, 'RESULTS.md'), 'utf8')
  assert.match(text, /^\| columns, MB \| [\d.]+ \| [\d.]+ \| .+ \| \d+ % \|/m)
  assert.match(text, /^With `DOCUMENTS=store` documents take [\d.]+ bytes a place/m)
  assert.match(text, /^\| a restart within 60 s \| /m)
  assert.match(readFileSync(join(folder, 'costs.svg'), 'utf8'), /^<svg /)
})

test('a growth is found from figures that follow it', () => {
  const power = fitPower([10, 100, 1000].map((places) => [places, 3 * places ** 0.5] as const))
  assert.ok(power && Math.abs(power.exponent - 0.5) < 1e-9 && Math.abs(power.factor - 3) < 1e-9, JSON.stringify(power))
  const line = fitLine([10, 100, 1000].map((places) => [places, 20 + 3 * places] as const))
  assert.ok(line && Math.abs(line.fixed - 20) < 1e-6 && Math.abs(line.each - 3) < 1e-9, JSON.stringify(line))
  assert.equal(fitPower([[10, 1]]), undefined)
})

test('of two laws the one that fits better tells how far a limit is kept', () => {
  const linear = growthOf([10_000, 100_000, 1_000_000].map((places) => [places, 50 + places / 1000] as const))
  assert.match(linear?.law ?? '', /^50 \+ 1,000 a million$/)
  assert.equal(placesWithin(linear!, 1050, 1e9), 1_000_000)
  const root = growthOf([10_000, 100_000, 1_000_000].map((places) => [places, Math.sqrt(places)] as const))
  assert.match(root?.law ?? '', /^∝ places\^0\.50$/)
  assert.ok(Math.abs(root!.at(100_000_000) - 10_000) < 1)
  assert.equal(placesWithin(root!, 1e9, 1e9), 1e9)
})

test('the next place is never taken to cost less than those that were measured', () => {
  const cost = costGrowthOf([10_000, 100_000, 1_000_000].map((places) => [places, Math.sqrt(places)] as const))
  const [ten, hundred] = [cost!.at(10_000_000), cost!.at(100_000_000)]
  assert.match(cost?.law ?? '', /a million$/)
  assert.ok(hundred / ten > 9, `${ten}, ${hundred}`)
  assert.equal(costGrowthOf([10_000, 100_000, 1_000_000].map((places, at) => [places, 3 - at] as const)), undefined)
})
