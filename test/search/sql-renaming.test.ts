import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import type { Place } from '../../src/place/place.ts'
import type { FacetValue } from '../../src/query/results/facets.ts'
import { fold } from '../../src/query/text/folded-text.ts'
import { renderedText } from '../../src/read-model/document.ts'
import { accepted, client, type PageAnswer, validPlace } from '../support/client.ts'
import { addPlaces, addPlacesOfOwner } from '../support/many-places.ts'
import { everyPlace, manyKindsModel, plainPlace } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { startService } from '../support/service.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = manyKindsModel()
/** More than two steps of a renaming take. */
const count = 600
const fields = { owners: 'owner_name', categories: 'categories_name', tags: 'tags_name' } as const
const whole = { sees: 'restricted', owner: true, categories: true, tags: true } as const

/** A place that refers to one entry of each kind, all with the same id. */
function placeOf(number: number, id: string): Place {
  return plainPlace(number, { owner: { id, type: 'external' }, categories: [{ id }], tags: [{ id }] })
}

const named = (kind: DirectoryKind, name: string, id = 'one') => ({ kind, id, name })

/** The number of places that show each name, as one search finds and counts them; each place must show one name. */
async function shown({ other }: SearchWorld, kind: DirectoryKind, names: readonly string[]): Promise<number[]> {
  const field = model.fields.get(fields[kind])!
  const counts: number[] = []
  for (const name of names) {
    const filters = [{ field, anyOf: [{ negated: false, test: { is: 'equal' as const, value: fold(name) } }] }]
    const asked = everyPlace(model, { filters, limit: 50, facets: [{ by: 'field', field }] })
    const { total, places, facets } = await other.search(asked, 0)
    counts.push(total)
    const values: readonly FacetValue[] = total === 0 ? [] : [{ value: name, count: total }]
    assert.deepEqual(facets![0]!.values, values, 'what a facet counts is what a filter finds')
    for (const { rendered } of places) {
      const { owner, categories, tags } = JSON.parse(renderedText(rendered, whole))
      const show = { owners: owner, categories: categories?.[0], tags: tags?.[0] }
      assert.equal(show[kind].name, name, 'a place shows the name by which it is found')
    }
  }
  return counts
}

interface Renaming {
  readonly world: SearchWorld
  /** Ends the process that renames, as a kill does, when it has finished so many steps. */
  endAfter(steps: number): void
}

async function withPlaces(hasDirectory: boolean, use: (renaming: Renaming) => Promise<void>): Promise<void> {
  assert.ok(!('missing' in databases))
  let left = Number.POSITIVE_INFINITY
  const note = (statement: string) => {
    if (!statement.includes('renaming_steps = $5') || left-- > 0) return
    left = Number.POSITIVE_INFINITY
    throw new Error('killed')
  }
  const world = await SearchWorld.open(model, await databases.create(), { note, hasDirectory })
  try {
    if (hasDirectory)
      await world.name(named('owners', 'Before'), named('categories', 'Before'), named('tags', 'Before'))
    else for (const kind of ['owners', 'categories', 'tags'] as const) world.names.put(kind, named(kind, 'Before'))
    await world.put(...Array.from({ length: count }, (_, number) => placeOf(number, 'one')))
    await world.search.follow()
    await use({
      world,
      endAfter: (steps) => {
        left = steps
      },
    })
  } finally {
    await world.close()
  }
}

for (const kind of ['owners', 'categories', 'tags'] as const) {
  test(`D44: many places that refer to one of the ${kind} get its new name in steps, also after a kill`, {
    skip,
  }, async () => {
    await withPlaces(true, async ({ world, endAfter }) => {
      assert.equal(await world.search.follow(), false, 'every place shows the name')
      await world.name(named(kind, 'After'))
      assert.equal(await world.search.follow(), true)
      assert.deepEqual(await shown(world, kind, ['Before', 'After']), [count, 0])
      assert.equal(await world.other.countOutdated(), count)
      endAfter(1)
      await assert.rejects(world.search.rename())
      assert.deepEqual(await shown(world, kind, ['Before', 'After']), [count - 250, 250])
      assert.equal(await world.other.countOutdated(), count - 250)
      // A place that changes meanwhile shows the new name at once.
      await world.put({ ...placeOf(count - 1, 'one'), name: 'Changed' })
      assert.equal(await world.other.follow(), true)
      assert.deepEqual(await shown(world, kind, ['Before', 'After']), [count - 251, 251])
      await world.other.rename()
      assert.deepEqual(await shown(world, kind, ['Before', 'After']), [0, count])
      assert.equal(await world.other.follow(), false)
      assert.equal(await world.other.countOutdated(), 0)
      await world.check(everyPlace(model, { limit: 10 }), 0)
    })
  })
}

