import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { PlanStore } from '../../src/exchange/importing/plan-store.ts'

async function openPlans(context: TestContext, limits: Parameters<typeof PlanStore.open>[0]['limits'] = {}) {
  const above = mkdtempSync(join(tmpdir(), 'gazetteer-plans-'))
  const folder = join(above, 'plans')
  const [clock, gone] = [{ now: 0 }, new Set<string>()]
  const store = await PlanStore.open({
    ...{ folder, limits },
    elapsed: () => clock.now,
  })
  context.after(async () => {
    await store.close()
    rmSync(above, { recursive: true })
  })
  const create = (caller: string) => store.create(caller, () => !gone.has(caller))
  return { store, create, folder, clock, gone }
}

const is = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

test('plans: rows are read in pages and from the beginning as they were added', async (context) => {
  const { create } = await openPlans(context)
  const plan = await create('a')
  const rows = Array.from({ length: 2_345 }, (_, row) => ({ row, text: 'å\n'.repeat(row % 300) }))
  for (let at = 0; at < rows.length; at += 77) await plan.add(rows.slice(at, at + 77))
  assert.deepEqual((await Array.fromAsync(plan.read())).flat(), rows)
  for (const [offset, limit] of [
    [0, 1],
    [99, 3],
    [100, 200],
    [2_344, 10],
    [2_345, 10],
    [9_999, 1],
    [5, 0],
  ] as const)
    assert.deepEqual(await plan.page(offset, limit), rows.slice(offset, offset + limit), `${offset} ${limit}`)
})

test('plans: one is known only to its caller', async (context) => {
  const { store, create } = await openPlans(context)
  const { id } = await create('a')
  assert.equal((await store.find(id, 'a')).id, id)
  for (const [one, caller] of [
    [id, 'b'],
    ['other', 'a'],
    ['..', 'a'],
  ] as const)
    await assert.rejects(store.find(one, caller), is('not-found'))
})

test('plans: a caller has five; a sixth replaces the one that is idle for longest', async (context) => {
  const { store, create, folder } = await openPlans(context)
  const plans = await Promise.all(Array.from({ length: 5 }, () => create('a')))
  await store.find(plans[0]!.id, 'a')
  plans[1]!.uses = 1
  await create('b')
  await create('a')
  await assert.rejects(store.find(plans[2]!.id, 'a'), is('not-found'))
  assert.equal((await store.find(plans[0]!.id, 'a')).id, plans[0]!.id)
  assert.equal(readdirSync(folder).length, 6)
  for (const { id } of [plans[0]!, plans[3]!, plans[4]!]) (await store.find(id, 'a')).uses = 1
  const last = await create('a')
  last.uses = 1
  await assert.rejects(create('a'), is('conflict'))
})

test('plans: they hold a bounded number of bytes, of which one caller takes half', async (context) => {
  const { create } = await openPlans(context, { bytes: 1_000 })
  const plan = await create('a')
  await plan.add(['x'.repeat(400)])
  await assert.rejects(plan.add(['x'.repeat(200)]), is('unavailable'))
  assert.equal(plan.rows, 1)
  await (await create('b')).add(['x'.repeat(200)])
})

test('plans: a file that was sent counts while it is read, also if its plan is removed meanwhile', async (context) => {
  const { store, create, folder } = await openPlans(context, { bytes: 1_000 })
  const parts = async function* (count: number) {
    for (let at = 0; at < count; at++) yield new Uint8Array(100)
  }
  const [one, two] = [await create('a'), await create('a')]
  await one.receive(parts(4), async (path) => {
    assert.equal(readFileSync(path).length, 400)
    await assert.rejects(
      two.receive(parts(2), async () => {}),
      is('unavailable'),
    )
  })
  assert.deepEqual(readdirSync(folder).toSorted(), [one.id, two.id].toSorted())
  await one.receive(parts(4), () => store.remove(one))
  assert.deepEqual(readdirSync(folder), [two.id])
  await assert.rejects(
    one.receive(parts(1), async () => {}),
    is('unavailable'),
  )
  await two.receive(parts(5), async () => {})
  await assert.rejects(
    two.receive(parts(6), async () => {}),
    is('unavailable'),
  )
})

test('plans: one is removed an hour after its last use, and with its caller', async (context) => {
  const { store, create, folder, clock, gone } = await openPlans(context)
  const [used, unused, held] = [await create('a'), await create('a'), await create('a')]
  const other = await create('b')
  held.uses = 1
  clock.now = 3_000_000
  for (const { id, caller } of [used, other]) await store.find(id, caller)
  clock.now = 3_600_000
  await store.sweep()
  await assert.rejects(store.find(unused.id, 'a'), is('not-found'))
  assert.deepEqual(readdirSync(folder).toSorted(), [used.id, held.id, other.id].toSorted())
  gone.add('a')
  await store.sweep()
  assert.deepEqual(readdirSync(folder), [other.id])
})

test('plans: a start removes those of a former process, and a stop its own', async (context) => {
  const { store, create, folder } = await openPlans(context)
  await create('a')
  writeFileSync(join(folder, 'former'), '')
  const again = await PlanStore.open({ folder, elapsed: () => 0 })
  assert.equal(existsSync(folder), false)
  await again.close()
  await store.close()
  assert.equal(existsSync(folder), false)
})

test('plans: as many at once as a caller likes are no more than five', async (context) => {
  const { create, folder } = await openPlans(context)
  await Promise.all(Array.from({ length: 20 }, () => create('a')))
  assert.equal(readdirSync(folder).length, 5)
})

test('plans: a disk that cannot be written to is 503 for a plan, and no fault at a start', async (context) => {
  const { store, folder } = await openPlans(context)
  writeFileSync(folder, 'a file in place of the folder')
  await assert.rejects(
    store.create('a', () => true),
    is('unavailable'),
  )
})
