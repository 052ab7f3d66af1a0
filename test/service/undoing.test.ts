import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Caller } from '../../src/access/access.ts'
import type { ActRef } from '../../src/place/act.ts'
import { type JsonObject, sameJson, valueAt } from '../../src/place/json.ts'
import type { Place } from '../../src/place/place.ts'
import { Undoing } from '../../src/service/undoing.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Command, Store } from '../../src/store/store.ts'
import { storeParts } from '../postgres/random-commands.ts'
import {
  actNamed,
  allChanges,
  create,
  done,
  patch,
  refusal,
  remove,
  restore,
  temporaryFolder,
  within,
} from '../store/commands.ts'
import { validPlace } from '../support/client.ts'
import { runs } from '../support/runs.ts'

let store: Store
let calls = 0
const ended: (() => void)[] = []

before(async () => {
  const folder = temporaryFolder({ after: (end) => void ended.push(end as () => void) })
  store = await openSqliteStore({ folder, ...storeParts })
})
after(async () => {
  await store.close()
  for (const end of ended) end()
})

const caller: Caller = { id: 'key-1', name: 'test', permissions: ['admin'] }

/** Undoing on a store alone; counts what it asks of it. */
function undoing(): Undoing {
  const counted = <Name extends 'actPlaces' | 'actRuns' | 'entry' | 'write'>(name: Name) =>
    ((...args: readonly unknown[]) => {
      calls += 1
      return (store[name] as (...args: readonly unknown[]) => unknown)(...args)
    }) as Store[Name]
  return new Undoing({
    acts: { find: async (id) => (await store.act(id))! },
    store: {
      act: (id) => store.act(id),
      actPlaces: counted('actPlaces'),
      actRuns: counted('actRuns'),
      entry: counted('entry'),
    },
    engine: { storedPlace: async () => undefined },
    places: {
      writeAll: counted('write'),
      undoing: async ({ id }, steps, { updatedBy, act }): Promise<Command> => ({
        kind: 'place',
        request: {
          action: 'undo',
          id,
          steps,
          updatedBy,
          rights: {},
          now: Date.now(),
          ownerEntries: {},
          ...(act && { act }),
        },
      }),
    },
  })
}

const undo = (id: string, limit = 5_000, from?: string) =>
  undoing().undo(id, {
    ...{ caller, updatedBy: 'Undo', limit, before: from, check: () => {} },
    act: { id: randomUUID(), kind: 'undo', holder: 'key-1' },
  })

const members = [
  ['shortDescription'],
  ['longDescription'],
  ['visitingInfo', 'city'],
  ['visitingInfo', 'address'],
  ['contactInfo', 'phone'],
  ['placeTypes'],
  ['published'],
  ['parent'],
] as const

