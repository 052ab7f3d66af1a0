import { useSyncExternalStore } from 'react'
import type { PlaceQuery } from '../place/place-queries.ts'
import { onForgetSession } from '../session/unsaved.ts'
import { ownPrefix } from '../settings.ts'

/** Which places are chosen to be changed together: some by id, or all that a search finds. */
export interface Selection {
  /** Whether places are being chosen. */
  readonly isOn: boolean
  readonly ids: readonly string[]
  readonly all?: { readonly query: PlaceQuery; readonly total: number } | undefined
}

/** The most places that are changed together. */
export const manyMax = 10_000

const storageName = `${ownPrefix}selection`
const none: Selection = { isOn: false, ids: [] }
const listeners = new Set<() => void>()
let selection = kept()
onForgetSession(() => set(none))

/** A reload of the page forgets nothing. */
function kept(): Selection {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? 'null') ?? none
  } catch {
    return none
  }
}

function set(next: Selection): void {
  selection = next
  sessionStorage.setItem(storageName, JSON.stringify(next))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The places that are chosen, in every view of them. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, () => selection)
}

/** The ways to choose and to leave out. */
export const changeSelection = {
  start: () => set({ ...none, isOn: true }),
  end: () => set(none),
  clear: () => set({ isOn: true, ids: [] }),
  all: (query: PlaceQuery, total: number) => set({ isOn: true, ids: [], all: { query, total } }),
  /** Takes some in or leaves them out; whoever had chosen all begins anew with these. */
  put(ids: readonly string[], isIn: boolean) {
    const others = selection.ids.filter((id) => !ids.includes(id))
    set({ isOn: true, ids: isIn ? [...others, ...ids].slice(0, manyMax) : others })
  },
} as const

/** How many places are chosen. */
export function countSelected({ ids, all }: Selection): number {
  return all ? all.total : ids.length
}
