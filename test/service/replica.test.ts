import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { JournalEntry, Position } from '../../src/place/journal.ts'
import type { OpenRecord } from '../../src/service/open-record.ts'
import { Replica, type ReplicaLimits } from '../../src/service/replica.ts'
import type { SearchEngine } from '../../src/service/search-engine.ts'
import { type Command, HistoryDiverged, type Outcome } from '../../src/store/store.ts'
import { until } from '../support/until.ts'

const command = {} as Command
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A replica of a journal in which each write is one entry. */
function openReplica(engine: Partial<SearchEngine>, limits?: Partial<ReplicaLimits>) {
  let last = 0
  const journal = { diverged: false }
  const record = {
    apply() {},
    reread: async () => {},
    store: {
      async write(): Promise<readonly Outcome[]> {
        const before = { revision: last, transactionId: last }
        const entry = { revision: ++last, transactionId: last, kind: 'place' } as JournalEntry
        return [{ done: true, entries: [entry], before }]
      },
      async follow(after: Position) {
        if (!journal.diverged) return []
        journal.diverged = false
        throw new HistoryDiverged(after)
      },
    },
  } as unknown as OpenRecord
  const replica = new Replica(record, {
    engine: {
      backfill: async () => ({ position: { revision: 0, transactionId: 0 } }),
      opened() {},
      ...engine,
    } as SearchEngine,
    logger: pino({ level: 'silent' }),
    edition: 'e',
    onCommit: () => {},
    onEntries: () => {},
    onReread: () => {},
    limits,
  })
  return { replica, journal }
}

test('what has been seen stays seen when what came before it is taken in late', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const takenIn: (() => void)[] = []
  const { replica } = openReplica({
    apply: () => new Promise<void>((resolve) => takenIn.push(resolve)),
    capacity: async () => {},
  })

  const first = replica.queue.write(command)
  first.catch(() => {})
  await turn()
  context.mock.timers.tick(10_000)
  await assert.rejects(first, /searches do not see it yet/)
  const second = replica.queue.write(command)
  await turn()
  takenIn[1]?.()
  await second
  assert.deepEqual([replica.watermark.revision, replica.watermark.tag], [2, 'e-2-2'])
  takenIn[0]?.()
  await turn()
  assert.deepEqual([replica.watermark.revision, replica.watermark.tag], [2, 'e-2-2'])
})

test('an entry that is taken in after its history is gone moves nothing', async () => {
  let takeIn = () => {}
  const { replica, journal } = openReplica(
    {
      apply: () => new Promise<void>((resolve) => (takeIn = resolve)),
      capacity: async () => {},
      rebuild: async () => ({ revision: 0, transactionId: 0 }),
    },
    { applyTimeoutMillis: 1 },
  )
  await replica.backfill()
  await assert.rejects(replica.queue.write(command), /searches do not see it yet/)
  journal.diverged = true
  await replica.queue.catchUp()
  takeIn()
  await turn()
  assert.deepEqual([replica.state, replica.watermark.revision], ['following', 0])
})

test('a write is answered when the engine has capacity for more', async () => {
  let give: (() => void) | undefined
  const { replica } = openReplica({
    apply: () => undefined,
    capacity: () => new Promise<void>((resolve) => (give = resolve)),
  })
  let isAnswered = false
  const written = replica.queue.write(command).then(() => {
    isAnswered = true
  })
  await until('the engine is asked', () => give !== undefined)
  await turn()
  assert.deepEqual([replica.watermark.revision, isAnswered], [1, false])
  give?.()
  await written
})
