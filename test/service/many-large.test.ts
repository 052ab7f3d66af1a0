import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../src/access/access.ts'
import { placesIn } from '../../src/http/pages/visit.ts'
import { createModel } from '../../src/place/model.ts'
import { DocumentList } from '../../src/read-model/document-list.ts'
import { findPositions } from '../../src/service/position-search.ts'
import { shownPlaces } from '../../src/service/presentation.ts'

const caller: Caller = { id: 'key-1', name: 'visitor', permissions: ['read-published'] }
const count = 50
const documents = DocumentList.of(
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: String(n),
      visitingInfo: { address: `Långa gatan ${n}`, city: `Stad ${n}` },
      geolocation: { geometry: { coordinates: [17, 59] } },
    }),
  ),
)

/** Returns a result, and the turns that others had meanwhile; each look at the clock is later than a turn lasts. */
async function othersDuring<Result>({ mock }: TestContext, read: () => Promise<Result>) {
  let now = 0
  const clock = mock.method(performance, 'now', () => (now += 1_000))
  let [turns, isOver] = [0, false]
  const others = async () => {
    for (; !isOver; turns++) await setImmediate()
  }
  const running = others()
  const result = await read()
  isOver = true
  await running
  clock.mock.restore()
  return { result, turns }
}

test('large places of a page are read in turn with the requests of others', async (context) => {
  const page = { total: count, documents }
  const shown = await othersDuring(context, () => shownPlaces(page, { members: undefined, resolvedHours: false }))
  assert.ok(shown.result.length === count && shown.turns >= count - 1, `${shown.turns} turns`)
  const drawn = await othersDuring(context, () => placesIn(documents))
  assert.ok(drawn.result.length === count && drawn.turns >= count - 1, `${drawn.turns} turns`)
})

test('D72: addresses of many places are compared in turn with the requests of others', async (context) => {
  const model = createModel()
  const known = { names: async () => ({ towns: [] }) }
  const search = {
    ...{ engine: { search: async () => ({ total: count, documents }) }, model, known, caller },
    ...{ language: 'sv', isGone: () => false },
  } as unknown as Parameters<typeof findPositions>[2]
  const found = await othersDuring(context, () => findPositions('långa gatan', 20, search))
  assert.equal(found.result.length, 20)
  // Each place is read, and then compared.
  assert.ok(found.turns >= 2 * (count - 1), `${found.turns} turns`)
})
