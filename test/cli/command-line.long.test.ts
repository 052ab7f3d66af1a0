import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { ShownKey } from '../../src/access/access.ts'
import type { CommandLineDependencies } from '../../src/cli/command.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { readConfig } from '../../src/config.ts'
import type { Run } from '../support/child.ts'
import { createProgram, type Program } from './program.ts'

const place = (key: string, name: string) => ({
  key,
  name,
  updatedBy: 'anna',
  owner: { id: 'f1', type: 'Församling' },
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6, 59.8] } },
  placeTypes: { churchAndChapel: {} },
})
const owner = { kind: 'owner', id: 'f1', name: 'Åsens församling', type: 'Församling' }
const ndjson = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** One line on standard error, and never where in the program it came from. */
function assertOneLine({ stderr }: Run): void {
  assert.match(stderr, /^gazetteer: [^\n]+\n$/)
  assert.doesNotMatch(stderr, /\n\s+at /)
}

/** What holds whether the program opens the data folder or goes to the server. */
async function importExportAndKeys(program: Program): Promise<void> {
  await writeFile(join(program.folder, 'a.ndjson'), ndjson(owner, place('a', 'A')))
  await writeFile(
    join(program.folder, 'b.csv'),
    'name,lon,lat,type,owner_id,owner_type,key,opening_hours\nB,17,59,Cemetery,f1,T,b,Mo 09:00-10:00; PH off\n,,,,,,c,\n',
  )
  const args = ['import', '--updated-by', 'bo', '--report', 'report.ndjson', 'a.ndjson', 'b.csv', '-']
  const first = await program.runAlone(args, `{"broken\n${ndjson(place('d', 'D'))}`)
  assert.equal(first.status, 1, first.stderr)
  assert.match(first.stdout, /^4 created, 2 refused in /)
  const report = (await readFile(join(program.folder, 'report.ndjson'), 'utf8')).trim().split('\n')
  const lines = report.map(
    (line) =>
      JSON.parse(line) as { file: string; line: number; key?: string; errors: unknown[]; notes?: { detail: string }[] },
  )
  assert.deepEqual(
    lines.map(({ file, line, key }) => [file, line, key]),
    [
      ['b.csv', 2, 'b'],
      ['b.csv', 3, 'c'],
      ['standard input', 1, undefined],
    ],
  )
  assert.deepEqual(
    lines[0]!.notes?.map(({ detail }) => detail),
    ['opening_hours is kept without public holidays (PH)'],
  )
  assert.ok(lines[1]!.errors.length > 2)
  const again = await program.run(['import', 'a.ndjson'])
  assert.equal(again.status, 0)
  assert.match(again.stdout, /^2 unchanged in /)

  const exported = await program.runAlone(['export'])
  assert.equal(exported.status, 0)
  assert.deepEqual(
    exported.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id?: string; key?: string }).key ?? 'entry'),
    ['entry', 'a', 'b', 'd'],
  )
  const written = await program.run(['export', 'all.ndjson.gz'])
  assert.deepEqual([written.status, written.stderr], [0, 'wrote all.ndjson.gz: 4 records\n'])
  const file = await readFile(join(program.folder, 'all.ndjson.gz'))
  assert.equal(gunzipSync(file).toString(), exported.stdout)

  const limits = ['--owners', 'f1,f2', '--acts-as', ' The register', '--rate-limit', '9/s']
  const made = await program.run(['keys', 'create', 'website', '--permissions', 'read', ...limits])
  assert.match(made.stdout, /^gz_[\w-]{43}\n$/)
  const list = await program.run(['keys', 'list', '--json'])
  assert.ok(!list.stdout.includes(made.stdout.trim()))
  const key = (JSON.parse(list.stdout) as ShownKey[]).find(({ name }) => name === 'website')
  assert.deepEqual([key?.owners, key?.actsAs, key?.rateLimit], [['f1', 'f2'], 'The register', '9/s'])
  const rotated = await program.run(['keys', 'rotate', key!.id])
  assert.match(rotated.stdout, /^gz_[\w-]{43}\n$/)
  assert.notEqual(rotated.stdout, made.stdout)
  await webhooks(program, key!.id)
  assert.equal((await program.run(['keys', 'revoke', key!.id])).status, 0)
  assert.doesNotMatch((await program.run(['keys', 'list'])).stdout, /website/)
}

