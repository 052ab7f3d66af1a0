import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Problem } from '../../src/common/problem.ts'
import type { JournalEntry, Position } from '../../src/place/journal.ts'
import { CommitQueue } from '../../src/store/commit-queue.ts'
import { type Command, HistoryDiverged, type Outcome } from '../../src/store/store.ts'

type Transitions<State extends string, Event extends string> = Record<State, Record<Event, State | 'impossible'>>

/** What the queue waits for on behalf of its callers. */
type GroupState = 'idle' | 'writing' | 'applying' | 'closed'
type GroupEvent = 'write' | 'written' | 'failed' | 'applied' | 'close'
const no = 'impossible'

const groupTransitions = {
  idle: { write: 'writing', written: no, failed: no, applied: no, close: 'closed' },
  writing: { write: 'writing', written: 'applying', failed: 'idle', applied: no, close: 'writing' },
  applying: { write: 'applying', written: no, failed: no, applied: 'idle', close: 'applying' },
  closed: { write: 'closed', written: no, failed: no, applied: no, close: 'closed' },
} as const satisfies Transitions<GroupState, GroupEvent>

/** What it waits for while it reads what others wrote. */
type IntakeState = 'idle' | 'reading' | 'applying' | 'rereading'
type IntakeEvent = 'announced' | 'entries' | 'end' | 'unreadable' | 'diverged' | 'reread' | 'applied'

const intakeTransitions = {
  idle: {
    announced: 'reading',
    entries: no,
    end: no,
    unreadable: no,
    diverged: no,
    reread: no,
    applied: no,
  },
  reading: {
    announced: 'reading',
    entries: 'applying',
    end: 'idle',
    unreadable: 'idle',
    diverged: 'rereading',
    reread: no,
    applied: no,
  },
  applying: {
    announced: 'applying',
    entries: no,
    end: no,
    unreadable: no,
    diverged: no,
    reread: no,
    applied: 'reading',
  },
  rereading: {
    announced: 'rereading',
    entries: no,
    end: no,
    unreadable: no,
    diverged: no,
    reread: 'reading',
    applied: no,
  },
} as const satisfies Transitions<IntakeState, IntakeEvent>

const unavailable = new Problem('unavailable', 'the way to the database is broken')

/** A queue whose store and callbacks answer when an event says so. */
class QueueWorld {
  readonly #waits = new Map<'write' | 'follow' | 'apply' | 'reread', PromiseWithResolvers<unknown>>()
  readonly #queue: CommitQueue
  #position: Position = { revision: 0, transactionId: 0 }
  #isClosed = false

  constructor() {
    this.#queue = new CommitQueue({
      store: {
        write: () => this.#wait('write') as Promise<readonly Outcome[]>,
        follow: () => this.#wait('follow') as Promise<readonly JournalEntry[]>,
      },
      onCommitted: () => this.#wait('apply'),
      onDiverged: () => this.#wait('reread') as Promise<Position>,
    })
  }

  get group(): GroupState {
    if (this.#waits.has('write')) return 'writing'
    if (this.#waits.has('apply')) return 'applying'
    return this.#isClosed ? 'closed' : 'idle'
  }

  get intake(): IntakeState {
    if (this.#waits.has('follow')) return 'reading'
    if (this.#waits.has('apply')) return 'applying'
    return this.#waits.has('reread') ? 'rereading' : 'idle'
  }

  readonly fire = {
    write: () => void this.#queue.write({} as Command).catch(() => {}),
    written: () => {
      const before = this.#position
      this.#take('write').resolve([{ done: true, entries: [this.#entry()], before }])
    },
    failed: async () => {
      this.#take('write').reject(unavailable)
      await turns()
      // The group may be in the record, so the journal is read before its callers are refused.
      this.#take('follow').resolve([])
    },
    applied: () => this.#take('apply').resolve(undefined),
    close: () => {
      void this.#queue.close().then(() => {
        this.#isClosed = true
      })
    },
    announced: () => void this.#queue.catchUp().catch(() => {}),
    entries: () => this.#take('follow').resolve([this.#entry()]),
    end: () => this.#take('follow').resolve([]),
    unreadable: () => this.#take('follow').reject(unavailable),
    diverged: () => this.#take('follow').reject(new HistoryDiverged(this.#position)),
    reread: () => this.#take('reread').resolve(this.#position),
  } satisfies Record<GroupEvent | IntakeEvent, () => unknown>

  #entry(): JournalEntry {
    const revision = this.#position.revision + 1
    this.#position = { revision, transactionId: revision }
    return { ...this.#position, kind: 'place' } as JournalEntry
  }

  #wait(what: 'write' | 'follow' | 'apply' | 'reread'): Promise<unknown> {
    assert.ok(!this.#waits.has(what), `one ${what} at a time`)
    const wait = Promise.withResolvers<unknown>()
    this.#waits.set(what, wait)
    return wait.promise
  }

  #take(what: 'write' | 'follow' | 'apply' | 'reread'): PromiseWithResolvers<unknown> {
    const wait = this.#waits.get(what)
    assert.ok(wait, `the queue waits for no ${what}`)
    this.#waits.delete(what)
    return wait
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

async function worldAfter(events: readonly (GroupEvent | IntakeEvent)[]): Promise<QueueWorld> {
  const world = new QueueWorld()
  for (const event of events) {
    await world.fire[event]()
    await turns()
  }
  return world
}

/** Drives a queue through each possible cell. */
function testCells<State extends string, Event extends GroupEvent | IntakeEvent>(
  part: 'group' | 'intake',
  transitions: Transitions<State, Event>,
  paths: Record<State, readonly Event[]>,
): void {
  for (const state of Object.keys(transitions) as State[]) {
    for (const [event, next] of Object.entries(transitions[state]) as [Event, State | 'impossible'][]) {
      if (next === 'impossible') continue
      test(`the ${part} of a queue that is ${state} becomes ${next} by ${event}`, async () => {
        assert.equal((await worldAfter(paths[state]))[part], state)
        assert.equal((await worldAfter([...paths[state], event]))[part], next)
      })
    }
  }
}

testCells<GroupState, GroupEvent>('group', groupTransitions, {
  idle: [],
  writing: ['write'],
  applying: ['write', 'written'],
  closed: ['close'],
})

testCells<IntakeState, IntakeEvent>('intake', intakeTransitions, {
  idle: [],
  reading: ['announced'],
  applying: ['announced', 'entries'],
  rereading: ['announced', 'diverged'],
})
