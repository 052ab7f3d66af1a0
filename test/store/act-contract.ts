import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Store } from '../../src/store/store.ts'
import type { Check } from './assert-whole.ts'
import {
  actNamed,
  allChanges,
  create,
  importing,
  now,
  patch,
  placeOf,
  purging,
  refusal,
  remove,
  within,
  write,
  writePlace,
} from './commands.ts'

const hour = 3_600_000
const owner = { id: 'f1', type: '' }
const newest = (store: Store, owners: readonly string[] = []) =>
  store.acts({ before: Number.MAX_SAFE_INTEGER, limit: 100, owners })

/** What every store promises of acts (D65). */
export function actContract(check: Check): void {
  check('D65: writes with one id are one act, with its label, its author and its counts', async (store) => {
    const act = actNamed(randomUUID(), { label: 'Stängt \u{1F384}' })
    const first = placeOf(await write(store, within(act, create({ name: 'a', owner, updatedBy: 'Bo' })))).place
    const alone = await write(store, create({ name: 'alone' }))
    await write(store, within(act, patch(first.id, { name: 'b', owner: { id: 'f2', type: '' } }), { now: now + hour }))
    await store.write(['c', 'd'].map((name) => within(act, create({ name, owner }))))
    const [one, group, ...rest] = await newest(store, ['f2'])
    assert.deepEqual(rest, [])
    assert.deepEqual([one?.kind, one?.id, one?.places], ['one', String(alone.entries[0]?.revision), 1])
    const { id, kind, label, who, time, number, revisions, places, isConcerned } = group!
    assert.deepEqual(
      { id, kind, label, who, time, number, revisions, places, isConcerned },
      {
        ...{ id: act.id, kind: 'group', label: act.label, who: 'Bo', time: now, number: 1 },
        revisions: 4,
        places: 3,
        isConcerned: true,
      },
    )
    assert.equal((await newest(store, ['f3']))[1]?.isConcerned, false)
    assert.deepEqual(await store.act(act.id), { ...group, isConcerned: false })
    const entries = await allChanges(store)
    assert.deepEqual(
      entries.map((entry) => entry.act),
      [act.id, undefined, act.id, act.id, act.id],
    )
    const found = await store.actPlaces(act.id, { limit: 10 })
    assert.deepEqual(found.at(-1), { id: first.id, revisions: 2, first: 1, last: 3 })
    assert.deepEqual(await store.actPlaces(act.id, { before: found[0]!.id, limit: 1 }), [found[1]])
  })

  check(
    'D65: an act of somebody else, or of yesterday, is not continued; the others of the group are',
    async (store) => {
      const act = actNamed(randomUUID())
      const { id } = await writePlace(store, within(act, create({ name: 'a' })))
      const outcomes = await store.write([
        within({ ...act, holder: 'key-2' }, patch(id, { name: 'b' })),
        within(act, patch(id, { name: 'c' }), { now: now + 24 * hour + 1 }),
        within(act, patch(id, { name: 'd' }), { now: now + 24 * hour }),
        within({ id: act.id, kind: 'import', holder: 'key-1' }, patch(id, { name: 'e' }), { now: now + 90 * hour }),
      ])
      assert.deepEqual(outcomes.map(refusal), ['conflict', 'conflict', undefined, undefined])
      assert.equal((await store.act(act.id))?.revisions, 3)
    },
  )

  check('D65: a refused or unneeded change opens no act', async (store) => {
    const act = actNamed(randomUUID())
    await store.write([within(act, create({ name: 'refused' }))])
    await write(store, importing({ name: 'a' }, { importKey: 'k' }))
    await write(store, within(act, importing({ name: 'a' }, { importKey: 'k' })))
    assert.equal(await store.act(act.id), undefined)
  })

  check('D65: a parent with its children is an act, which nobody continues', async (store) => {
    const parent = await writePlace(store, create({ name: 'p' }))
    await write(store, create({ name: 'c', parent: { id: parent.id } }))
    const { entries } = await write(store, remove(parent.id))
    const [family] = await newest(store)
    assert.deepEqual([family?.kind, family?.id, family?.places], ['family', entries[0]?.act, 2])
    const outcome = await store.write([within(actNamed(family!.id, { holder: '' }), create({ name: 'x' }))])
    assert.equal(outcome[0]?.done, true, 'without a holder nobody calls')
  })

  check('D65: the runs of an act in a place end where others have changed it', async (store) => {
    const act = actNamed(randomUUID())
    const { id } = await writePlace(store, create({ name: '1' }))
    for (const name of ['2', '3']) await write(store, within(act, patch(id, { name })))
    await write(store, patch(id, { name: '4' }))
    await write(store, within(act, patch(id, { name: '5' })))
    const [place] = await store.actPlaces(act.id, { limit: 1 })
    assert.deepEqual(await store.actRuns(act.id, place!, 9), [
      { after: 5, before: 4 },
      { after: 3, before: 1 },
    ])
    assert.deepEqual(await store.actRuns(act.id, place!, 1), [{ after: 5, before: 4 }])
    const made = await store.actPlaces('1', { limit: 1 })
    assert.deepEqual(await store.actRuns('1', made[0]!, 9), [{ after: 1 }])
  })

  check('D65: a run of any number of revisions is one', async (store) => {
    const act = actNamed(randomUUID())
    const { id } = await writePlace(store, create({ name: '0' }))
    const patches = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => patch(id, { name: String(from + n) }))
    await store.write(patches(2, 1_500).map((command) => within(act, command)))
    await store.write(patches(1_502, 2_500))
    await store.write(patches(4_002, 2_500).map((command) => within(act, command)))
    const [place] = await store.actPlaces(act.id, { limit: 1 })
    assert.deepEqual(await store.actRuns(act.id, place!, 9), [
      { after: 6_501, before: 4_001 },
      { after: 1_501, before: 1 },
    ])
  })

  check('D65: what no id can be finds nothing', async (store) => {
    await writePlace(store, create({ name: 'a' }))
    for (const id of ['\0', 'a\0b', '\ud800']) {
      assert.equal(await store.act(id), undefined)
      assert.deepEqual(await store.actPlaces(id, { limit: 1 }), [])
      await store.actPlaces('1', { limit: 1, before: id })
    }
  })

  check('D65: a purge takes the place out of its acts, and an act without places away', async (store) => {
    const act = actNamed(randomUUID(), { label: 'secret' })
    const [a, b] = [
      await writePlace(store, within(act, create({ name: 'a' }))),
      await writePlace(store, within(act, create({ name: 'b' }))),
    ]
    await write(store, purging(a.id))
    assert.deepEqual([(await store.act(act.id))?.places, (await store.act(act.id))?.revisions], [1, 1])
    assert.deepEqual(
      (await store.actPlaces(act.id, { limit: 9 })).map(({ id }) => id),
      [b.id],
    )
    await write(store, purging(b.id))
    assert.equal(await store.act(act.id), undefined)
  })

  check('D65: a revision is found by its time, whatever publications say', async (store) => {
    assert.equal(await store.revisionAt(now), undefined)
    for (let n = 0; n < 9; n++) await write(store, { ...create({ name: `${n}` }), ...{} } as never)
    assert.equal(await store.revisionAt(now), 1)
    assert.equal(await store.revisionAt(now + 1), undefined)
  })
}