const text = fc.constantFrom(null, 'a', 'b', 'c')
const change = fc.record(
  {
    shortDescription: text,
    longDescription: text,
    visitingInfo: fc.record({ city: text, address: text }, { requiredKeys: [] }),
    contactInfo: fc.record({
      phone: fc.record({ AreaCode: fc.constantFrom(null, 1, 2), Number: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
    }),
    placeTypes: fc.constantFrom<JsonObject>(
      { external: {} },
      { cemetery: {} },
      { external: { x: 1 } },
      { external: { x: null } },
    ),
    published: fc.constantFrom(null, '2026-01-01', '2026-01-02'),
    parent: fc.constantFrom<'none' | 'first'>('none', 'first'),
  },
  { requiredKeys: [] },
)
const step = fc.record({
  person: fc.nat(2),
  place: fc.nat(4),
  kind: fc.constantFrom('patch', 'patch', 'patch', 'patch', 'remove', 'restore', 'create'),
  change,
})

/** A revision of a place as the journal has it. */
async function historyOf(id: string) {
  return (await store.history(id, { offset: 0, limit: 1_000 })).map(({ act, document, revision }) => ({
    act,
    revision,
    place: JSON.parse(document!) as Place,
  }))
}

/** Writes generated steps, each person's in an act of their own, and returns the places. */
async function play(
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  acts: readonly ActRef[],
) {
  const ids = Array.from({ length: 3 }, () => randomUUIDv7())
  for (const id of ids) done((await store.write([create(validPlace({ name: id }), id)]))[0])
  for (const { person, place, kind, change } of steps) {
    const id = ids[place % ids.length]!
    const { parent, ...rest } = change
    const moved = parent === undefined ? {} : { parent: parent === 'none' || id === ids[0] ? null : { id: ids[0]! } }
    const made = randomUUIDv7()
    const body = { ...rest, ...moved, updatedBy: 'Ann' } as JsonObject
    const command =
      kind === 'patch'
        ? patch(id, body)
        : kind === 'remove'
          ? remove(id)
          : kind === 'restore'
            ? restore(id)
            : create(validPlace({ name: made }), made)
    const [outcome] = await store.write([within(acts[person]!, command)])
    if (kind === 'create' && refusal(outcome) === undefined) ids.push(made)
  }
  return ids
}

/** The runs of an act in a history, the newest first: the index of the newest revision, and of the one before the run. */
function runsOf(isOwn: (at: number) => boolean, length: number): readonly (readonly [number, number])[] {
  const starts = Array.from({ length }, (_, at) => at).filter((at) => isOwn(at) && !isOwn(at - 1))
  return starts.map((newest) => {
    let before = newest + 1
    while (isOwn(before)) before++
    return [newest, before] as const
  })
}

test('D66: after undoing, each member is as before the act, or is listed as kept', async (context) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  context.diagnostic(`seed ${seed}`)
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
    const acts = [0, 1, 2].map(() => actNamed(randomUUID()))
    const ids = await play(steps, acts)
    const [act] = acts
    if (!(await store.act(act!.id))) return
    const former = new Map(await Promise.all(ids.map(async (id) => [id, await historyOf(id)] as const)))
    const report = await undo(act!.id)
    const after = new Map<string, Place>(
      await Promise.all(ids.map(async (id) => [id, (await historyOf(id))[0]!.place] as const)),
    )
    for (const [id, history] of former) {
      const now = after.get(id)!
      const isOwn = (at: number) => history[at]?.act === act!.id
      const first = history.findLastIndex((_, at) => isOwn(at))
      if (first < 0) continue
      const [was, latest] = [history[first + 1]?.place, history[0]!.place]
      const kept = (report.Kept as { id: string; members: string[] }[]).find((one) => one.id === id)?.members ?? []
      const isRefused = (report.Refused as { id: string }[]).some((one) => one.id === id)
      const others = history.slice(0, first).some((one) => one.act !== act!.id)
      assert.ok(others || kept.length === 0, 'nothing is kept that nobody else has changed')
      if (isRefused || kept.includes('deleted')) continue
      if (was === undefined || was.deleted !== undefined) {
        // The act brought it to life: it is gone, unless others have made it what it is. One that the act itself had
        // deleted again before others restored it is theirs.
        const isGone = (at: number) => history[at] === undefined || history[at].place.deleted !== undefined
        const runsOfAct = runsOf(isOwn, history.length)
        const isBrought = runsOfAct.some(([newest, before]) => isGone(before) && !isGone(newest))
        assert.ok(!isBrought || now.deleted !== undefined || isGone(0))
        continue
      }
      for (const path of members) {
        const valueIn = (at: number) => valueAt(history[at]?.place, path)
        // A value that the act itself has taken back, before anybody else came, is no change.
        const changes = runsOf(isOwn, history.length).filter(
          ([newest, before]) => !sameJson(valueIn(newest), valueIn(before)),
        )
        const current = valueAt(now, path)
        // With the restoring of a parent undone, its children are places of their own.
        const parent = after.get(String(valueAt(latest, ['parent', 'id'])))
        if (path[0] === 'parent' && current === undefined && parent?.deleted !== undefined) continue
        const [, before] = changes.at(-1) ?? []
        const name = path.join('.')
        const isKept = kept.some((one) => one === name || one.startsWith(`${name}.`))
        const told = `${id} ${name}: ${JSON.stringify({ current, kept })}`
        if (before === undefined) assert.deepEqual(current, valueAt(latest, path), told)
        else assert.ok(isKept || sameJson(current, valueIn(before)), told)
      }
    }
    assert.equal((await undo(act!.id)).Undone, 0)
  })
  await fc.assert(property, { seed, numRuns: runs(90) })
})

test('D66: the work of undoing grows as the places do, and no group of writes is large', async () => {
  const costOf = async (count: number) => {
    const act = actNamed(randomUUID())
    const commands = Array.from({ length: count }, (_, n) => within(act, create(validPlace({ name: `n ${n}` }))))
    await store.write(commands)
    const from = await store.lastRevision()
    calls = 0
    const { Undone } = await undo(act.id)
    assert.equal(Undone, count)
    const entries = (await allChanges(store)).filter(({ revision }) => revision > from)
    assert.equal(entries.length, count)
    const groups = Map.groupBy(entries, ({ transactionId }) => transactionId)
    assert.ok([...groups.values()].every((group) => group.length <= 100))
    return calls
  }
  const [once, twice] = [await costOf(150), await costOf(300)]
  assert.ok(twice <= 2.1 * once, `${once} calls, then ${twice}`)
})

test('D66: what was changed too often in turn with others is refused, and stays as it is', async () => {
  const undone = async (runs: number) => {
    const act = actNamed(randomUUID())
    const id = randomUUIDv7()
    done((await store.write([create(validPlace({ name: 'a', shortDescription: 'former' }), id)]))[0])
    for (let n = 0; n < runs; n++) {
      const own = n === 0 ? { shortDescription: 'new' } : { visitingInfo: { city: `City ${n}` } }
      await store.write([
        within(act, patch(id, { ...own, updatedBy: 'Ann' })),
        patch(id, { name: `Other ${n}`, updatedBy: 'Bo' }),
      ])
    }
    const { Undone, Refused } = await undo(act.id)
    const [{ place } = assert.fail()] = await historyOf(id)
    return { Undone, refused: JSON.stringify(Refused), place }
  }
  const some = await undone(100)
  assert.deepEqual([some.Undone, some.refused, some.place.shortDescription], [1, '[]', 'former'])
  assert.equal(some.place.visitingInfo?.city, undefined)
  const many = await undone(101)
  assert.equal(many.Undone, 0)
  assert.match(many.refused, /too many/)
  assert.deepEqual([many.place.shortDescription, many.place.visitingInfo?.city], ['new', 'City 100'])
})
