import assert from 'node:assert/strict'
import { formatInstant } from '../../src/place/dates.ts'
import type { Command, Store } from '../../src/store/store.ts'
import { assertWhole, type Check } from './assert-whole.ts'
import { allChanges, create, now, patch, purging, remove, restore, write, writePlace } from './commands.ts'

const minute = 60_000
const inMinutes = (minutes: number) => formatInstant(now + minutes * minute)
const at = (minutes: number): Command => ({ kind: 'publications', now: now + minutes * minute })
/** A command as if it came so many minutes later. */
function later(minutes: number, command: Command): Command {
  if (command.kind !== 'place') throw new TypeError('only commands of places')
  return { ...command, request: { ...command.request, now: now + minutes * minute } }
}

/** What the journal tells of publications: the place, what happened, and how many minutes after the start. */
async function told(store: Store) {
  const entries = (await allChanges(store)).filter(({ kind }) => kind === 'publication')
  return entries.map(({ id, action, time }) => [id, action, (time - now) / minute])
}

/** What every store tells of what time alone publishes and unpublishes (D57). */
export function publicationContract(check: Check): void {
  check('each instant of publication that has passed is told once, with the place as it was', async (store) => {
    const dates = { published: inMinutes(10), depublished: inMinutes(20) }
    const a = await writePlace(store, create({ name: 'a', ...dates }))
    const b = await writePlace(store, create({ name: 'b', published: inMinutes(5) }))
    await write(store, create({ name: 'past', published: inMinutes(-5) }))
    await write(store, create({ name: 'never', published: inMinutes(6), depublished: inMinutes(6) }))
    await write(store, create({ name: 'draft', depublished: inMinutes(6) }))
    assert.equal(await store.nextPublication(), now + 5 * minute)
    assert.deepEqual((await write(store, at(4))).entries, [])
    await Promise.all([store.write([at(10), at(10)]), store.write([at(10)])])
    assert.deepEqual(await told(store), [
      [b.id, 'publish', 5],
      [a.id, 'publish', 10],
    ])
    assert.equal(await store.nextPublication(), now + 20 * minute)
    const [, entry] = (await allChanges(store)).filter(({ kind }) => kind === 'publication')
    assert.equal(JSON.parse(entry?.document ?? '').name, 'a')
    await write(store, at(60))
    assert.deepEqual((await told(store)).at(-1), [a.id, 'unpublish', 20])
    assert.equal(await store.nextPublication(), undefined)
    assert.equal(await store.historyLength(a.id), 1, 'no revision of the place')
    await assertWhole(store)
  })

  check('an instant that is moved is not told, one that has passed is told before what moves it', async (store) => {
    const a = await writePlace(store, create({ name: 'a', published: inMinutes(10) }))
    await write(store, later(5, patch(a.id, { name: 'a', published: inMinutes(15) })))
    await write(store, at(12))
    assert.deepEqual(await told(store), [])
    await write(store, later(16, patch(a.id, { name: 'a', published: inMinutes(30) })))
    await write(store, later(17, patch(a.id, { name: 'a', published: inMinutes(14) })))
    await write(store, at(60))
    assert.deepEqual(await told(store), [[a.id, 'publish', 15]])
    assert.deepEqual(
      (await allChanges(store)).map(({ action }) => action),
      ['create', 'patch', 'publish', 'patch', 'patch'],
    )
    await assertWhole(store)
  })

  check('what another process has told, whose clock is ahead, is not told again after a write', async (store) => {
    const dates = { published: inMinutes(10), depublished: inMinutes(20) }
    const a = await writePlace(store, create({ name: 'a', ...dates }))
    await write(store, at(10))
    await write(store, later(9, patch(a.id, { name: 'b', ...dates })))
    await write(store, later(9, patch(a.id, { name: 'b', ...dates, depublished: inMinutes(25) })))
    await write(store, at(30))
    assert.deepEqual(await told(store), [
      [a.id, 'publish', 10],
      [a.id, 'unpublish', 25],
    ])
  })

  check('nothing is told of a place while it is deleted, nor of one that was purged', async (store) => {
    const dates = { published: inMinutes(10), depublished: inMinutes(20) }
    const [a, b] = [
      await writePlace(store, create({ name: 'a', ...dates })),
      await writePlace(store, create({ name: 'b', ...dates })),
    ]
    await write(store, remove(a.id))
    await write(store, at(10))
    await write(store, later(15, restore(a.id)))
    await write(store, purging(b.id))
    await write(store, at(30))
    assert.deepEqual(await told(store), [
      [b.id, 'publish', 10],
      [a.id, 'unpublish', 20],
    ])
    const [ofPurged] = (await allChanges(store)).filter(({ kind }) => kind === 'publication')
    assert.equal(ofPurged?.document, undefined)
  })

  check('many that are due at once are told in several transactions', async (store) => {
    await store.write(Array.from({ length: 700 }, (_, n) => create({ name: `p${n}`, published: inMinutes(1) })))
    assert.equal((await write(store, at(2))).entries.length, 500)
    assert.equal((await write(store, at(2))).entries.length, 200)
    assert.equal((await write(store, at(2))).entries.length, 0)
  })
}
