/** A value shared by several views. */
export interface Store<Value> {
  readonly state: () => Value
  readonly set: (next: Value) => void
  /** Calls the listener on every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a store with an initial value. */
export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    state: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Creates a store that the tab keeps under a name across reloads. */
export function createKeptStore<Value>(name: string, first: Value): Store<Value> {
  const store = createStore(keptJson<Value>(name) ?? first)
  store.subscribe(() => sessionStorage.setItem(name, JSON.stringify(store.state())))
  return store
}

/** Returns the JSON value that the tab keeps under a name; undefined if there is none. */
export function keptJson<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}