test('D44: a name that changes while its places are rewritten ends as the last one', { skip }, async () => {
  await withPlaces(true, async ({ world, endAfter }) => {
    await world.name(named('owners', 'Between'))
    await world.search.follow()
    endAfter(1)
    await assert.rejects(world.search.rename())
    await world.name(named('owners', 'After'))
    await world.search.follow()
    assert.deepEqual(await shown(world, 'owners', ['Before', 'Between', 'After']), [count - 250, 250, 0])
    await Promise.all([world.search.rename(), world.other.rename()])
    assert.deepEqual(await shown(world, 'owners', ['Before', 'Between', 'After']), [0, 0, count])
  })
})

test('D44: of the entries of a write, those of few places are rewritten first, and those of more later', {
  skip,
}, async () => {
  await withPlaces(true, async ({ world }) => {
    await world.put(placeOf(count, 'few'), placeOf(count + 1, 'few'))
    await world.name(named('owners', 'After'), named('owners', 'Few', 'few'))
    await world.search.follow()
    const entries = [named('owners', ''), named('owners', '', 'few'), named('owners', '', 'unknown')]
    await world.search.renameFew(entries, count - 1)
    assert.deepEqual(await shown(world, 'owners', ['Before', 'After', 'Few']), [count, 0, 2])
    await world.search.renameFew(entries, count)
    assert.deepEqual(await shown(world, 'owners', ['Before', 'After', 'Few']), [0, count, 2])
  })
})

test('D44, D50: many children are public with their parent at once, and get its new name in steps, also after a kill', {
  skip,
}, async () => {
  assert.ok(!('missing' in databases))
  await withPlaces(true, async ({ world, endAfter }) => {
    const parent = plainPlace(2 * count, { name: 'Before' })
    const ends = [{ depublished: '2024-01-02T00:00:00Z' }, {}, { depublished: '2024-03-01T00:00:00Z' }]
    const children = Array.from({ length: count }, (_, number) =>
      plainPlace(number, { parent: { id: parent.id }, ...ends[number % 3] }),
    )
    await world.put(parent, ...children)
    await world.search.follow()
    const january = Date.parse('2024-01-10T00:00:00Z')
    const [publicOnes, all] = [true, false].map((narrowed) => everyPlace(model, { narrowed, limit: 2 * count }))
    const totalOf = async () => (await world.other.search(publicOnes!, january)).total
    const parentNames = async () => {
      const { places } = await world.other.search(all!, january)
      const names = places.map(({ rendered }) => JSON.parse(renderedText(rendered, whole)).parent.name)
      return ['Before', 'After', undefined].map((name) => names.filter((one) => one === name).length)
    }
    assert.deepEqual([await totalOf(), await parentNames()], [1 + (2 * count) / 3, [count, 0, 1]])

    // Neither step of this has a new name: no child is written again.
    for (const [state, shown] of [
      [{ published: '2024-01-20T00:00:00Z' }, 0],
      [{ depublished: '2024-02-01T00:00:00Z' }, 1 + (2 * count) / 3],
      [{ published: '2024-01-05T00:00:00Z', deleted: '2024-01-06T00:00:00Z' }, 0],
    ] as const) {
      await world.put({ ...parent, ...state })
      await world.search.follow()
      assert.equal(await world.other.countOutdated(), 0)
      assert.equal(await totalOf(), shown)
      for (const now of [january, Date.parse('2024-02-10T00:00:00Z')])
        await world.check({ ...publicOnes!, limit: 9 }, now)
    }

    await world.put({ ...parent, name: 'After' })
    assert.equal(await world.search.follow(), true)
    assert.deepEqual([await totalOf(), await parentNames()], [1 + (2 * count) / 3, [count, 0, 1]])
    assert.equal(await world.other.countOutdated(), count)
    endAfter(1)
    await assert.rejects(world.search.rename())
    assert.deepEqual(await parentNames(), [count - 250, 250, 1])
    await world.search.renameFew([{ kind: 'parents', id: parent.id }], count - 1)
    assert.deepEqual(await parentNames(), [count - 250, 250, 1])
    await world.search.renameFew([{ kind: 'parents', id: parent.id }], count)
    assert.deepEqual(await parentNames(), [0, count, 1])

    await world.put({ ...parent, name: 'Between' })
    await world.put({ ...parent, name: 'After' })
    assert.equal(await world.search.follow(), true, 'a child may have been written with the name in between')
    await world.search.rename()

    await world.purge(parent.id)
    await world.search.follow()
    assert.equal(await totalOf(), 0)
    await world.search.rename()
    assert.deepEqual(await parentNames(), [0, 0, count])
    await world.check({ ...publicOnes!, limit: 9 }, january)
  })
})

