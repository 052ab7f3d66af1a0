import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { ServerUnusable } from '../../src/store/postgres/fault.ts'
import { sessionOpener } from '../../src/store/postgres/session.ts'
import { findOrInstall } from '../support/postgres/install.ts'
import { startPair } from '../support/postgres/pair.ts'

const found = findOrInstall()
const skip = 'missing' in found && found.missing

test('a former primary that was started again is neither written to nor followed, be the new one away or not', {
  skip,
}, async (context) => {
  assert.ok(!('missing' in found))
  const pair = await startPair(found.programs, 'places')
  context.after(() => pair.remove())
  const { primary, standby } = pair
  const both = `postgres://gazetteer@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/places`
  const open = sessionOpener(parseDatabaseAddress(both), 'write')
  const first = await open()
  assert.equal(first.server, `127.0.0.1:${primary.port}`)
  await first.end()
  await pair.caughtUp()
  await primary.kill()
  standby.run('pg_ctl', ['promote', '-D', `${standby.folder}/data`])
  const promoted = await open()
  assert.equal(promoted.server, `127.0.0.1:${standby.port}`)
  await promoted.end()
  await primary.start()
  const again = await open()
  assert.equal(again.server, `127.0.0.1:${standby.port}`)
  await again.end()
  await standby.kill()
  await assert.rejects(open(), (error) => error instanceof ServerUnusable && /was failed over/.test(error.message))
  await standby.start()
  const back = await open()
  assert.equal(back.server, `127.0.0.1:${standby.port}`)
  await back.end()
})
