import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/common/problem.ts'
import { createFaultList } from '../../src/place/check/fault-list.ts'
import { isJsonObject, type JsonObject } from '../../src/place/json.ts'
import type { Place } from '../../src/place/place.ts'
import type { ChildAction } from '../../src/place/request.ts'
import { readDraft } from '../../src/place/rules/draft.ts'
import { createSlugs } from '../../src/place/rules/slug.ts'
import { viewPlace } from '../../src/place/view.ts'
import { runs } from '../support/runs.ts'
import { body, rules, Town } from './support.ts'

const names = { version: 1, entry: () => undefined }
const slugs = createSlugs('sv')

const text = fc.constantFrom('', ' ', 'Kyrkan', ' Kyrkan ', 'A\u030angsta', 'Åsen', '!', 'x')
const or = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const day = fc.constantFrom('2026-01-01', '20260102', '2026-01-03T10:00+01:00', '2026-01-04T10:00:00.12345Z', '')
const free = fc.dictionary(
  fc.constantFrom('a', 'b'),
  or(fc.oneof(text, fc.integer(), fc.constant({}), fc.constant([]))),
  { maxKeys: 2 },
)
const span = fc.constantFrom(
  { from: '08:00', to: '12:00' },
  { from: '12:00', to: '24:00' },
  { from: '20:00', to: '02:00' },
)

/** Bodies that are mostly right, with blanks, nulls and empty parts anywhere. */
const content = fc.record(
  {
    updatedBy: fc.constantFrom('anna', 'bo', ' eva '),
    name: fc.constantFrom('Kyrkan', ' Kyrkan', 'Åsen', '!'),
    owner: fc.record(
      { id: fc.constantFrom('uppsala', 'lund'), type: fc.constant('x'), name: or(text) },
      { requiredKeys: ['id', 'type'] },
    ),
    geolocation: fc.record(
      {
        type: fc.constant('Feature'),
        geometry: fc.record({ type: fc.constant('Point'), coordinates: fc.constantFrom([5, 50], [17, 59], [-0, 0]) }),
        properties: or(free),
      },
      { requiredKeys: ['type', 'geometry'] },
    ),
    shortDescription: or(text),
    published: or(day),
    depublished: or(day),
    visitingInfo: or(fc.dictionary(fc.constantFrom('city', 'address'), or(text), { maxKeys: 2 })),
    openHours: or(
      fc.array(
        fc.record({
          days: fc.record({ mo: fc.array(or(span), { maxLength: 2 }), tu: or(fc.constant([])) }, { requiredKeys: [] }),
        }),
        { maxLength: 1 },
      ),
    ),
    media: or(
      fc.record(
        { images: or(fc.constant([{ title: 'x', url: 'x' }])), links: or(fc.constant([])) },
        { requiredKeys: [] },
      ),
    ),
    placeTypes: or(fc.dictionary(fc.constantFrom('cemetery', 'external', 'partial'), or(free), { maxKeys: 2 })),
  },
  { requiredKeys: ['updatedBy', 'name', 'owner', 'geolocation'] },
)
const patch = content.chain((whole) =>
  fc
    .subarray(Object.keys(whole))
    .map((kept) => Object.fromEntries(Object.entries(whole).filter(([member]) => kept.includes(member)))),
)
const which = fc.nat(7)
const parent = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: which },
)
const childActions = fc.subarray<ChildAction>(['set-published', 'skip-depublished', 'disconnect'])

const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('create' as const), content, parent }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('patch' as const), which, content: patch, parent, childActions }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('replace' as const),
      which,
      content,
      parent,
      childActions,
      seesMedia: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('echo' as const), which, seesMedia: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove' as const), which, childActions }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('restore' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      key: fc.constantFrom('k1', 'k2', 'k3'),
      content,
      parentKey: fc.constantFrom(undefined, 'k1'),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never

