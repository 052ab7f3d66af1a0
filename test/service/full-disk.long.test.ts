import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runTool } from '../support/child.ts'
import { accepted, type Client, client, refused, validPlace } from '../support/client.ts'
import { startProcess, startRefused, temporaryFolder } from '../support/process.ts'
import { mountSmallDisk, unmountDisk } from '../support/small-disk.ts'

const diskMebibytes = 40
const longDescription = 'x'.repeat(100_000)

/** Creates places until the disk is full; gives the ids of those that were acknowledged. */
async function fill(admin: Client): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const answer = await admin.put<{ id: string }>('/place', validPlace({ longDescription }))
    if (answer.status !== 201) {
      refused(answer, 503, /the disk that holds the data is full/)
      return ids
    }
    ids.push(answer.body.id)
  }
}

async function outageOf(admin: Client): Promise<unknown> {
  return accepted(await admin.get('/health/ready')).reason
}

/** A service on a disk of its own that is full, with what it holds. */
async function serveFull(context: TestContext, disk: string): Promise<void> {
  const env = { ADMIN_KEY: 'test-admin-key' }
  const first = await startProcess(context, disk, env)
  const admin = client(first.url, env.ADMIN_KEY)
  assert.equal(await outageOf(admin), undefined)
  const ids = await fill(admin)
  assert.ok(ids.length > 50)
  assert.match(String(await outageOf(admin)), /the disk that holds the data is full/)
  await first.end('SIGKILL')
  assert.throws(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(diskMebibytes * 2 ** 20)), /ENOSPC/)

  const second = await startProcess(context, disk, env)
  const again = client(second.url, env.ADMIN_KEY)
  for (const id of ids) accepted(await again.get(`/place/${id}`))
  const { stdout, stderr } = second.output()
  assert.match(stdout + stderr, /DATA_DIR cannot be written to: commands on this machine will not find the service/)
  await second.end('SIGTERM')
}

test('on a full disk the service says that nothing can be written, and starts again with all that it acknowledged', async (context) => {
  const disk = mountSmallDisk(temporaryFolder(context), diskMebibytes)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  try {
    await serveFull(context, disk)
  } finally {
    unmountDisk(disk)
  }
})

test('a start on a disk that is read-only or full ends with one line that says so', async (context) => {
  const disk = mountSmallDisk(temporaryFolder(context), diskMebibytes)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  try {
    const env = { ADMIN_KEY: 'test-admin-key', DATA_DIR: disk }
    const first = await startProcess(context, disk, env)
    await first.end('SIGTERM')
    const refusal =
      /^gazetteer: DATA_DIR \S+ cannot be used: .+; a start needs to write there, be it only to answer reads$/m
    assert.throws(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(diskMebibytes * 2 ** 20)), /ENOSPC/)
    assert.match((await startRefused(context, env)).said, refusal)
    assert.equal(runTool('mount', ['-o', 'remount,ro', disk]).status, 0)
    assert.match((await startRefused(context, env)).said, refusal)
  } finally {
    unmountDisk(disk)
  }
})