test('owners whose long names begin alike are counted apart', { skip }, async () => {
  assert.ok(!('missing' in databases))
  const world = await SearchWorld.open(model, await databases.create())
  const field = model.fields.get('owner_name')!
  try {
    const starts = ['a'.repeat(126), 'b'.repeat(127), 'c'.repeat(300), '😀'.repeat(126), '😀'.repeat(200)]
    for (const [number, start] of starts.entries())
      for (const end of [1, 2]) {
        const id = `${number}-${end}`
        world.names.put('owners', named('owners', start + end, id))
        await world.put(plainPlace(2 * number + end, { owner: { id, type: 'external' } }))
      }
    await world.search.follow()
    await world.check(
      everyPlace(model, { limit: 0, facets: [{ by: 'field', field }] }),
      Date.parse('2026-01-01T00:00:00Z'),
    )
  } finally {
    await world.close()
  }
})

test('a renaming of twice as many places takes no more than twice as many statements', { skip }, async () => {
  assert.ok(!('missing' in databases))
  let statements = 0
  const world = await SearchWorld.open(model, await databases.create(), {
    note: () => statements++,
    hasDirectory: true,
  })
  try {
    const sent: number[] = []
    await world.put(placeOf(0, 'one'))
    await world.search.follow()
    for (const places of [count, 2 * count]) {
      await world.put(...Array.from({ length: places }, (_, number) => placeOf(number, 'one')))
      await world.name(named('tags', `Of ${places}`))
      await world.search.follow()
      statements = 0
      await world.search.rename()
      sent.push(statements)
    }
    assert.ok(sent[1]! <= 2 * sent[0]!, String(sent))
  } finally {
    await world.close()
  }
})

test('names of a remote directory are shown as it had them, until it has others', { skip }, async () => {
  await withPlaces(false, async ({ world }) => {
    world.names.put('owners', named('owners', 'After'))
    await world.search.rename()
    assert.deepEqual(await shown(world, 'owners', ['Before', 'After']), [0, count])
    // Another process learns it later, and writes a place with the name that others show.
    await world.put(placeOf(count, 'one'))
    await world.other.follow()
    assert.deepEqual(await shown(world, 'owners', ['Before', 'After']), [0, count + 1])
  })
})

test('a start finds which names of a remote directory have changed, unless that does not answer', {
  skip,
}, async () => {
  await withPlaces(false, async ({ world }) => {
    world.names.onRenamed = () => {}
    world.names.replaceAll([])
    await world.other.noteAllRenamed()
    await world.other.rename()
    assert.deepEqual(await shown(world, 'owners', ['Before']), [count], 'nothing is known of any owner')
    world.names.put('owners', named('owners', 'After'))
    world.names.put('tags', named('tags', 'Other', 'another'))
    await world.other.noteAllRenamed()
    await world.other.rename()
    assert.deepEqual(await shown(world, 'owners', ['Before', 'After']), [0, count])
    assert.deepEqual(await shown(world, 'tags', ['Before']), [count])
  })
})

test('D44: with SEARCH=database, a new name of up to 10,000 places is visible when its write is answered', {
  skip,
}, async (context) => {
  assert.ok(!('missing' in databases))
  const env = { DATABASE_URL: await databases.create(), SEARCH: 'database' }
  const first = await startService({ env })
  context.after(() => first.close())
  const writer = client(first.url, first.adminKey)
  await addPlacesOfOwner('many', 1_000, first)
  const total = async (name: string) => (await writer.get(`/place?limit=0&owner_name=${name}`)).body.TotalHits
  accepted(await writer.put('/directory/owners/many', JSON.stringify({ name: 'First' })), 201)
  assert.deepEqual([await total('First'), await total('many')], [1_000, 0])
  accepted(await writer.put('/directory/owners/many', JSON.stringify({ name: 'Second' })))
  assert.deepEqual([await total('Second'), await total('First')], [1_000, 0])
  await writer.delete('/directory/owners/many')
  assert.deepEqual([await total('many'), await total('Second')], [1_000, 0])
  assert.match((await writer.get('/metrics')).text, /^gazetteer_index_outdated_places 0$/m)
  const parentId = accepted(await writer.put('/place', JSON.stringify(validPlace({ name: 'Parent' }))), 201).id
  await addPlaces({ parent: { id: parentId } }, 600, first)
  const parentShown = async () =>
    (await writer.get<PageAnswer>(`/place?limit=1&is=*&parent_id=${parentId}`)).body.Results[0]?.parent
  for (const name of ['Renamed', 'Renamed again']) {
    accepted(await writer.patch(`/place/${parentId}`, JSON.stringify({ name, updatedBy: 'x' })), 204)
    assert.deepEqual(await parentShown(), { id: parentId, name })
  }
})
