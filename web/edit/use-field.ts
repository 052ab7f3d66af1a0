import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { entriesBelow, type Json, type Pointer, valueAt } from '../body/json.ts'
import type { EditStore } from './edit-store.ts'

/** The store of the enclosing form. */
export const EditContext = createContext<EditStore | undefined>(undefined)

/** Returns the store of the form that contains a field. */
export function useEditStore(): EditStore {
  const store = use(EditContext)
  if (!store) throw new Error('a field stands outside of a form')
  return store
}

/** Returns the value at a pointer of the form, its setter, and its fault. Renders again only when these change. */
export function useField<Value extends Json = string>(pointer: Pointer) {
  const store = useEditStore()
  const value = useSyncExternalStore(store.subscribe, () => valueAt(store.state().values, pointer)) as Value | undefined
  const fault = useSyncExternalStore(store.subscribe, () => store.state().faults.get(pointer))
  const set = useCallback((next: Json) => store.set(pointer, next), [store, pointer])
  return { value, fault, set }
}

/** Returns all faults at and below a pointer, by the rest of their pointers. */
export function useFaultsBelow(pointer: Pointer): ReadonlyMap<Pointer, string> {
  const store = useEditStore()
  const faults = useSyncExternalStore(store.subscribe, () => store.state().faults)
  return useMemo(() => entriesBelow(faults, pointer), [faults, pointer])
}
