import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { runTool } from '../support/child.ts'
import { client, validPlace } from '../support/client.ts'
import { installPackages } from '../support/debian.ts'
import { temporaryFolder } from '../support/process.ts'
import { assertAllUnchanged, assertUnchanged, nastyBodies, tablesOf } from '../support/round-trip.ts'
import { startService } from '../support/service.ts'

const data = resolve(import.meta.dirname, '../../../shared/data')
const programs = ['/usr/bin/soffice', '/opt/homebrew/bin/soffice']
const find = () => programs.find((file) => existsSync(file))
const ndjson = { 'content-type': 'application/x-ndjson' }
/** Converting a table takes some seconds, and minutes on a machine that does much else. */
const convertMillisMax = 300_000
/** Every so many real places are imported, with their parents. */
const step = 8

function linesOf(name: string): string[] {
  const file = join(data, `${name}-nordic.ndjson.gz`)
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString().trim().split('\n') : []
}

/** Returns some of the real places, parents included. */
function someOf(lines: readonly string[]): string[] {
  const records = lines.map((line) => JSON.parse(line) as { readonly key: string; readonly parentKey?: string })
  const kept = new Set(records.flatMap((record, at) => (at % step === 0 ? [record.key, record.parentKey] : [])))
  return lines.filter((_, at) => kept.has(records[at]!.key))
}

test('D53: real places and any texts change nothing as tables, features, lines, and workbooks of LibreOffice', async (context) => {
  const service = await startService()
  context.after(() => service.close())
  const admin = client(service.url, service.adminKey)
  const nasty = nastyBodies((more) => validPlace(more)).map((body) => JSON.stringify(body))
  const records = [...linesOf('directory'), ...someOf(linesOf('places')), ...nasty]
  assert.doesNotMatch((await admin.post('/import', records.join('\n'), ndjson)).text, /refused/)
  const exported = (await admin.get('/export')).text
  assertAllUnchanged('export', (await admin.post('/import', exported, ndjson)).text)
  const files = await tablesOf(admin, 'is=*')
  for (const file of files) await assertUnchanged(admin, file)
  const failure = find() ? undefined : installPackages(['libreoffice-calc'])
  const program = find()
  if (program === undefined) return context.skip(`there is no LibreOffice on this machine, and ${failure}`)
  const folder = temporaryFolder(context)
  for (const [index, separator] of [44, 59].entries()) {
    const { name, body } = files[index]!
    writeFileSync(join(folder, name), body)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    // The delimiter, quotes, UTF-8, and the first line.
    const filter = `--infilter=CSV:${separator},34,76,1`
    const args = ['--headless', profile, filter, '--convert-to', 'xlsx', '--outdir', folder, join(folder, name)]
    const { status, stderr } = runTool(program, args, { timeout: convertMillisMax })
    assert.equal(status, 0, stderr)
    const workbook = name.replace('.csv', '.xlsx')
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await assertUnchanged(admin, { name: workbook, type, body: readFileSync(join(folder, workbook)) })
  }
})
