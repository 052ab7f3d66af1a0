import { createContext } from 'react'
import { useStore } from '../kit/hooks.ts'
import { createKeptStore } from '../kit/store.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { onForgetSession } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'

/** The selection of all matches of the search whose list is shown; undefined if there is no list. */
export const MatchContext = createContext<PlaceQuery | undefined>(undefined)

interface AllMatches {
  readonly query: PlaceQuery
  readonly total: number
  /** The search in the address of their list. */
  readonly search: string
}

/** The places chosen to be changed together: some by id, or all that a search finds. */
export interface Selection {
  /** True if places are being chosen. */
  readonly isOn: boolean
  readonly ids: readonly string[]
  readonly all?: AllMatches | undefined
}

/** The most places that are changed together. */
export const manyMax = 10_000

const none: Selection = { isOn: false, ids: [] }
const store = createKeptStore(`${ownPrefix}selection`, none)
const { set } = store
onForgetSession(() => set(none))

/** The places that are chosen now. */
export const currentSelection = store.state

/** The same in every view of them. */
export function useSelection(): Selection {
  return useStore(store)
}

/** The ways to choose and to leave out. */
export const changeSelection = {
  start: () => set({ ...none, isOn: true }),
  end: () => set(none),
  clear: () => set({ isOn: true, ids: [] }),
  all: (query: PlaceQuery, total: number) =>
    set({ isOn: true, ids: [], all: { query, total, search: searchOf(query) } }),
  /** Takes some in or leaves them out; whoever had chosen all begins anew with these. */
  put(ids: readonly string[], isIn: boolean) {
    const others = store.state().ids.filter((id) => !ids.includes(id))
    set({ isOn: true, ids: isIn ? [...others, ...ids].slice(0, manyMax) : others })
  },
} as const

/** Returns the present search, in the box of a query. */
function searchOf({ bbox }: PlaceQuery): string {
  const search = new URLSearchParams(location.search)
  search.delete('page')
  if (bbox !== undefined) search.set('bbox', String(bbox))
  return search.toString()
}

/** Returns the number of chosen places. */
export function countSelected({ ids, all }: Selection): number {
  return all ? all.total : ids.length
}
