import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { entriesBelow, isWithin, type Json, type Pointer, valueAt } from '../body/json.ts'
import type { EditStore } from './edit-store.ts'

/** The store of the form around. */
export const EditContext = createContext<EditStore | undefined>(undefined)

/** The store of the form around a field. */
export function useEditStore(): EditStore {
  const store = use(EditContext)
  if (!store) throw new Error('a field stands outside of a form')
  return store
}

/**
 * What a pointer names in the form around: what it is, how to change it, and what is wrong with it. Drawn again only when that
 * has changed.
 */
export function useField<Value extends Json = string>(pointer: Pointer) {
  const store = useEditStore()
  const value = useSyncExternalStore(store.subscribe, () => valueAt(store.state().values, pointer)) as Value | undefined
  const fault = useSyncExternalStore(store.subscribe, () => store.state().faults.get(pointer))
  const set = useCallback((next: Json) => store.set(pointer, next), [store, pointer])
  return { value, fault, set }
}

/** How many things are wrong in a part of the form, for its heading, which may be out of sight. */
export function useFaultCount(section: FormSectionName): number {
  const store = useEditStore()
  return useSyncExternalStore(
    store.subscribe,
    () => [...store.state().faults.keys()].filter((at) => sectionOf(at) === section).length,
  )
}

/** All faults at and below a pointer, by the rest of their pointers. */
export function useFaultsBelow(pointer: Pointer): ReadonlyMap<Pointer, string> {
  const store = useEditStore()
  const faults = useSyncExternalStore(store.subscribe, () => store.state().faults)
  return useMemo(() => entriesBelow(faults, pointer), [faults, pointer])
}

/** The parts of the form in their order, and which parts of the body are edited in each. */
const formSections = {
  basics: ['/name', '/shortDescription', '/longDescription', '/owner', '/parent', '/categories', '/tags'],
  position: ['/geolocation'],
  visit: ['/visitingInfo', '/contactInfo'],
  hours: ['/openHours'],
  facilities: ['/placeDetails'],
  media: ['/media'],
  type: ['/placeTypes'],
} as const satisfies Readonly<Record<string, readonly Pointer[]>>

/** The name of a part of the form, which is also its anchor. */
export type FormSectionName = keyof typeof formSections

/** The part of the form in which a fault is put right; undefined where none shows it. The type itself is chosen in the first. */
function sectionOf(fault: Pointer): FormSectionName | undefined {
  if (fault === '/placeTypes') return 'basics'
  return formSectionNames.find((name) => formSections[name].some((part) => isWithin(fault, part)))
}

/** The names of the parts, in their order. */
export const formSectionNames = Object.keys(formSections) as readonly FormSectionName[]