test('the write rules hold after any sequence of requests', () => {
  const done = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 25, size: 'max' }), (operations) => {
      const town = new Town()
      town.create(body({ parent: { id: town.create(body()).id } }))
      for (const next of operations) {
        if (step(town, next)) done.set(next.does, (done.get(next.does) ?? 0) + 1)
      }
    }),
    { numRuns: runs(250) },
  )
  for (const [does, times] of done) assert.ok(times > runs(25), `${does} was carried out ${times} times only`)
  assert.equal(done.size, 7)
})

/** Does one operation and says whether it was accepted; every rule holds afterwards, a refused one changed nothing. */
function step(town: Town, next: Operation): boolean {
  const before = new Map([...town.places].map(([id, { place }]) => [id, JSON.stringify(place)]))
  let accepted = false
  try {
    accepted = perform(town, next)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    assert.deepEqual(new Map([...town.places].map(([id, { place }]) => [id, JSON.stringify(place)])), before)
  }
  checkHouse(town)
  return accepted
}

function perform(town: Town, next: Operation): boolean {
  if (next.does === 'create') {
    town.create(bodyOf(town, next))
    return true
  }
  if (next.does === 'import') {
    importTwice(town, next)
    return true
  }
  const id = pick(town, next.which)
  if (id === undefined) return false
  const before = town.get(id)
  const all = town.children(id).map(({ place }) => place)
  const children = all.filter((place) => place.deleted === undefined)
  switch (next.does) {
    case 'patch':
      checkWritten(before, town.patch(id, bodyOf(town, next), next))
      checkFollowed(town, before, children, next.childActions)
      break
    case 'replace':
      checkWritten(before, town.replace(id, bodyOf(town, next), next))
      checkFollowed(town, before, children, next.childActions)
      break
    case 'echo':
      checkEcho(town, before, next.seesMedia)
      break
    case 'remove':
      checkRemoved(town.remove(id, next), before, children, next.childActions, town)
      break
    case 'restore':
      checkRestored(town.restore(id), before, town)
      break
  }
  if (next.does === 'restore') return true
  for (const gone of all.filter((place) => place.deleted !== undefined))
    assert.deepEqual(town.get(gone.id), gone, 'D42')
  return true
}

function pick(town: Town, number: number): string | undefined {
  return [...town.places.keys()][number % town.places.size]
}

function bodyOf(
  town: Town,
  { content: sent, parent: number }: { content: object; parent?: number | null | undefined },
): JsonObject {
  const id = typeof number === 'number' ? pick(town, number) : undefined
  return {
    ...(sent as JsonObject),
    ...(id !== undefined && { parent: { id } }),
    ...(number === null && { parent: null }),
  }
}

/** D49: the same record again is no change. */
function importTwice(town: Town, { key, content: sent, parentKey }: Extract<Operation, { does: 'import' }>): void {
  const extra = parentKey === undefined ? {} : { parentKey: { source: 'import', key: parentKey } }
  town.import(key, sent as JsonObject, extra)
  assert.deepEqual(town.import(key, sent as JsonObject, extra), [])
}

function checkWritten(before: Place, after: Place): void {
  // A child may have dates of its parent in any order, and is sent back with them.
  if (before.published !== after.published || before.depublished !== after.depublished) {
    assert.ok(!after.published || !after.depublished || after.depublished > after.published, 'D42')
  }
  if (after.name === before.name) assert.equal(after.slug, before.slug, 'D21')
  else assert.ok(after.slug.startsWith(slugs.base(after.owner.name ?? after.owner.id, after.name, after.id)), 'D21')
  assert.deepEqual([after.created, after.createdBy], [before.created, before.createdBy])
  for (const member of ['published', 'depublished'] as const) {
    const by = after[`${member}By`]
    assert.equal(
      by,
      after[member] === undefined
        ? undefined
        : after[member] === before[member]
          ? before[`${member}By`]
          : after.updatedBy,
    )
  }
}

