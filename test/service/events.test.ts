import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import type { Caller, Permission } from '../../src/access/access.ts'
import { readConfig } from '../../src/config.ts'
import type { Revision } from '../../src/place/journal.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { ChildAction } from '../../src/place/request.ts'
import { EventFilters } from '../../src/service/event-filters.ts'
import { Events } from '../../src/service/events.ts'
import { IndexEngine } from '../../src/service/index-engine.ts'
import { openRecord } from '../../src/service/open-record.ts'
import { Replica } from '../../src/service/replica.ts'
import type { Command } from '../../src/store/store.ts'
import type { EventPosition } from '../../src/store/webhook-state.ts'
import { purging, remove } from '../store/commands.ts'
import { validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'

const start = Date.UTC(2026, 0, 1)
const logger = pino({ level: 'silent' })

/** An event as an endpoint is sent it. */
interface Told {
  readonly type: string
  readonly subject: string
  readonly data: {
    readonly revision: Revision
    readonly kinds: readonly string[]
    readonly changed?: readonly string[]
    readonly place?: JsonObject & { readonly name: string }
    readonly left?: boolean
  }
}

/** An endpoint: whose rights it has, and what it wants. */
interface Wanted {
  readonly permissions: readonly Permission[]
  readonly types?: readonly string[]
  readonly filter?: string
}

const callerOf = ({ permissions }: Pick<Wanted, 'permissions'>): Caller => ({ id: 'k', name: 'k', permissions })

/** The events of a real record and index, with counts of what they ask of both. */
async function openWorld(context: TestContext) {
  let now = start
  const clock = () => now
  const dataDir = temporaryFolder(context)
  const record = await openRecord(readConfig({ DATA_DIR: dataDir }), {
    ...{ clock, fixedKeys: [], serves: true },
    onFault: (fault) => assert.fail(fault),
    onDirectoryFailure: () => {},
  })
  const engine = new IndexEngine(record, { clock, logger, edition: 'e', dataDir, limits: undefined })
  const replica = new Replica(record, {
    ...{ engine, logger, edition: 'e' },
    onCommit: () => {},
    onEntries: (entries) => events.apply(entries),
    onReread: () => {},
  })
  const counts = { changes: 0, entries: 0, history: 0, places: 0 }
  const { store, model, directory: names } = record
  const parts = {
    ...{ names, model, clock, source: 'https://places.example' },
    filters: new EventFilters(model),
    store: {
      historyId: store.historyId,
      async changes(after: Revision, limit: number) {
        const entries = await store.changes(after, limit)
        counts.changes++
        counts.entries += entries.length
        return entries
      },
      history(...asked: Parameters<typeof store.history>) {
        counts.history++
        return store.history(...asked)
      },
      childrenAt: store.childrenAt,
      writeAround: store.writeAround,
    },
    engine: {
      read(...asked: Parameters<typeof engine.read>) {
        counts.places++
        return engine.read(...asked)
      },
      storedPlace(...asked: Parameters<typeof engine.storedPlace>) {
        counts.places++
        return engine.storedPlace(...asked)
      },
    },
    replica,
  }
  const open = () => new Events(parts)
  const events = open()
  await replica.backfill()
  context.after(async () => {
    await replica.close()
    await record.close()
  })
  const write = async (command: Command) => {
    const outcome = await replica.queue.write(command)
    assert.ok(outcome.done, JSON.stringify(outcome))
    return outcome
  }
  const common = { ownerEntries: {}, allowOverposting: false }
  return {
    events,
    counts,
    /** Events that know nothing of what was asked before. */
    open,
    write,
    revision: () => replica.watermark.revision,
    setNow: (instant: number) => {
      now = instant
    },
    async create(body: JsonObject = {}): Promise<string> {
      const newId = randomUUIDv7()
      const given = validPlace(body)
      await write({ kind: 'place', request: { ...common, now, action: 'create', body: given, newId } })
      return newId
    },
    async patch(id: string, change: JsonObject, childActions: readonly ChildAction[] = []): Promise<void> {
      const body = { updatedBy: 'Ada', ...change }
      await write({
        kind: 'place',
        request: { ...common, now, action: 'patch', id, body, childActions, seesMedia: true },
      })
    },
  }
}

/** Everything that an endpoint is sent behind a revision, and the bodies as they are. */
async function sent(events: Events, wanted: Wanted, after: Revision = 0) {
  const [told, bodies] = [[] as Told[], [] as Uint8Array[]]
  for (let at: EventPosition = { after }; ; ) {
    const { permissions: _, ...concern } = wanted
    const { revision, event } = await events.next({ ...at, limit: 7, ...concern }, callerOf(wanted))
    if (event === undefined && revision === at.after) return { told, bodies }
    at = event?.behind ?? { after: revision }
    if (!event) continue
    bodies.push(event.body)
    told.push(JSON.parse(Buffer.from(event.body).toString()) as Told)
  }
}

const changes = 30

/** Changes of places, of which each second one has a parent. */
async function changeMuch({ create, patch }: Awaited<ReturnType<typeof openWorld>>): Promise<void> {
  const parent = await create({ name: 'Huvudplats' })
  for (let number = 0; number < changes; number++) {
    const id = await create({ name: `Plats ${number}`, ...(number % 2 === 0 && { parent: { id: parent } }) })
    await patch(id, { shortDescription: `Ändrad ${number}` })
  }
}

const some: readonly Wanted[] = [
  { permissions: ['read'] },
  { permissions: ['read'], filter: 'name=~plats&is=*' },
  { permissions: ['read'], filter: 'name=~plats&is=*', types: ['gazetteer.place.changed'] },
  { permissions: ['read-restricted', 'read'] },
  { permissions: ['read-published'] },
]

test('a hundred endpoints cost no more reading and deriving than one of each kind, in whatever step they go', async (context) => {
  const world = await openWorld(context)
  await changeMuch(world)
  const cost = async (times: number) => {
    Object.assign(world.counts, { changes: 0, entries: 0, history: 0, places: 0 })
    const events = world.open()
    const endpoints = Array.from({ length: times }, () => some).flat()
    const found = await Promise.all(endpoints.map((wanted) => sent(events, wanted)))
    assert.ok(found.every(({ told }) => told.length >= changes))
    return { ...world.counts, bodies: new Set(found.flatMap(({ bodies }) => bodies)).size }
  }
  const one = await cost(1)
  // The place before a change, and the parent that half of the places have, for who sees only what is public.
  assert.ok(one.history <= 3 * changes, `${one.history} were read`)
  assert.equal(one.entries, world.revision())
  assert.deepEqual(await cost(20), one)
})

test('filters of their own cost endpoints no reading, and each body is made once for each sight', async (context) => {
  const world = await openWorld(context)
  await changeMuch(world)
  const filters = Array.from({ length: 100 }, (_, number) => `name=!Plats${number}&is=*`)
  Object.assign(world.counts, { changes: 0, entries: 0, history: 0, places: 0 })
  const found = await Promise.all(filters.map((filter) => sent(world.events, { permissions: ['read'], filter })))
  assert.ok(found.every(({ told }) => told.length === 1 + 2 * changes))
  assert.equal(new Set(found.flatMap(({ bodies }) => bodies)).size, 1 + 2 * changes)
  assert.deepEqual([world.counts.entries, world.counts.history], [world.revision(), changes])
  // The parent's name of each place with one, before and after a change, in views and in the body.
  assert.ok(world.counts.places <= 5 * changes, `${world.counts.places} places were read`)
})

test('what an endpoint is sent does not depend on who was sent something before', async (context) => {
  const world = await openWorld(context)
  const { create, patch, write, setNow } = world
  const owner = (name: string): Command => ({
    ...{ kind: 'directory', list: 'owners', id: 'unit-1', who: 'x', now: start },
    entry: { id: 'unit-1', name, type: 'Församling' },
  })
  const medium = { url: 'https://a.example/i', title: 'Titel', description: 'Text', alternateDescription: 'Text' }
  const media = { images: [medium], links: [{ url: medium.url, title: 'Titel' }] }
  await write(owner('Först'))
  const parent = await create({ name: 'Förälder', depublished: '2026-03-01' })
  const child = await create({ name: 'Barn', parent: { id: parent }, media })
  const draft = await create({ name: 'Utkast', published: null })
  const wants: readonly Wanted[] = (
    [
      ['read'],
      ['read', 'read-media'],
      ['read', 'read-restricted'],
      ['read-published'],
      ['read-published', 'read-media'],
    ] as const
  ).flatMap((permissions) => [
    { permissions },
    { permissions, types: ['gazetteer.place.changed', 'gazetteer.place.published'] },
    { permissions, filter: 'name=Barn,Utkast&is=*' },
    { permissions, filter: 'name=^Ny&is=*' },
    { permissions, filter: 'owner_name=Sedan&is=*' },
    { permissions, filter: `parent_id=${parent}&is=*` },
  ])
  const steps: readonly (() => Promise<unknown>)[] = [
    () => patch(child, { media: { images: null } }),
    () => patch(draft, { published: '2026-01-01' }),
    () => write(owner('Sedan')),
    () => patch(parent, { name: 'Ny förälder' }),
    () => patch(child, { name: 'Nytt barn', published: '2027-01-01' }),
    () => patch(parent, { published: null }, ['set-published']),
    async () => setNow(Date.UTC(2026, 1, 1)),
    () => patch(parent, { published: '2026-01-02' }),
    async () => setNow(Date.UTC(2026, 2, 2)),
    () => write(remove(draft)),
    () => write(purging(draft)),
  ]
  for (const [at, step] of steps.entries()) {
    await step()
    // Another begins each time.
    for (const wanted of [...wants.slice(at), ...wants.slice(0, at)]) {
      const [{ told }, { told: alone }] = [await sent(world.events, wanted), await sent(world.open(), wanted)]
      assert.deepEqual(told, alone, `${JSON.stringify(wanted)} after step ${at}`)
    }
  }
})

test('D50: what a narrowed endpoint is sent of a place is what is public at that moment', async (context) => {
  const { events, create, patch, write, setNow } = await openWorld(context)
  const narrowed: Wanted = { permissions: ['read-published'] }
  const last = async () => (await sent(events, narrowed)).told.at(-1)
  const parent = await create({ name: 'Förälder' })
  const id = await create({ name: 'Öppen', depublished: '2026-05-01', parent: { id: parent } })
  assert.deepEqual((await last())?.data.place?.parent, { id: parent, name: 'Förälder' })
  const isHidden = async () =>
    (await sent(events, narrowed)).told.every(({ subject, data }) => subject !== id || !data.place)
  await patch(parent, { published: null })
  assert.ok(await isHidden(), 'its parent is a draft')
  await patch(parent, { published: '2020-01-01', depublished: '2026-04-01' })
  // A child has got the end of its parent.
  await patch(id, { depublished: '2026-05-01' })
  assert.ok(!(await isHidden()))
  setNow(Date.UTC(2026, 3, 1))
  assert.ok(await isHidden(), 'the time of its parent is over')
  await patch(parent, { depublished: null })
  await patch(id, { depublished: '2026-05-01' })
  assert.ok(!(await isHidden()))
  setNow(Date.UTC(2026, 4, 1))
  assert.ok(await isHidden(), 'its time is over')
  await patch(id, { depublished: null })
  assert.equal((await last())?.data.place?.name, 'Öppen')
  await patch(id, { published: null })
  assert.ok((await sent(events, narrowed)).told.every(({ data }) => data.place?.name !== 'Öppen'))
  await write(remove(id))
  await write(purging(id))
  const { told: whole } = await sent(events, { permissions: ['read'] })
  assert.deepEqual(
    whole.filter(({ subject }) => subject === id).map(({ type }) => type),
    ['gazetteer.place.purged'],
  )
})

test('the memory that is kept for others is bounded, and what was dropped is read again', async (context) => {
  const { events, counts, create, revision } = await openWorld(context)
  const mebibyte = 2 ** 20
  const text = 'å'.repeat(20_000)
  const places = 200
  for (let number = 0; number < places; number++) await create({ name: `Stor ${number}`, longDescription: text })
  const everybody = some.map(({ permissions }) => ({ permissions }))
  // From everywhere in the journal, backwards: so that none finds what another has read.
  for (let after = revision() - 1; after >= 0; after -= 10) {
    for (const wanted of everybody) await events.next({ after, limit: 1 }, callerOf(wanted))
    assert.ok(events.keptBytes <= 32 * mebibyte, `${events.keptBytes} bytes`)
  }
  const { told } = await sent(events, { permissions: ['read'] })
  assert.equal(told.length, places)
  assert.ok(events.keptBytes <= 32 * mebibyte && events.keptBytes > mebibyte, `${events.keptBytes} bytes`)
  assert.ok(counts.entries > places, 'some were read twice')
})

const kindOf = ({ type }: Told) => type.replace('gazetteer.place.', '')

test('D57: what a change of a parent shows or hides is an event for each child, once, whatever changes with it', async (context) => {
  const { events, create, patch, write, revision, setNow } = await openWorld(context)
  const narrowed: Wanted = { permissions: ['read-published'] }
  const parent = await create({ name: 'Moder', published: null })
  const part = (name: string, body: JsonObject = {}) => create({ name, parent: { id: parent }, ...body })
  const [open, draft] = [await part('Öppen del'), await part('Utkast', { published: null })]
  const names = new Map([
    [parent, 'Moder'],
    [open, 'Öppen del'],
    [draft, 'Utkast'],
  ])
  /** The events of both kinds of callers since the last look, and that each has an id of its own. */
  let looked = revision()
  const happened = async (wanted = narrowed) => {
    const { told, bodies } = await sent(events, wanted, looked)
    const ids = bodies.map((body) => JSON.parse(Buffer.from(body).toString()).id as string)
    assert.equal(new Set(ids).size, ids.length)
    for (const [at, { subject }] of told.entries()) {
      if (subject !== parent && ids[at]?.endsWith(subject)) assert.match(ids[at], /-\d+-[0-9a-f-]{36}$/)
    }
    return told.map((one) => `${kindOf(one)} ${names.get(one.subject)}`)
  }
  let now = start
  const expect = async (what: string, events: readonly string[]) => {
    // Writes of one instant are one.
    now += 1000
    setNow(now)
    assert.deepEqual((await happened()).toSorted(), events.toSorted(), what)
    looked = revision()
  }
  await expect('nothing of it is public', [])
  await patch(parent, { published: '2020-01-01' })
  await expect('the parent is published', ['published Moder', 'published Öppen del'])
  await patch(parent, { shortDescription: 'Annat' })
  await expect('something else of it changes', ['changed Moder'])
  await patch(open, { shortDescription: 'Annat' })
  await patch(draft, { published: '2020-01-01' })
  await expect('the children change by themselves', ['changed Öppen del', 'published Utkast'])
  await patch(parent, { published: null })
  await expect('the parent becomes a draft', ['unpublished Moder', 'unpublished Öppen del', 'unpublished Utkast'])
  await patch(parent, { published: '2020-01-01', depublished: '2026-03-01' })
  await expect('it is published until some day, by which its children then end too', [
    ...['published Moder', 'published Öppen del', 'published Utkast'],
  ])
  now = Date.UTC(2026, 2, 1)
  setNow(now)
  await write({ kind: 'publications', now })
  await expect('that day comes', ['unpublished Moder', 'unpublished Öppen del', 'unpublished Utkast'])
  await patch(parent, { depublished: null })
  await expect('it is taken back', ['published Moder', 'published Öppen del', 'published Utkast'])
  await write(remove(parent, ['disconnect'], now))
  await expect('it is deleted and its children stay', ['unpublished Moder', 'changed Öppen del', 'changed Utkast'])
  await patch(open, { parent: { id: await create({ name: 'Dold moder', published: null }) } })
  await expect('one gets a parent that is a draft', ['unpublished Öppen del'])
})

test('D57: an endpoint goes on at any event of a parent and its children, and filters them as a search does', async (context) => {
  const { events, create, patch, revision, setNow } = await openWorld(context)
  const parent = await create({ name: 'Moder', published: null })
  const ids = []
  for (const name of ['Ett', 'Två', 'Tre']) ids.push(await create({ name, parent: { id: parent } }))
  const before = revision()
  setNow(start + 1000)
  await patch(parent, { published: '2020-01-01' })
  const subjects = async (more: Partial<Wanted> = {}) =>
    (await sent(events, { permissions: ['read-published'], ...more }, before)).told.map(({ subject }) => subject)
  assert.deepEqual(await subjects(), [parent, ...ids])
  assert.deepEqual(await subjects({ filter: `parent_id=${parent}` }), ids)
  assert.deepEqual(await subjects({ filter: 'name=Två&is=*' }), [ids[1]])
  assert.deepEqual(await subjects({ filter: 'name=Moder' }), [parent])
  assert.deepEqual(await subjects({ types: ['gazetteer.place.unpublished'] }), [])
  assert.deepEqual(await subjects({ permissions: ['read'] }), [parent])
  const [first, second] = ids
  const caller = callerOf({ permissions: ['read-published'] })
  const { event } = await events.next({ after: before, child: second!, limit: 1 }, caller)
  assert.deepEqual([event?.place, event?.revision], [second, before + 1])
  assert.equal(event?.id, (await events.next({ after: before, child: `${first}x`, limit: 1 }, caller)).event?.id)
})

test('D57: an endpoint that is behind learns of children that have moved, or whose parent was purged, since', async (context) => {
  const { events, create, patch, write, revision, setNow } = await openWorld(context)
  let now = start
  const pass = () => {
    now += 1000
    setNow(now)
  }
  const parent = await create({ name: 'Moder' })
  const [stays, moves] = [
    await create({ name: 'Stannar', parent: { id: parent } }),
    await create({ name: 'Flyttar', parent: { id: parent } }),
  ]
  const draft = await create({ name: 'Utkast', published: null })
  const told = async (after: Revision) =>
    (await sent(events, { permissions: ['read-published'] }, after)).told.map((one) => [kindOf(one), one.subject])
  pass()
  const beforeHiding = revision()
  await patch(parent, { published: null })
  pass()
  await patch(moves, { parent: { id: draft } })
  assert.deepEqual(
    await told(beforeHiding),
    [parent, ...[stays, moves].toSorted()].map((id) => ['unpublished', id]),
  )
  pass()
  await patch(parent, { published: '2020-01-01' })
  pass()
  const beforePurge = revision()
  await patch(stays, { published: null })
  pass()
  await write({ kind: 'purge', id: parent, who: 'the law', now, confirmed: true })
  assert.deepEqual(await told(beforePurge), [
    ['unpublished', stays],
    ['purged', parent],
  ])
})

test('D57: a write of a parent with many children costs as many reads as it has entries', async (context) => {
  const reads = async (children: number) => {
    const world = await openWorld(context)
    const parent = await world.create({ name: 'Moder' })
    for (let number = 0; number < children; number++)
      await world.create({ name: `Del ${number}`, parent: { id: parent } })
    world.setNow(start + 1000)
    const before = world.revision()
    // The children get the date of their parent in the same write.
    await world.patch(parent, { depublished: '2026-01-01T00:00:00Z' })
    Object.assign(world.counts, { entries: 0, history: 0 })
    const { told } = await sent(world.events, { permissions: ['read-published'] }, before)
    assert.equal(told.length, children + 1)
    return world.counts.entries + world.counts.history
  }
  const [few, many] = [await reads(20), await reads(40)]
  assert.ok(many <= 2.5 * few, `${few} reads, then ${many}`)
})