async function webhooks(program: Program, key: string): Promise<void> {
  const made = await program.run(['webhooks', 'create', 'https://localhost:1/hook', '--key', key])
  assert.match(made.stdout, /^whsec_[\w+/=]{44}\n$/)
  const [hook] = JSON.parse((await program.run(['webhooks', 'list', '--json'])).stdout) as {
    id: string
    state: string
  }[]
  assert.equal(hook?.state, 'active')
  const ping = await program.run(['webhooks', 'ping', hook.id])
  assert.deepEqual(
    [ping.status, /^not delivered: the address \S+ is not one of the internet/.test(ping.stdout)],
    [1, true],
    ping.stdout,
  )
  assert.match((await program.run(['webhooks', 'deliveries', hook.id])).stdout, /is not one of the internet/)
  const rotated = await program.run(['webhooks', 'rotate', hook.id])
  assert.match(rotated.stdout, /^whsec_[\w+/=]{44}\n$/)
  assert.notEqual(rotated.stdout, made.stdout)
  const skipped = await program.run(['webhooks', 'skip', hook.id])
  assert.deepEqual([skipped.status, /refuses no event/.test(skipped.stderr)], [2, true], skipped.stderr)
  assert.match((await program.run(['webhooks', 'disable', hook.id])).stdout, /is disabled: it was disabled by hand/)
  for (const go of [['enable'], ['replay', '--after', '0']]) {
    assert.match((await program.run(['webhooks', ...go, hook.id])).stdout, /is (active|failing)/)
  }
  assert.equal((await program.run(['webhooks', 'remove', hook.id])).status, 0)
}

test('the commands work on the data folder itself', async (context) => {
  const program = await createProgram(context)
  await importExportAndKeys(program)
  const backup = await program.run(['backup', 'copy.db'])
  assert.equal(backup.status, 0, backup.stderr)
  assert.ok(existsSync(join(program.folder, 'copy.db')))
  const twice = await program.runAlone(['backup', 'copy.db'])
  assert.equal(twice.status, 2)
  assertOneLine(twice)
})

test('the commands go to the server while it has the data folder', async (context) => {
  const program = await createProgram(context)
  const stop = await program.serve()
  await importExportAndKeys(program)
  assert.match((await program.run(['geolocate'])).stdout, /^looked at 3 places, changed 0\n$/)
  assert.equal((await program.run(['backup', 'copy.db'])).status, 0)
  assert.ok(existsSync(join(program.folder, 'copy.db')))
  const second = await program.runAlone(['serve'])
  assert.equal(second.status, 2)
  assertOneLine(second)
  await stop()
  const kept = await program.run(['export'])
  assert.equal(kept.stdout.trim().split('\n').length, 4)
})

test('geolocate refuses boundaries that the running service was not started with', async (context) => {
  const program = await createProgram(context)
  const file = join(program.folder, 'uppland.geojson')
  const ring = [17, 59, 18, 59, 18, 60, 17, 60, 17, 59]
  const corners = Array.from({ length: 5 }, (_, at) => ring.slice(2 * at, 2 * at + 2))
  const geometry = { type: 'Polygon', coordinates: [corners] }
  const feature = { type: 'Feature', properties: { county: 'Uppsala' }, geometry }
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  await program.run(['import', '-'], ndjson(owner, place('a', 'A')))
  const env = { BOUNDARIES: file }
  const stop = await program.serve()
  const refused = await program.run(['geolocate'], '', env)
  assert.equal(refused.status, 2)
  assertOneLine(refused)
  assert.match(
    refused.stderr,
    /BOUNDARIES is \S+uppland.geojson, but the service .* was started without BOUNDARIES; restart/,
  )
  assert.match((await program.run(['geolocate'])).stdout, /^looked at 1 places, changed 0\n$/)
  await stop()
  await program.serve(env)
  const done = await program.run(['geolocate'], '', env)
  assert.match(done.stdout, /^looked at 1 places, changed 1\n$/)
  assert.match(done.stderr, /the service derives by \S+uppland.geojson as that was when the service was started/)
  const other = await program.run(['geolocate'], '', { BOUNDARIES: 'other.geojson' })
  assert.match(other.stderr, /was started with \S+uppland.geojson; restart it/)
})