/** D42: all children follow, or none does. */
function checkFollowed(town: Town, before: Place, children: readonly Place[], actions: readonly ChildAction[]): void {
  const after = town.get(before.id)
  const follows = {
    published: before.published !== after.published && actions.includes('set-published'),
    depublished: before.depublished !== after.depublished && !actions.includes('skip-depublished'),
  }
  for (const child of children) {
    for (const member of ['published', 'depublished'] as const) {
      assert.equal(town.get(child.id)[member], follows[member] ? after[member] : child[member], `D42: ${member}`)
    }
  }
}

/** What was read can be sent back, dates that came from a parent too (D42): nothing but updated moves. */
function checkEcho(town: Town, before: Place, seesMedia: boolean): void {
  const view = viewPlace(before, names, before.parent && town.places.get(before.parent.id)?.place.name)
  const { media, ...rest } = view
  const seen = seesMedia || !media ? view : { ...rest, ...(media.links && { media: { links: media.links } }) }
  const sent = JSON.parse(JSON.stringify(seen)) as JsonObject
  const after = town.replace(before.id, sent, { allowOverposting: true, seesMedia })
  assert.deepEqual({ ...after, updated: before.updated }, before)
}

function checkRemoved(
  after: Place,
  before: Place,
  children: readonly Place[],
  actions: readonly ChildAction[],
  town: Town,
): void {
  assert.equal(after.slug, `${before.slug}-deleted-${before.id.slice(-8)}`, 'D21')
  for (const child of children) {
    const now = town.get(child.id)
    if (actions.includes('disconnect')) assert.ok(!now.parent && now.deleted === undefined && now.slug === child.slug)
    else assert.ok(now.deleted === after.deleted && now.deletedBy === after.deletedBy)
  }
}

function checkRestored(after: Place, before: Place, town: Town): void {
  assert.ok(after.slug.startsWith(slugs.base(after.owner.name ?? after.owner.id, after.name, after.id)), 'D21')
  assert.ok(after.deletedBy === undefined && after.deleted === undefined)
  for (const { place } of town.children(before.id)) assert.notEqual(place.deleted, before.deleted, 'D40')
}

/** What is true of all places at all times. */
function checkHouse(town: Town): void {
  const places = [...town.places.values()].map(({ place }) => place)
  assert.equal(new Set(places.map((place) => place.slug)).size, places.length, 'D21: slugs are unique')
  for (const place of places) {
    assert.equal(Object.keys(place.placeTypes).length, 1, 'D12: exactly one type')
    checkCanonical(place, [])
    assert.notEqual(place.shortDescription, place.name, 'D19')
    const list = createFaultList()
    const request = {
      action: 'create',
      newId: 'x',
      body: place as unknown as JsonObject,
      now: 0,
      ownerEntries: {},
      allowOverposting: true,
    } as const
    const again = readDraft(request, undefined, rules, list)
    assert.deepEqual(list.faults, [], 'a stored place is a valid body')
    for (const [member, value] of Object.entries(again)) assert.deepEqual(value, place[member as keyof Place], member)
    if (place.deleted !== undefined || !place.parent) continue
    const above = town.places.get(place.parent.id)?.place
    assert.ok(above && above.deleted === undefined && !above.parent && above.id !== place.id, 'D41: two levels')
  }
}

/** D19: no null, no blank text, nothing empty but inside a place type, a closed weekday and a closed period. */
function checkCanonical(value: unknown, path: readonly string[]): void {
  const where = path.join('/')
  assert.ok(value !== null && value !== undefined, where)
  const isFree = path[0] === 'placeTypes' || path[1] === 'properties'
  if (typeof value === 'string') assert.ok(value.trim() !== '' && (isFree || value === value.trim().normalize()), where)
  if (typeof value !== 'object') return
  const members: [string, unknown][] = Object.entries(value as object)
  const stays = path[0] === 'placeTypes' || (path[0] === 'openHours' && [2, 4].includes(path.length))
  assert.ok(members.length > 0 || stays, `${where} is empty`)
  for (const [member, inner] of members) checkCanonical(inner, [...path, member])
  if (isJsonObject(value)) assert.ok(!Object.hasOwn(value, '__proto__'), where)
}
