import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fitGrowth } from '../../bench/peers/growth.ts'

const bench = join(resolve(import.meta.dirname, '../..'), 'bench/main.ts')

test('the bench runs on a small world and gives a figure for each question', async () => {
  const sizes = ['--places', '2000', '--seconds', '0.2', '--pairs', '1', '--starts', '1', '--connections', '4']
  const { stdout } = await promisify(execFile)(process.execPath, [bench, ...sizes, '--client', 'own'])
  const rows = stdout.split('\n').filter((line) => /^\| (?!what|-)/.test(line))
  assert.equal(rows.length, 13, stdout)
  for (const row of rows) assert.match(row, /\| \d[\d.,]* ?(?:ms|s|GB|places\/s)? \|/, row)
})

const questions = join(resolve(import.meta.dirname, '../..'), 'bench/index-questions.ts')
const data = join(resolve(import.meta.dirname, '../..'), '../shared/data/places-million.ndjson.gz')

test('the bench of the index asks every question of some places', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [questions, '--places', '3000', '--rounds', '5'])
  const rows = stdout.split('\n').filter((line) => /(\s+\d+\.\d{3}){5}$/.test(line))
  assert.ok(rows.length >= 20, stdout)
  assert.match(stdout, /median of the medians +\d+\.\d{3}/)
})

const peers = join(resolve(import.meta.dirname, '../..'), 'bench/peers/main.ts')

test('the bench of peers asks both systems, finds the same, and reports it', { skip: !existsSync(data) }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-peers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const report = join(folder, 'RESULTS.md')
  const places = ['--results', join(folder, 'results'), '--report', report, '--charts', folder, '--work', folder]
  const short = ['--pairs', '1', '--seconds', '0.2', '--latency', '0.5', '--distinct', '10', '--client', 'own']
  const what = ['--sizes', '2000', '--systems', 'bare,sqlite', '--modes', 'distinct,zipf']
  await promisify(execFile)(process.execPath, [peers, ...what, ...short, ...places])
  const [limit = '', sqlite = ''] = readFileSync(report, 'utf8').split('## sqlite, 2,000 places')
  for (const question of ['by id', 'page of 100 neighbours', 'page of 100 scattered places', 'revalidation (304)']) {
    assert.match(limit, new RegExp(`^\\| ${question.replace(/[()]/g, '.')} \\| \\d`, 'm'))
  }
  assert.doesNotMatch(sqlite, /it answers something else/, 'SQLite finds the same')
  const [distinct = '', zipf = '', latency = ''] = sqlite.split(/^With Zipf|^Milliseconds/m)
  assert.equal(distinct.match(/^\| .* to .*/gm)?.length, 18, distinct)
  assert.match(zipf, /\| zipf \| \d/)
  assert.match(latency, /\| by id \| 50 %: [\d.,]+ \| \d/)
})

test('a growth is found from figures that follow it', () => {
  const fit = fitGrowth([10, 100, 1000].map((places) => [places, 3 * places ** 0.5] as const))
  assert.ok(fit && Math.abs(fit.exponent - 0.5) < 1e-9 && Math.abs(fit.factor - 3) < 1e-9, JSON.stringify(fit))
  assert.equal(fitGrowth([[10, 1]]), undefined)
})
