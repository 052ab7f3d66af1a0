import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { JournalEntry } from '../../src/place/journal.ts'
import type { OpenRecord } from '../../src/service/open-record.ts'
import { Replica } from '../../src/service/replica.ts'
import type { SearchEngine } from '../../src/service/search-engine.ts'
import type { Command, Outcome } from '../../src/store/store.ts'

const command = {} as Command

test('what has been seen stays seen when what came before it is taken in late', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let last = 0
  const takenIn: (() => void)[] = []
  const record = {
    apply() {},
    store: {
      async write(): Promise<readonly Outcome[]> {
        const before = { revision: last, transactionId: last }
        const entry = { revision: ++last, transactionId: last, kind: 'place' } as JournalEntry
        return [{ done: true, entries: [entry], before }]
      },
    },
  } as unknown as OpenRecord
  const engine = {
    apply: () => new Promise<void>((resolve) => takenIn.push(resolve)),
    capacity: async () => {},
  } as unknown as SearchEngine
  const logger = pino({ level: 'silent' })
  const replica = new Replica(record, {
    engine,
    logger,
    edition: 'e',
    onCommit: () => {},
    onEntries: () => {},
    onReread: () => {},
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))

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
