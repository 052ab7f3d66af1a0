import type { Fault } from '../../client/client.ts'
import { type Json, type JsonObject, type Pointer, valueAt, withValueAt } from './pointer.ts'

/** The body that a form edits, and what is wrong with it. */
export interface EditState {
  readonly values: JsonObject
  /** What is said at a field, by the pointer of the field. */
  readonly faults: ReadonlyMap<Pointer, string>
}

/** Keeps what is edited, and tells those who show a part of it when that has changed. */
export interface EditStore {
  state(): EditState
  set(pointer: Pointer, value: Json): void
  replace(values: JsonObject): void
  setFaults(faults: readonly Fault[]): void
  subscribe(listener: () => void): () => void
}

/** A store that begins with these values. */
export function createEditStore(values: JsonObject): EditStore {
  const listeners = new Set<() => void>()
  let state: EditState = { values, faults: new Map() }
  const change = (next: EditState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    set(pointer, value) {
      const faults = new Map([...state.faults].filter(([at]) => at !== pointer && !at.startsWith(`${pointer}/`)))
      change({ values: withValueAt(state.values, pointer, value) as JsonObject, faults })
    },
    replace: (values) => change({ values, faults: new Map() }),
    setFaults(faults) {
      const first = faults.toReversed().map(({ pointer, detail }) => [pointer, detail] as const)
      change({ ...state, faults: new Map(first) })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What a pointer names in the values of a store. */
export function fieldValue(store: EditStore, pointer: Pointer): Json {
  return valueAt(store.state().values, pointer)
}
