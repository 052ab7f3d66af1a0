import {
  isObject,
  isSame,
  isWithin,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
  withValueAt,
} from '../body/json.ts'
import { createStore } from '../kit/store.ts'
import type { FieldFault } from '../words/fault-words.ts'

/** The body that a form edits, and what is wrong with it. */
export interface EditState {
  readonly values: JsonObject
  /** What is said at a field, by the pointer of the field. */
  readonly faults: ReadonlyMap<Pointer, string>
  /** The bodies that were there before, the last one last, and those that were undone, the first one first. */
  readonly past: readonly JsonObject[]
  readonly future: readonly JsonObject[]
  /** What fields show that cannot be read, and so is not among the values. */
  readonly unread: readonly Unread[]
  /** How often all was taken back, what is only typed with it. */
  readonly discards: number
}

/** A text in a field that cannot be read, and what is said of it. */
interface Unread extends FieldFault {
  /** The text, where the field can begin with it again. */
  readonly text?: string | undefined
}

/** The text of a field, by the pointer of the field. */
export type LeftText = readonly [Pointer, string]

/** Keeps what is edited, and tells those who show a part of it when that has changed. */
export type EditStore = ReturnType<typeof createEditStore>

const stepsMax = 100
/** What follows so soon in the same field is one step: a word that is typed, a pin that is moved about. */
const oneStepMillis = 1_000

interface EditStoreOptions {
  /** Gives milliseconds. */
  readonly clock?: () => number
  /** The texts that fields begin with, where those could not be read when the work was left. */
  readonly texts?: readonly LeftText[]
}

/** A store that begins with these values. */
export function createEditStore(values: JsonObject, { clock = Date.now, texts = [] }: EditStoreOptions = {}) {
  const left = new Map(texts)
  const store = createStore<EditState>({ values, faults: new Map(), past: [], future: [], unread: [], discards: 0 })
  const { state, subscribe, set: change } = store
  let last: { readonly pointer: Pointer; readonly time: number } | undefined
  const go = (step: Step | undefined) => {
    if (!step) return
    last = undefined
    const faults = without(state().faults, (at) => !isSame(valueAt(state().values, at), valueAt(step.values, at)))
    change({ ...state(), ...step, faults })
  }
  return {
    state,
    subscribe,
    set(pointer: Pointer, value: Json) {
      const faults = without(state().faults, (at) => isWithin(at, pointer))
      const isOneStep =
        last?.pointer === pointer &&
        clock() - last.time < oneStepMillis &&
        isAlike(valueAt(state().values, pointer), value)
      const past = isOneStep ? state().past : pushed(state())
      last = { pointer, time: clock() }
      const next = withValueAt(state().values, pointer, value) as JsonObject
      change({ ...state(), values: next, faults, past, future: [] })
    },
    /** Begins anew with a body that nothing leads back from. */
    replace(values: JsonObject) {
      last = undefined
      change({ ...state(), values, faults: new Map(), past: [], future: [] })
    },
    setFaults(faults: readonly FieldFault[]) {
      const first = faults.toReversed().map(({ pointer, detail }) => [pointer, detail] as const)
      change({ ...state(), faults: new Map(first) })
    },
    /** Takes all changes back, as one step that can be undone. */
    discard(values: JsonObject) {
      last = undefined
      const steps = isSame(values, state().values) ? {} : { past: pushed(state()), future: [] }
      change({ ...state(), values, faults: new Map(), ...steps, discards: state().discards + 1 })
    },
    /** Notes what a field shows that cannot be read, until what is given back is called. */
    addUnread(added: Unread) {
      const { pointer, detail } = added
      left.delete(pointer)
      change({ ...state(), unread: [...state().unread, added] })
      return () => {
        const unread = state().unread.filter((other) => other !== added)
        const isTold = state().faults.get(pointer) === detail
        change({ ...state(), unread, ...(isTold && { faults: without(state().faults, (at) => at === pointer) }) })
      }
    },
    /** The texts that cannot be read: those that fields show, and those with which fields have yet to begin. */
    texts: (): readonly LeftText[] => [...left, ...state().unread.flatMap(leftBy)],
    /** The text with which a field has to begin, if one was left in it. */
    leftText: (pointer: Pointer) => left.get(pointer),
    /** Goes a step back; does nothing where there is none. */
    undo: () => go(stepBack(state())),
    /** Goes a step forth; does nothing where there is none. */
    redo: () => go(stepForth(state())),
  }
}

type Step = Pick<EditState, 'values' | 'past' | 'future'>

function stepBack({ values, past, future }: Step): Step | undefined {
  const former = past.at(-1)
  return former && { values: former, past: past.slice(0, -1), future: [values, ...future] }
}

function stepForth({ values, past, future }: Step): Step | undefined {
  const [next, ...rest] = future
  return next && { values: next, past: [...past, values], future: rest }
}

function pushed({ past, values }: EditState): readonly JsonObject[] {
  return [...past, values].slice(-stepsMax)
}

/** The same faults where none is gone, so that nobody draws them again. */
function without(faults: EditState['faults'], isGone: (at: Pointer) => boolean): EditState['faults'] {
  const rest = [...faults].filter(([at]) => !isGone(at))
  return rest.length === faults.size ? faults : new Map(rest)
}

function leftBy({ pointer, text }: Unread): readonly LeftText[] {
  return text === undefined ? [] : [[pointer, text]]
}

/** Whether two values have the same members and elements, so that what differs is what was typed. */
function isAlike(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = other as readonly Json[]
    return one.length === others.length && (one as readonly Json[]).every((item, at) => isAlike(item, others[at]))
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => name in other && isAlike(one[name], other[name]))
    )
  }
  return typeof one !== 'object' && typeof other !== 'object'
}
