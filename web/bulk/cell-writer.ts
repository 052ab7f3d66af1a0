import type { Gazetteer, Place } from '../../client/client.ts'
import { Failure } from '../api/answered.ts'
import { isSame, isWithin, type Json, type Pointer, valueAt } from '../body/json.ts'
import { cleaned, patchPlace, readPlace, writable } from '../body/place-body.ts'
import type { SentAct } from '../body/sent-acts.ts'
import { createStore } from '../kit/store.ts'
import type { TaggedPlace } from '../place/place-queries.ts'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { patchOfValues } from './bulk-change.ts'
import { isPassing, parallelMax, staleStatus } from './job.ts'

/** A cell with the value that it is to have. */
export interface CellChange {
  readonly id: Place['id']
  readonly path: string
  readonly pointer: Pointer
  /** Undefined takes away what is there. */
  readonly value: Json
  /** The value that the person has seen. */
  readonly seen: Json
}

/** Why a cell has not got its value. */
export interface CellFault {
  readonly text: string
  /** True if somebody else has changed the cell: the next save replaces their value. */
  readonly isConflict?: boolean
  /** True if the service did not answer. */
  readonly isPassing?: boolean
}

/** A cell whose value the service does not have, or not yet. */
export interface CellState {
  /** Absent if the text could not be read. */
  readonly change?: CellChange | undefined
  /** The text that could not be read. */
  readonly text?: string | undefined
  /** Absent while the value is being written. */
  readonly fault?: CellFault | undefined
}

/** The cells of a place with a state, by the path of their field. */
export type RowStates = ReadonlyMap<string, CellState>

/** A value that was written, as the service has it. */
export interface WrittenCell extends CellChange {
  readonly stored: Json
}

/** Who writes, and how faults are told. */
export interface CellCaller {
  readonly api: Gazetteer
  readonly updatedBy: string
  readonly failureText: (error: unknown) => string
  readonly conflictText: (who: string | undefined) => string
  /** Called with a place as the service has it now. */
  readonly onPlace: (place: Place) => void
}

const attemptsMax = 3

/** Writes the cells of a table: places a few at a time, one write of a place after the other. */
export class CellWriter {
  readonly #store = createStore<ReadonlyMap<Place['id'], RowStates>>(new Map())
  /** Settle when the last write of a place is over. */
  readonly #turns = new Map<Place['id'], Promise<unknown>>()

  constructor() {
    onForgetSession(() => this.#store.set(new Map()))
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  /** Returns the present value of a cell for the person: what is being written, else what the place has. */
  valueOf(place: Place, { path, at }: { readonly path: string; readonly at: Pointer }): Json {
    const state = this.state().get(place.id)?.get(path)
    return state?.change && !state.fault ? state.change.value : written(place, at)
  }

  /** Marks cells, or removes their marks. */
  mark(cells: readonly Pick<CellChange, 'id' | 'path'>[], stateOf?: (at: number) => CellState): void {
    const next = new Map(this.state())
    for (const [at, { id, path }] of cells.entries()) {
      const row = new Map(next.get(id))
      const state = stateOf?.(at)
      if (state) row.set(path, state)
      else row.delete(path)
      if (row.size > 0) next.set(id, row)
      else next.delete(id)
    }
    this.#store.set(next)
    const isLeft = ({ change, fault }: CellState) => change && (!fault || fault.isPassing)
    setUnsaved(
      this,
      next.values().some((row) => row.values().some((state) => isLeft(state))),
    )
  }

  /** Forgets all faults. */
  dismiss(): void {
    this.mark(this.faulty())
  }

  /** Returns the cells with faults, in the order in which they came. */
  faulty(): readonly (CellState & { readonly id: Place['id']; readonly path: string })[] {
    return [...this.state()].flatMap(([id, row]) =>
      [...row].flatMap(([path, state]) => (state.fault ? { ...state, id, path } : [])),
    )
  }

  /**
   * Writes changes as one act, and calls `onDone` after each place. Cells that are refused get their fault. Resolves
   * with the others.
   */
  async write(
    changes: readonly CellChange[],
    act: SentAct,
    caller: CellCaller,
    onDone?: (places: number) => void,
  ): Promise<readonly WrittenCell[]> {
    this.mark(changes, (at) => ({ change: changes[at] }))
    const waiting = [...Map.groupBy(changes, ({ id }) => id)]
    const done: WrittenCell[] = []
    let [places, halted]: [number, Failure | undefined] = [0, undefined]
    const each = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [id, cells] = next
        try {
          if (halted) throw halted
          done.push(...(await this.#inTurn(id, () => this.#writePlace(cells, act, caller))))
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          halted = error
          const text = caller.failureText(error)
          this.#refuse(cells, () => ({ text, isPassing: true }))
        }
        places += 1
        onDone?.(places)
      }
    }
    await Promise.all(Array.from({ length: parallelMax }, each))
    return done
  }

  /** Runs after what else is written to the place. */
  #inTurn<Value>(id: Place['id'], run: () => Promise<Value>): Promise<Value> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(run, run)
    this.#turns.set(id, turn)
    return turn
  }

  /** Writes the cells of one place, without those that it refuses. Throws when the service is not there. */
  async #writePlace(cells: readonly CellChange[], act: SentAct, caller: CellCaller): Promise<readonly WrittenCell[]> {
    let left = cells
    for (let attempt = 1; left.length > 0; attempt++) {
      const now = await readPlace(caller.api, left[0]!.id)
      left = this.#withoutConflicts(left, now.place, caller)
      const wanted = left.filter(({ pointer, value }) => !isSame(written(now.place, pointer), value))
      if (wanted.length === 0) return this.#settle(left, now.place, caller)
      const refused = await this.#send(wanted, now, { act, caller, isLast: attempt === attemptsMax })
      left = left.filter((cell) => !refused?.includes(cell))
      if (refused?.length === 0) return this.#settle(left, (await readPlace(caller.api, now.place.id)).place, caller)
    }
    return []
  }

