import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until, within } from '../support/until.ts'
import { type Answer, send } from './directory-server.ts'
import { atOnce, changeContacts, emailOf, key, never, open } from './remote-bench.ts'

const json =
  (body: unknown): Answer =>
  (_request, response) =>
    send(response, 200, body)

test('all names are known from the start, page by page, with the key sent along', async (t) => {
  const tag = { id: '3eb43fd8-47db-5f4e-9425-bb41994a8fdf', name: 'Tag' }
  const { server, directory, failures } = await open(t, {}, ({ lists }) => {
    lists.owners = Array.from({ length: 1201 }, (_, number) => ({
      id: `u/${number}`,
      name: `Ö ${number}`,
      type: 'Unit',
    }))
    lists.tags = [{ ...tag, id: tag.id.toUpperCase() }]
  })
  assert.deepEqual(directory.entry('owners', 'u/1200'), { id: 'u/1200', name: 'Ö 1200', type: 'Unit' })
  assert.deepEqual(directory.entry('tags', tag.id), tag)
  assert.equal(directory.list('owners', { prefix: 'ö 12', offset: 0, limit: 5 }).total, 12)
  assert.deepEqual(server.paths('/owners').length, 3)
  assert.ok(server.requests.every(({ authorization }) => authorization === `Bearer ${key}`))
  assert.ok(!directory.writable)
  assert.deepEqual(failures, [])
})

test('D48: details are fresh for their time to live, then asked for once by all who want them', async (t) => {
  const { server, directory, advance } = await open(t)
  changeContacts(server, '2')
  await directory.refresh(['a'])
  assert.equal(emailOf(directory, 'a'), 'a@1')
  assert.equal(server.paths('/owners/').length, 0)
  advance(1000)
  await Promise.all(Array.from({ length: 50 }, () => directory.refresh(['a', 'b', 'a'])))
  assert.deepEqual([emailOf(directory, 'a'), emailOf(directory, 'b'), emailOf(directory, 'c')], ['a@2', 'b@2', 'c@1'])
  assert.deepEqual(server.paths('/owners/').toSorted(), ['/owners/a', '/owners/b'])
})

test('changed contact details do not move the version, a changed or new name does', async (t) => {
  const { server, directory, advance } = await open(t)
  const { version } = directory
  changeContacts(server, '2')
  advance(1000)
  await directory.refresh(['a'])
  assert.equal(directory.version, version)
  server.lists.owners = [
    { id: 'a', name: 'Renamed' },
    { id: 'å b/c?#', name: 'New' },
  ]
  advance(1000)
  await directory.refresh(['a'])
  assert.equal(directory.entry('owners', 'a')?.name, 'Renamed')
  assert.equal(directory.version, version + 1)
  await directory.refresh(['å b/c?#'])
  assert.equal(directory.entry('owners', 'å b/c?#')?.name, 'New')
  assert.equal(directory.version, version + 2)
})

test('an unknown owner is asked for once in a while, and one that is gone is forgotten', async (t) => {
  const { server, directory, failures, advance } = await open(t)
  for (const wait of [0, 499, 1]) {
    advance(wait)
    await directory.refresh(['x'])
  }
  assert.deepEqual(server.paths('/owners/'), ['/owners/x', '/owners/x'])
  assert.equal(directory.entry('owners', 'x'), undefined)
  server.lists.owners = []
  advance(1000)
  const { version } = directory
  await directory.refresh(['a'])
  assert.equal(directory.entry('owners', 'a'), undefined)
  assert.ok(directory.version > version)
  assert.deepEqual(failures, [])
})

test('ids that can be none, or cannot stand in an address, are not asked for', async (t) => {
  const { server, directory } = await open(t)
  await directory.refresh(['', '.', '..', 'a\nb', '\ud800', 'x'.repeat(2001)])
  assert.deepEqual(server.paths('/owners/'), [])
})

test('no more requests run at once than the bound, names included', async (t) => {
  const { server, directory, advance } = await open(t, { parallelMax: 3 }, (started) => {
    let held: (() => void)[] = []
    let asked = 0
    started.instead.set('/owners/', (request, response) => {
      const id = request.url?.slice('/owners/'.length)
      held.push(() => send(response, 200, { id, name: 'Unit', contactInfo: { email: `${id}@2` } }))
      if (++asked % 3 !== 0 && asked < 40) return
      // Once as many are under way as may be, with time for one too many.
      const together = held
      held = []
      setTimeout(() => together.forEach((answer) => void answer()), 5)
    })
  })
  advance(1000)
  const ids = Array.from({ length: 40 }, (_, number) => `u${number}`)
  await Promise.all([directory.refresh(ids.slice(0, 30)), directory.refresh(ids.slice(10))])
  assert.equal(server.parallelSeen, 3)
  assert.equal(server.paths('/owners/').length, 40)
  assert.ok(ids.every((id) => emailOf(directory, id) === `${id}@2`))
})

