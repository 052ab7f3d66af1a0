import assert from 'node:assert/strict'
import { existsSync, mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { type Child, kept, runNode, runTool, startKept } from '../support/child.ts'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')
const litestream = join(root, 'node_modules/@flydotio/litestream-linux-x64/litestream')
const program = join(root, 'src/main.ts')
const config = ['-config', join(root, 'deploy/litestream.yml')]
const adminKey = 'test-admin-key'

/** A service and Litestream beside it, with the configuration of `deploy/`. */
interface Pair {
  readonly folder: string
  readonly service: Child
  readonly replicating: Child
  readonly admin: Client
  /** What `deploy/litestream.yml` reads from the environment. */
  readonly env: Readonly<Record<string, string>>
}

async function startPair(context: TestContext): Promise<Pair> {
  const folder = temporaryFolder(context)
  const service = await startProcess(context, folder, { ADMIN_KEY: adminKey, LOG_LEVEL: 'error' })
  const env = { DATA_DIR: join(folder, 'data'), REPLICA: `file://${join(folder, 'replica')}` }
  const replicating = startKept([litestream, 'replicate', ...config], { env: { ...kept(), ...env } })
  context.after(() => replicating.end())
  return { folder, service, replicating, admin: client(service.url, adminKey), env }
}

/** Restores what the replica has, up to a time if one is given, and returns the file; undefined where it has nothing yet. */
function restored({ folder, env }: Pair, until?: Date): string | undefined {
  const file = join(mkdtempSync(join(folder, 'restored-')), 'places.db')
  const time = until ? ['-timestamp', until.toISOString()] : []
  const args = ['restore', ...config, ...time, '-o', file, join(env.DATA_DIR!, 'gazetteer.db')]
  const { status } = runTool(litestream, args, { env: { ...kept(), ...env } })
  return status === 0 && existsSync(file) ? file : undefined
}

/** Puts a file into a data folder of its own with `gazetteer restore`, and returns the folder. */
async function taken(folder: string, file: string): Promise<string> {
  const env = { ...kept(), DATA_DIR: mkdtempSync(join(folder, 'data-')) }
  const { status, stderr } = await runNode([program, 'restore', file], { env })
  assert.equal(status, 0, stderr)
  return env.DATA_DIR
}

/** Waits until a restore has everything that the service has answered. */
async function replicated(pair: Pair): Promise<void> {
  const { Revision } = await changes(pair.admin)
  await until(`the replica has revision ${Revision}`, async () => {
    const file = restored(pair)
    if (file === undefined) return false
    const database = await taken(pair.folder, file)
    const { stdout } = await runNode([program, 'export'], { env: { ...kept(), DATA_DIR: database } })
    return stdout.includes(`"name":"Mark ${Revision}"`)
  })
}

async function changes(admin: Client) {
  type Changes = { readonly Revision: number; readonly History: string; readonly Results: readonly JsonObject[] }
  return accepted(await admin.get<Changes>('/v4/changes?after=0&limit=1000'))
}

/** Answers of several kinds, as they are sent. */
async function answers(admin: Client): Promise<string[]> {
  const paths = ['is=*&include=deleted,non-published&limit=500', 'q=kyrka', 'facets=is,owner_id&limit=0', 'format=csv']
  const texts = []
  for (const path of paths) texts.push((await admin.get(`/v4/place?${path}`)).text)
  return [...texts, JSON.stringify((await changes(admin)).Results)]
}

async function create(admin: Client, name: string): Promise<PlaceAnswer> {
  return accepted(await admin.put('/v4/place', validPlace({ name })), 201)
}

/** Creates a place whose name has its revision, by which a restore is known to have everything before. */
async function mark(admin: Client): Promise<void> {
  await create(admin, `Mark ${(await changes(admin)).Revision + 1}`)
}

test('a record that Litestream has restored to a time answers as it did then, with a History of its own', {
  skip: !existsSync(litestream) && 'Litestream is installed only on Linux with x64',
}, async (context) => {
  const pair = await startPair(context)
  const { admin, folder } = pair
  const places = []
  for (let number = 0; number < 40; number++) places.push(await create(admin, `Norrkyrkan ${number}`))
  accepted(await admin.delete(`/v4/place/${places[0]!.id}?deletedby=anna`), 204)
  await mark(admin)
  await replicated(pair)
  const moment = new Date()
  const before = await answers(admin)
  const { History } = await changes(admin)

  accepted(await admin.post(`/v4/place/${places[1]!.id}/purge?confirm=${places[1]!.id}`), 204)
  accepted(await admin.patch(`/v4/place/${places[2]!.id}`, { name: 'Södra kapellet', updatedBy: 'bo' }), 204)
  await mark(admin)
  await replicated(pair)
  const last = await answers(admin)
  await Promise.all([pair.service.end('SIGKILL'), pair.replicating.end()])

  for (const [time, expected] of [[moment, before] as const, [undefined, last] as const]) {
    const dataDir = await taken(folder, restored(pair, time)!)
    const again = await startProcess(context, folder, { ADMIN_KEY: adminKey, LOG_LEVEL: 'error', DATA_DIR: dataDir })
    const restoredAdmin = client(again.url, adminKey)
    assert.deepEqual(await answers(restoredAdmin), expected)
    assert.notEqual((await changes(restoredAdmin)).History, History)
    await again.end('SIGTERM')
  }
  assert.notDeepEqual(before, last)
})
