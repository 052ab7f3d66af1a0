import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { ServerUnusable } from '../../src/store/postgres/fault.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { readPresentPlaces } from '../../src/store/postgres/present-places.ts'
import { SessionOpener } from '../../src/store/postgres/session.ts'
import type { Store } from '../../src/store/store.ts'
import { create, patch, simpleRules, write, writePlace } from '../store/commands.ts'
import { type Link, openLink } from '../support/cluster/link.ts'
import { findOrInstall } from '../support/postgres/install.ts'
import { type ServerPair, startPair } from '../support/postgres/pair.ts'

const found = findOrInstall()
const skip = 'missing' in found && found.missing

async function pairOf(context: TestContext): Promise<ServerPair> {
  assert.ok(!('missing' in found))
  const pair = await startPair(found.programs, 'places')
  context.after(() => pair.remove())
  return pair
}

test('the primary of before a failover, started again, is neither written to nor followed, be the new one away or not', {
  skip,
}, async (context) => {
  const pair = await pairOf(context)
  const { primary, standby } = pair
  const both = `postgres://gazetteer@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/places`
  const opener = new SessionOpener(parseDatabaseAddress(both), 'write')
  const first = await opener.open()
  assert.equal(first.server, `127.0.0.1:${primary.port}`)
  await first.end()
  await pair.caughtUp()
  await primary.kill()
  standby.run('pg_ctl', ['promote', '-D', `${standby.folder}/data`])
  const promoted = await opener.open()
  assert.equal(promoted.server, `127.0.0.1:${standby.port}`)
  await promoted.end()
  await primary.start()
  const again = await opener.open()
  assert.equal(again.server, `127.0.0.1:${standby.port}`)
  await again.end()
  await standby.kill()
  await assert.rejects(
    opener.open(),
    (error) => error instanceof ServerUnusable && /was failed over/.test(error.message),
  )
  await standby.start()
  const back = await opener.open()
  assert.equal(back.server, `127.0.0.1:${standby.port}`)
  await back.end()
})

/** What both servers are asked through: the old primary is there again only when the new one has been chosen. */
interface Ways {
  readonly former: Link
  readonly promoted: Link
  /** Both. */
  readonly url: string
}

async function openWays(context: TestContext, ports: readonly [number, number]): Promise<Ways> {
  const [former, promoted] = [await openLink(ports[0]), await openLink(ports[1])]
  context.after(() => Promise.all([former.close(), promoted.close()]))
  const url = `postgres://gazetteer@127.0.0.1:${former.port},127.0.0.1:${promoted.port}/places`
  return { former, promoted, url }
}

async function openStore(context: TestContext, url: string, readUrl?: string): Promise<Store> {
  const model = { placeTypeSchemas: {}, locale: 'sv' }
  const parts = { model, locator: { layers: [] }, rules: simpleRules }
  const store = await openPostgresStore({ url, ...(readUrl !== undefined && { readUrl }), ...parts })
  context.after(() => store.close())
  return store
}

/** The names of the places that another thread reads while the old primary is the first that answers. */
async function namesRead(store: Store, { former, promoted }: Ways): Promise<readonly string[]> {
  former.cut()
  const { source } = await store.presentPlaces()
  promoted.silence()
  former.heal()
  setTimeout(() => promoted.heal(), 500)
  const places = (await Array.fromAsync(readPresentPlaces(source.argument))).flat()
  return places.map(({ document }) => JSON.parse(document).name)
}

test('a full build reads the history that its position is of, not that of the old primary', {
  skip,
}, async (context) => {
  const pair = await pairOf(context)
  const { primary, standby } = pair
  const old = await openStore(context, primary.url('places'))
  const { id } = await writePlace(old, create({ name: 'a' }))
  await pair.caughtUp()
  standby.run('pg_ctl', ['promote', '-D', `${standby.folder}/data`])
  await write(old, patch(id, { name: 'lost' }))

  const ways = await openWays(context, [primary.port, standby.port])
  ways.former.cut()
  const store = await openStore(context, ways.url)
  assert.deepEqual(await namesRead(store, ways), ['a'], 'with the same entry at the position')
  await write(store, create({ name: 'b' }))
  assert.deepEqual(await namesRead(store, ways), ['a', 'b'])
  const reading = await openStore(context, standby.url('places'), ways.url)
  assert.deepEqual(await namesRead(reading, ways), ['a', 'b'], 'of the servers that are only read')
})