test('a dry run writes nothing; nothing taken in is status 2', async (context) => {
  const program = await createProgram(context)
  const dry = await program.run(['import', '--dry-run', '-'], ndjson(owner, place('a', 'A')))
  assert.equal(dry.status, 0)
  assert.match(dry.stdout, /^would be: 2 created/)
  assert.equal((await program.run(['export'])).stdout, '')
  const useless = await program.run(['import', '-'], 'name,nmae\na,b\n')
  assert.equal(useless.status, 2)
  assert.match(useless.stderr, /^standard input:1: unknown column 'nmae', did you mean 'name'\?/)
  const empty = await program.run(['import', '--format', 'csv', '-'], '')
  assert.equal(empty.status, 2)
  assert.match(empty.stderr, /^standard input:1: the table is empty/)
})

test('D17: import passes over what no place has when it is told to, and says how when it is not', async (context) => {
  const program = await createProgram(context)
  const record = ndjson({ ...place('a', 'A'), osm_id: 7 })
  const refused = await program.run(['import', '-'], record)
  assert.equal(refused.status, 2)
  assert.match(refused.stderr, /osm_id: is not a known member: .*--allow-overposting/)
  const taken = await program.run(['import', '--allow-overposting', '-'], record)
  assert.match(taken.stdout, /^1 created/)
  assert.equal(taken.status, 0)
})

test('a purge wants to be meant, and removes the place for good', async (context) => {
  const program = await createProgram(context)
  await program.run(['import', '-'], ndjson({ ...place('a', 'A'), key: undefined }))
  const id = (JSON.parse((await program.run(['export'])).stdout) as { key: string }).key
  const unsure = await program.runAlone(['purge', id])
  assert.equal(unsure.status, 2)
  assertOneLine(unsure)
  const snapshot = join(program.folder, 'data', 'index')
  mkdirSync(snapshot)
  assert.equal((await program.run(['purge', id, '--yes'])).status, 0)
  assert.equal((await program.run(['export'])).stdout, '')
  assert.ok(!existsSync(snapshot), 'a snapshot that may hold its text is gone')
})

test('wrong use is told in one line and ends with 2; help ends with 0 and shows examples', async () => {
  const wrong = [
    ['import'],
    ['import', 'nothing.ndjson'],
    ['import', '.'],
    ['import', '-', '-'],
    ['import', '--format', 'xml', '-'],
    ['import', '--report', 'package.json', 'package.json'],
    ['export', 'package.json'],
    ['keys', 'create', 'x', '--permissions', 'fly'],
    ['keys', 'create', 'x', '--permissions', 'admin', '--owners', 'f1'],
    ['keys', 'create', 'x', '--permissions', 'read', '--expires', '2020-01-01'],
    ['keys', 'create', 'x', '--permissions', 'read', '--rate-limit', '5'],
    ['keys', 'create', 'x', '--permissions', 'read', '--acts-as', ' '],
    ['fly'],
  ]
  for (const args of wrong) {
    const run = await runHere(args)
    assert.equal(run.status, 2, args.join(' '))
    assert.match(run.stderr, /^gazetteer: [^\n]+\n(\(Did you mean [^\n]+\n)?$/, args.join(' '))
  }
  const help = await runHere(['import', '--help'])
  assert.equal(help.status, 0)
  assert.match(help.stdout, /Examples:\n {2}npx gazetteer import /)
})

test('an error inside is one line too, and serve gets its configuration', async () => {
  const broken = await runHere(['serve', '--demo'], () => Promise.reject(new Error('first\n    at second')))
  assert.equal(broken.status, 2)
  assert.equal(broken.stderr, 'gazetteer: first at second\n')
  let served: unknown
  await runHere(['serve', '--demo'], async (config, { demo }) => {
    served = [config.port, demo]
  })
  assert.deepEqual(served, [8080, true])
})

/** The command line in this process, for what never comes to opening a data folder. */
async function runHere(args: string[], serve: CommandLineDependencies['serve'] = async () => {}): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const status = await runCommandLine(args, {
    config: () => readConfig({ DATA_DIR: '/nowhere/at/all' }),
    serve,
    version: '1.2.3',
    clock: Date.now,
    stdin: Readable.from([]),
    stdout,
    stderr,
  })
  const written = [stdout.end(), stderr.end()].map((stream) => text(stream))
  return { status, stdout: await written[0]!, stderr: await written[1]! }
}