  /** Returns the cells that were refused, none if all are written; undefined if the place has to be read again. */
  async #send(cells: readonly CellChange[], { place, etag }: TaggedPlace, { act, caller, isLast }: Sending) {
    try {
      const change = { ...patchOfValues(cells), updatedBy: caller.updatedBy }
      await patchPlace(caller.api, { id: place.id, etag, change, act })
      return []
    } catch (error) {
      if (!(error instanceof Failure) || isPassing(error.status)) throw error
      if (error.status === staleStatus && !isLast) return undefined
      const faultsOf = ({ pointer }: CellChange) =>
        error.faults.filter((fault) => isWithin(fault.pointer, pointer) || isWithin(pointer, fault.pointer))
      const faulty = cells.filter((cell) => faultsOf(cell).length > 0)
      const refused = faulty.length > 0 ? faulty : cells
      this.#refuse(refused, (cell) => ({
        text: caller.failureText(new Failure(error.status, error.reason, faultsOf(cell))),
      }))
      return refused
    }
  }

  /** Marks what somebody else has changed, and returns the other cells. */
  #withoutConflicts(cells: readonly CellChange[], place: Place, { conflictText }: CellCaller): readonly CellChange[] {
    const conflicts = cells.filter(({ pointer, value, seen }) => {
      const now = written(place, pointer)
      // The service trims texts, and what was seen may be what this page has sent.
      return ![seen, cleaned({ seen }).seen, value].some((known) => isSame(now, known))
    })
    this.#refuse(conflicts, () => ({ text: conflictText(place.updatedBy), isConflict: true }))
    return cells.filter((cell) => !conflicts.includes(cell))
  }

  #refuse(cells: readonly CellChange[], faultOf: (cell: CellChange) => CellFault): void {
    const present = this.#present(cells)
    this.mark(present, (at) => ({ change: present[at], fault: faultOf(present[at]!) }))
  }

  /** Shows a place as it is now. */
  #settle(cells: readonly CellChange[], place: Place, { onPlace }: CellCaller): readonly WrittenCell[] {
    onPlace(place)
    this.mark(this.#present(cells))
    return cells.map((cell) => ({ ...cell, stored: written(place, cell.pointer) }))
  }

  /** Returns the changes that no later one of the same cell has replaced. */
  #present(cells: readonly CellChange[]): readonly CellChange[] {
    return cells.filter((cell) => this.state().get(cell.id)?.get(cell.path)?.change === cell)
  }
}

interface Sending {
  readonly act: SentAct
  readonly caller: CellCaller
  /** True if a place that somebody else changes meanwhile is not read again. */
  readonly isLast: boolean
}

/** Returns a value as a change writes it: without the names that come from the directory. */
export function written(place: Place, pointer: Pointer): Json {
  return valueAt(writable(place), pointer)
}
