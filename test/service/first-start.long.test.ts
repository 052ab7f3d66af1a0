import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { demoPlaces, demoRecords } from '../../src/demo/demo.ts'
import { createProgram } from '../cli/program.ts'
import { startService } from '../support/service.ts'

/** How many places `serve --demo` has in a data folder that these records were imported into before. */
async function placesAfter(context: TestContext, records: readonly object[]): Promise<number> {
  const program = await createProgram(context)
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  assert.equal((await program.run(['import', '-'], lines)).status, 0)
  // The command line wrote to the folder, so the service has its record there whatever the other tests run on.
  const env = { ADMIN_KEY: '', DATABASE_URL: '', SEARCH: '' }
  const service = await startService({ dataDir: join(program.folder, 'data'), demo: true, env })
  try {
    const headers = { authorization: `Bearer ${service.adminKey}` }
    const answer = await fetch(new URL('/v4/export', service.url), { headers })
    assert.equal(answer.status, 200)
    return (await answer.text()).match(/"placeTypes"/g)?.length ?? 0
  } finally {
    await service.close()
  }
}

test('the demo is not mixed into a data folder that has an owner already', async (context) => {
  assert.equal(await placesAfter(context, [{ kind: 'owner', id: 'f1', name: 'Åsens församling' }]), 0)
})

test('a demo that was interrupted before its first place is loaded to its end', async (context) => {
  const begun = [...demoRecords()].slice(0, 20)
  assert.ok(begun.every(({ kind }) => kind !== undefined))
  assert.equal(await placesAfter(context, begun), demoPlaces)
})