test('the queue is bounded: who finds it full does not wait, and it is told', async (t) => {
  const { server, directory, kinds } = await open(t, { parallelMax: 1, queuedMax: 2, refreshMillis: 60_000 })
  const asked = Promise.withResolvers<ServerResponse>()
  server.instead.set('/owners/', (_request, response) => asked.resolve(response))
  const refreshed = directory.refresh(['u1', 'u2', 'u3', 'u4', 'u5'])
  const response = await within('the first is asked for', asked.promise)
  assert.deepEqual(kinds(), ['queue-full', 'queue-full'])
  assert.deepEqual(server.paths('/owners/'), ['/owners/u1'])
  server.instead.clear()
  send(response, 200, { id: 'u1', name: 'Unit' })
  await refreshed
})

test('nobody waits longer than the bound, and nobody twice for the same answer', async (t) => {
  const { server, directory, advance } = await open(t, { refreshMillis: 300, requestMillis: 60_000, failuresMax: 10 })
  server.instead.set('/owners/a', never)
  advance(1000)
  await directory.refresh(['a'])
  assert.equal(emailOf(directory, 'a'), 'a@1')
  assert.ok(await atOnce(directory.refresh(['a'])), 'the second caller waited again')
  assert.equal(server.paths('/owners/a').length, 1)
})

test('when answers keep coming too late nobody waits for them, but they are taken in', async (t) => {
  const { server, directory, advance } = await open(t, { refreshMillis: 300 })
  const held: (() => void)[] = []
  server.instead.set('/owners/', (request, response) => {
    const id = request.url?.slice('/owners/'.length)
    held.push(() => send(response, 200, { id, name: `Unit ${id}`, contactInfo: { email: `${id}@late` } }))
  })
  advance(1000)
  await directory.refresh(['a', 'b', 'c'])
  assert.equal(emailOf(directory, 'a'), 'a@1')
  const others: string[] = []
  // That answers are late is noted by timers of their own.
  await until('nobody waits for an answer', () => {
    others.push(`d${others.length}`)
    return atOnce(directory.refresh(others.slice(-1)))
  })
  await until('all have been asked for', () => held.length === 3 + others.length)
  for (const answer of held) answer()
  await until('the late answers are known', () =>
    ['a', 'b', 'c', ...others].every((id) => emailOf(directory, id) === `${id}@late`),
  )
  server.instead.clear()
  changeContacts(server, '3')
  advance(1000)
  await directory.refresh(['a'])
  await until('an answer in time', () => emailOf(directory, 'a') === 'a@3')
  await directory.refresh(['b'])
  await until('another answer in time', () => emailOf(directory, 'b') === 'b@3')
})

test('names are loaded again in the background: renamed, new and gone ones', async (t) => {
  const { server, directory } = await open(t, { namesTtlMillis: 10 })
  const { version } = directory
  server.lists.owners = [
    { id: 'a', name: 'Renamed' },
    { id: 'd', name: 'New' },
  ]
  await until('the new names', () => directory.entry('owners', 'd') !== undefined)
  await until('b is gone', () => directory.entry('owners', 'b') === undefined)
  assert.equal(directory.entry('owners', 'a')?.name, 'Renamed')
  assert.ok(directory.version > version)
  const { version: settled } = directory
  const loads = server.paths('/tags?').length
  await until('two more loads', () => server.paths('/tags?').length >= loads + 2)
  assert.equal(directory.version, settled)
})

test('while entries move between pages nothing is forgotten', async (t) => {
  const { server, directory } = await open(t, { namesTtlMillis: 10 })
  let total = 10
  server.instead.set('/owners?', (_request, response) =>
    send(response, 200, { TotalHits: total++, Results: [{ id: 'd', name: 'New' }] }),
  )
  await until('the new name', () => directory.entry('owners', 'd') !== undefined)
  assert.ok(directory.entry('owners', 'a'))
})

