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

/** What the tab keeps as JSON under a name; undefined where there is nothing. */
export function keptJson<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}
