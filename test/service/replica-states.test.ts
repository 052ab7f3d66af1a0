import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import type { JournalEntry, Position } from '../../src/place/journal.ts'
import type { OpenRecord } from '../../src/service/open-record.ts'
import { Replica, type ReplicaEvent, type ReplicaState, replicaTransitions } from '../../src/service/replica.ts'
import type { SearchEngine } from '../../src/service/search-engine.ts'
import { HistoryDiverged } from '../../src/store/store.ts'
import { until } from '../support/until.ts'

const position: Position = { revision: 5, transactionId: 5 }

/** A replica whose journal and engine answer when an event says so. */
class ReplicaWorld {
  readonly replica: Replica
  /** How often the engine was opened. */
  opened = 0
  #reads: { answer(entries: readonly JournalEntry[]): void; refuse(error: Error): void }[] = []
  #rebuilds: ((position: Position) => void)[] = []

  constructor() {
    const record = {
      revision: position.revision,
      reread: async () => {},
      store: {
        follow: () => new Promise((answer, refuse) => this.#reads.push({ answer, refuse })),
      },
    } as unknown as OpenRecord
    const engine = {
      unready: 'it is being filled',
      backfill: async () => ({ position }),
      rebuild: () => new Promise((resolve) => this.#rebuilds.push(resolve)),
      opened: () => this.opened++,
      stop() {},
    } as unknown as SearchEngine
    this.replica = new Replica(record, {
      engine,
      logger: pino({ level: 'silent' }),
      edition: 'e',
      onCommit: () => {},
      onEntries: () => {},
      onReread: () => {},
    })
    void this.replica.backfill()
  }

  readonly fire = {
    filled: async () => (await this.#nextRead()).answer([]),
    diverged: async () => {
      // Where the backfill does not read the journal, an announcement does.
      if (this.replica.state !== 'filling') void this.replica.queue.catchUp()
      const read = await this.#nextRead()
      read.refuse(new HistoryDiverged(position))
      await until('the history is read again', () => this.#rebuilds.length > 0)
    },
    reread: async () => {
      this.#rebuilds.shift()!(position)
      await until('the new history is followed', () => this.#reads.length > 0)
    },
    stopped: async () => this.replica.stop(),
  } satisfies Record<ReplicaEvent, () => Promise<void>>

  async #nextRead() {
    await until('the journal is read', () => this.#reads.length > 0)
    return this.#reads.shift()!
  }
}

/** The events that lead from the beginning to a state in which the event can happen. */
function pathTo(state: ReplicaState, event: ReplicaEvent): readonly ReplicaEvent[] {
  switch (state) {
    case 'filling':
      return []
    case 'refilling':
      return ['diverged']
    case 'following':
      return ['filled']
    case 'rereading':
      return ['filled', 'diverged']
    case 'stopping':
      if (event === 'diverged') return ['filled', 'stopped']
      return event === 'reread' ? ['filled', 'diverged', 'stopped'] : ['stopped']
  }
}

async function worldAfter(events: readonly ReplicaEvent[]): Promise<ReplicaWorld> {
  const world = new ReplicaWorld()
  for (const event of events) {
    await world.fire[event]()
    await setTimeout()
  }
  return world
}

for (const [state, row] of Object.entries(replicaTransitions) as [ReplicaState, Record<ReplicaEvent, string>][]) {
  for (const [event, next] of Object.entries(row) as [ReplicaEvent, string][]) {
    if (next === 'impossible') continue
    test(`a replica that is ${state} becomes ${next} when ${event}`, async () => {
      const path = pathTo(state, event)
      const before = await worldAfter(path)
      assert.equal(before.replica.state, state)
      const { replica, opened } = await worldAfter([...path, event])
      assert.equal(replica.state, next)
      assert.equal(replica.readiness.ready, next === 'following')
      assert.equal(opened, before.opened + (next === 'following' ? 1 : 0))
    })
  }
}

test('a history that diverges during the backfill opens the engine once', async () => {
  const { replica, opened } = await worldAfter(['diverged', 'reread', 'filled'])
  assert.deepEqual([replica.state, opened], ['following', 1])
})
