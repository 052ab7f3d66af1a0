import { useStore } from '../kit/hooks.ts'
import { createKeptStore } from '../kit/store.ts'
import type { LonLat } from '../place/place-traits.ts'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'

/** A place whose pin was moved, as the map showed it. */
export interface MovedPlace {
  readonly id: string
  readonly name: string
  /** The name of its type, as a search writes it. */
  readonly type: string
  /** Its stored position; that of its pin until the place is read. */
  readonly from: LonLat
  /** The revision that the person has seen; undefined until the place is read. */
  readonly updated?: string
  readonly parentId?: string | undefined
}

/** One move of a pin. */
interface Step {
  readonly id: string
  readonly to: LonLat
  /** True if a key moved it: presses in a row are one move. */
  readonly isByKey: boolean
}

/** Pins moved on the map and not saved yet. */
export interface PinMoves {
  /** True while pins can be moved. */
  readonly isOn: boolean
  readonly places: Readonly<Record<string, MovedPlace>>
  /** All moves, the last one last. */
  readonly steps: readonly Step[]
}

const none: PinMoves = { isOn: false, places: {}, steps: [] }
const store = createKeptStore(`${ownPrefix}pins`, none)
const { state, set } = store
const tell = () => setUnsaved(store, state().steps.length > 0)
store.subscribe(tell)
tell()
onForgetSession(() => set(none))

/** The unsaved moves now. */
export const currentMoves = state

/** Returns the unsaved moves, and re-renders the view when they change. */
export function usePinMoves(): PinMoves {
  return useStore(store)
}

/** The ways to move pins and to take moves back. */
export const changeMoves = {
  start: () => set({ ...state(), isOn: true }),
  /** Ends moving, and takes back all moves. */
  end: () => set(none),
  discard: () => set({ ...none, isOn: state().isOn }),
  move(place: MovedPlace, to: LonLat, { isByKey = false } = {}) {
    const { places, steps } = state()
    const last = steps.at(-1)
    const former = isByKey && last?.isByKey && last.id === place.id ? steps.slice(0, -1) : steps
    const step = { id: place.id, to, isByKey }
    set({ isOn: true, places: { [place.id]: place, ...places }, steps: [...former, step] })
  },
  /** Adds what is known of a place once it is read. */
  read(place: MovedPlace) {
    const { places } = state()
    if (places[place.id]) set({ ...state(), places: { ...places, [place.id]: place } })
  },
  undo: () => keep(state().steps.slice(0, -1)),
  /** Forgets the moves of these places. */
  forget: (ids: readonly string[]) => keep(state().steps.filter(({ id }) => !ids.includes(id))),
} as const

function keep(steps: readonly Step[]): void {
  const moved = new Set(steps.map(({ id }) => id))
  const places = Object.fromEntries(Object.entries(state().places).filter(([id]) => moved.has(id)))
  set({ ...state(), places, steps })
}

/** Returns the new position of each moved place, by its id. */
export function positionsMoved({ steps }: PinMoves): Readonly<Record<string, LonLat>> {
  return Object.fromEntries(steps.map(({ id, to }) => [id, to]))
}
