import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Place } from '../../src/place/place.ts'
import type { Command, Store } from '../../src/store/store.ts'
import { runs } from '../support/runs.ts'
import { assertWhole, type Check } from './assert-whole.ts'
import { allPresent, create, patch, placeOf, remove, restore, write, writePlace } from './commands.ts'

/** What every store promises of slugs (D21). */
export function slugContract(check: Check): void {
  check('D21: the same name gets -2, -3; a freed slug is given again, and leads to nobody else', async (store) => {
    const places: Place[] = []
    for (let count = 0; count < 3; count++) places.push(await writePlace(store, create({ name: 'Kyrka' })))
    assert.deepEqual(
      places.map(({ slug }) => slug),
      ['Kyrka', 'Kyrka-2', 'Kyrka-3'],
    )
    await write(store, remove(places[0]!.id))
    assert.equal((await writePlace(store, create({ name: 'Kyrka' }))).slug, 'Kyrka')
  })

  check(
    'D21: a deleted place has its id in the slug; restored it gets the slug that it had, if that is free',
    async (store) => {
      const first = await writePlace(store, create({ name: 'Kyrka' }))
      const second = await writePlace(store, create({ name: 'Kyrka' }))
      assert.equal((await writePlace(store, remove(second.id))).slug, `Kyrka-2-deleted-${second.id.slice(-8)}`)
      assert.equal((await writePlace(store, restore(second.id))).slug, 'Kyrka-2')
      await write(store, remove(first.id))
      await write(store, create({ name: 'Kyrka' }))
      assert.equal((await writePlace(store, restore(first.id))).slug, 'Kyrka-3')
    },
  )

  check('D21: a number that a name of its own has taken is passed over', async (store) => {
    const names = ['Sal-2', 'Sal', 'Sal', 'Sal']
    const outcomes = await store.write(names.map((name) => create({ name })))
    assert.deepEqual(
      outcomes.map((outcome) => placeOf(outcome).place.slug),
      ['Sal-2', 'Sal', 'Sal-3', 'Sal-4'],
    )
  })

  check('D21: a former slug leads to the place that had it last and is not deleted', async (store) => {
    const a = await writePlace(store, create({ name: 'old' }))
    await write(store, patch(a.id, { name: 'a' }))
    assert.equal((await store.formerSlugs('old'))[0], a.id)
    const b = await writePlace(store, create({ name: 'old' }))
    await write(store, patch(b.id, { name: 'b' }))
    assert.equal((await store.formerSlugs('old'))[0], b.id)
    await write(store, remove(b.id))
    assert.equal((await store.formerSlugs('old'))[0], a.id)
    assert.deepEqual(await store.formerSlugs('never'), [])
  })

  check('D21: two places swap their names in one group', async (store) => {
    const [a, b] = [await writePlace(store, create({ name: 'a' })), await writePlace(store, create({ name: 'b' }))]
    const outcomes = await store.write([
      patch(a.id, { name: 'x' }),
      patch(b.id, { name: 'a' }),
      patch(a.id, { name: 'b' }),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => placeOf(outcome).place.slug),
      ['x', 'a', 'b'],
    )
    assert.deepEqual((await slugsOf(store)).toSorted(), ['a', 'b'])
  })

  check('D21: thousands of the same name are all different, in one group and in many', async (store) => {
    for (let group = 0; group < 4; group++)
      await store.write(Array.from({ length: 1_000 }, () => create({ name: 'Vallokal' })))
    const slugs = await slugsOf(store)
    assert.equal(new Set(slugs).size, 4_000)
    assert.ok(slugs.includes('Vallokal-4000'))
  })

  check('D21: whatever is created, renamed, deleted and restored, slugs stay unique', async (store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(slugStep, { minLength: 1, maxLength: 40 }), async (steps) => {
        const present = await allPresent(store)
        const known = present.map(({ id }) => id).slice(-5)
        const commands = steps.map(({ kind, name, pick }) =>
          slugCommand(kind, name, known[pick % Math.max(known.length, 1)]),
        )
        await store.write(commands)
        const slugs = await slugsOf(store)
        assert.equal(new Set(slugs).size, slugs.length)
      }),
      { numRuns: runs(30) },
    )
    await assertWhole(store)
  })
}

const slugStep = fc.record({
  kind: fc.constantFrom('create', 'patch', 'remove', 'restore'),
  name: fc.constantFrom('a', 'a-2', 'a-3', 'b', ''),
  pick: fc.nat(4),
})

function slugCommand(kind: string, name: string, id: string | undefined): Command {
  if (kind === 'create' || id === undefined) return create({ name })
  if (kind === 'patch') return patch(id, { name })
  return kind === 'remove' ? remove(id) : restore(id)
}

async function slugsOf(store: Store): Promise<string[]> {
  return (await allPresent(store)).map(({ document }) => (JSON.parse(document!) as Place).slug)
}
