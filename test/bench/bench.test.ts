import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

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

test('the bench of peers asks both systems and finds the same', { skip: !existsSync(data) }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-peers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const results = join(folder, 'results')
  const small = [
    '--sizes',
    '2000',
    '--systems',
    'bare,sqlite',
    '--pairs',
    '1',
    '--seconds',
    '0.2',
    '--distinct',
    '10',
    '--client',
    'own',
  ]
  await promisify(execFile)(process.execPath, [
    peers,
    ...small,
    '--results',
    results,
    '--report',
    join(folder, 'RESULTS.md'),
  ])
  const report = readFileSync(join(folder, 'RESULTS.md'), 'utf8')
  assert.match(report, /## sqlite, 2,000 places/)
  const [, sqlite = ''] = report.split('## sqlite')
  assert.doesNotMatch(sqlite, /n\/a/, 'SQLite can express every question, and finds the same')
  assert.ok(sqlite.split('\n').filter((line) => /\| distinct \|/.test(line)).length >= 18, sqlite)
})
