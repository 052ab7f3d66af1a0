/** A value that several views show. */
export interface Store<Value> {
  readonly state: () => Value
  readonly set: (next: Value) => void
  /** Calls the listener whenever the value is set, until what is given back is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** A store that begins with this value. */
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

/** The same, kept by the tab under a name, so that a reload of the page forgets nothing. */
export function createKeptStore<Value>(name: string, first: Value): Store<Value> {
  const store = createStore(keptJson<Value>(name) ?? first)
  store.subscribe(() => sessionStorage.setItem(name, JSON.stringify(store.state())))
  return store
}

/** What the tab keeps as JSON under a name; undefined where there is nothing. */
export function keptJson<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}