test('a directory that goes on for ever ends, and that it was cut off is told', async (t) => {
  const { server, directory, failures } = await open(t, { startMillis: 60_000 }, ({ instead }) => {
    instead.set('/owners?', (request, response) => {
      const offset = Number(new URL(request.url ?? '', 'http://directory').searchParams.get('offset'))
      const results = Array.from({ length: 500 }, (_, number) => ({ id: `u${offset + number}`, name: 'Unit' }))
      send(response, 200, { TotalHits: 1e15, Results: results })
    })
  })
  assert.equal(directory.list('owners', { prefix: '', offset: 0, limit: 5 }).total, 200_000)
  assert.equal(server.paths('/owners?').length, 400)
  const detail = 'GET /owners: 200000 different entries came, TotalHits is 1000000000000000; at most 200000 are read'
  assert.deepEqual(failures, [['wrong-answer', detail]])
})

test('a directory that shows one page again and again ends with its second time, and that is told', async (t) => {
  const { server, directory, failures } = await open(t, {}, ({ instead }) => {
    instead.set('/owners?', json({ TotalHits: 1e15, Results: [{ id: 'a', name: 'A' }] }))
  })
  assert.equal(directory.list('owners', { prefix: '', offset: 0, limit: 5 }).total, 1)
  assert.equal(server.paths('/owners?').length, 2)
  assert.match(failures[0]?.[1] ?? '', /^GET \/owners: 1 different entries came, TotalHits is 1000000000000000/)
})

test('a list in short pages is read to its end', async (t) => {
  const { directory, failures } = await open(t, {}, (started) => {
    started.instead.set('/owners?', (request, response) => {
      const offset = Number(new URL(request.url ?? '', 'http://directory').searchParams.get('offset'))
      send(response, 200, {
        TotalHits: 1203,
        Results: [1, 2, 3].map((more) => ({ id: `u${offset + more}`, name: 'U' })),
      })
    })
  })
  assert.equal(directory.list('owners', { prefix: '', offset: 0, limit: 5 }).total, 1203)
  assert.deepEqual(failures, [])
})

test('beside a wrong entry others are forgotten when they are gone, and what was known of it stays', async (t) => {
  const { server, directory } = await open(t, { namesTtlMillis: 10 })
  server.lists.owners = [
    { id: 'a', name: '' },
    { id: 'c', name: 'Unit c' },
    { id: 'c\u0000d', name: 'C' },
  ]
  await until('b is gone', () => directory.entry('owners', 'b') === undefined)
  assert.equal(directory.entry('owners', 'a')?.name, 'Unit a')
  assert.equal(directory.entry('owners', 'c')?.name, 'Unit c')
})

test('a wrong entry of a list is left out and told; a wrong list is a failure of that list alone', async (t) => {
  const { directory, failures } = await open(t, {}, ({ lists, instead }) => {
    lists.owners = [
      { id: 'a', name: '' },
      { id: 'b', name: 'B' },
      { id: 'c\u0000d', name: 'C' },
    ]
    lists.tags = [{ id: '3eb43fd8-47db-5f4e-9425-bb41994a8fdf', name: 'Tag' }]
    instead.set('/categories?', json({ total: 0, results: [] }))
  })
  assert.equal(directory.entry('owners', 'b')?.name, 'B')
  assert.equal(directory.list('owners', { prefix: '', offset: 0, limit: 5 }).total, 1)
  assert.equal(directory.list('tags', { prefix: '', offset: 0, limit: 5 }).total, 1)
  assert.deepEqual(
    failures.map(([kind]) => kind),
    ['wrong-answer', 'wrong-answer'],
  )
  assert.match(failures[0]?.[1] ?? '', /GET \/owners: 2 entries are wrong and left out, the first: 'a' \/name/)
  assert.match(
    failures[1]?.[1] ?? '',
    /GET \/categories\?offset=0&limit=500: the answer must be \{TotalHits, Results\}/,
  )
})

test('closing ends what is under way, and nothing is asked afterwards', async (t) => {
  const { server, directory, failures, advance } = await open(t, { namesTtlMillis: 5, requestMillis: 60_000 })
  server.instead.set('/owners/', never)
  advance(1000)
  const waiting = directory.refresh(['a'])
  await until('it is asked', () => server.paths('/owners/').length === 1)
  await directory.close()
  await waiting
  // What was sent before that has arrived when this is answered.
  await fetch(server.url)
  const { length } = server.requests
  await directory.refresh(['b'])
  // Longer than names are good for.
  await delay(20)
  assert.equal(server.requests.length, length)
  assert.deepEqual(failures, [])
})
