import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertUnchanged, nastyBodies, tablesOf } from '../support/round-trip.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D53: tables and features of places with every field and any texts change nothing, directly and by a plan', async () => {
  const here = api.scene()
  const bodies = nastyBodies((more) => here.body({ published: null, ...more }))
  const made = await api.admin.post('/import', bodies.map((body) => JSON.stringify(body)).join('\n'), {
    'content-type': 'application/x-ndjson',
  })
  assert.doesNotMatch(made.text, /refused/)
  for (const file of await tablesOf(api.admin, `owner_id=${here.owner}&is=*`))
    assert.equal(await assertUnchanged(api.admin, file), bodies.length)
})
