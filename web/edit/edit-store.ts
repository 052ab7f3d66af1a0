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

/** The body that a form edits, and its faults. */
export interface EditState {
  readonly values: JsonObject
  /** The faults of fields, by pointer. */
  readonly faults: ReadonlyMap<Pointer, string>
  /** The former bodies, oldest first, and the undone ones, next first. */
  readonly past: readonly JsonObject[]
  readonly future: readonly JsonObject[]
  /** Unreadable texts in fields, which are not part of the values. */
  readonly unread: readonly Unread[]
  /** Number of times that all changes were discarded, including unread texts. */
  readonly discards: number
}

/** An unreadable text in a field, and its fault. */
interface Unread extends FieldFault {
  /** The text, if the field can restore it. */
  readonly text?: string | undefined
}

/** The text of a field, with the pointer of the field. */
export type LeftText = readonly [Pointer, string]

/** A store of the edited body. It notifies the fields of changes. */
export type EditStore = ReturnType<typeof createEditStore>

const stepsMax = 100
/** Changes of the same field within this time are one step: typing a word, or moving a pin. */
const oneStepMillis = 1_000

interface EditStoreOptions {
  /** Returns milliseconds. */
  readonly clock?: () => number
  /** Unreadable texts of an earlier draft, which fields restore. */
  readonly texts?: readonly LeftText[]
}

/** Creates a store with these initial values. */
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
    /** Restarts with a body, without history. */
    replace(values: JsonObject) {
      last = undefined
      change({ ...state(), values, faults: new Map(), past: [], future: [] })
    },
    setFaults(faults: readonly FieldFault[]) {
      const first = faults.toReversed().map(({ pointer, detail }) => [pointer, detail] as const)
      change({ ...state(), faults: new Map(first) })
    },
    /** Discards all changes, as one step that can be undone. */
    discard(values: JsonObject) {
      last = undefined
      const steps = isSame(values, state().values) ? {} : { past: pushed(state()), future: [] }
      change({ ...state(), values, faults: new Map(), ...steps, discards: state().discards + 1 })
    },
    /** Registers an unreadable text of a field, until the returned function is called. */
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
    /** The unreadable texts: those in fields, and those that fields have not restored yet. */
    texts: (): readonly LeftText[] => [...left, ...state().unread.flatMap(leftBy)],
    /** Returns the text that a field must restore, if any. */
    leftText: (pointer: Pointer) => left.get(pointer),
    /** Undoes one step, if there is one. */
    undo: () => go(stepBack(state())),
    /** Redoes one step, if there is one. */
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

/** Returns the same map if nothing was removed, so that no field renders again. */
function without(faults: EditState['faults'], isGone: (at: Pointer) => boolean): EditState['faults'] {
  const rest = [...faults].filter(([at]) => !isGone(at))
  return rest.length === faults.size ? faults : new Map(rest)
}

function leftBy({ pointer, text }: Unread): readonly LeftText[] {
  return text === undefined ? [] : [[pointer, text]]
}

/** Returns whether two values have the same structure, so that any difference was typed. */
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
