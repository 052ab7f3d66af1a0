import type { Fault } from '../../common/problem.ts'
import { type Param, type Reason, reason } from '../../common/reason.ts'

/** The most faults that one answer lists. */
export const faultsMax = 1000

/** The way to a value in a body: member names and list indexes. */
export type Path = readonly (string | number)[]

/** The faults found so far in one body. */
export interface FaultList {
  readonly faults: Fault[]
  /** The pointers of values that have a fault in them. One that is only over-posted is dropped, so it has none. */
  readonly faulty: Set<string>
  /** The lists that lost elements: the index that each of those left had in the body. Pointers into them count these. */
  readonly moved: Map<string, readonly number[]>
  /** Whether there are more than are kept. Nothing is looked for any more then. */
  hasMore: boolean
}

/** An empty list of faults. */
export function createFaultList(): FaultList {
  return { faults: [], faulty: new Set(), moved: new Map(), hasMore: false }
}

/** The pointer into the body as it was sent, from one into what is left of it. */
function sentPointer(moved: FaultList['moved'], pointer: string): string {
  if (moved.size === 0) return pointer
  return pointer.split('/').reduce((above, step) => `${above}/${moved.get(above)?.[Number(step)] ?? step}`)
}

/** Adds a fault, unless the pointer has the same one or there are too many already. */
export function addFault(list: FaultList, cleanedPointer: string, found: Reason): void {
  if (leavesOut(list)) return
  const pointer = sentPointer(list.moved, cleanedPointer)
  if (
    list.faulty.has(pointer) &&
    list.faults.some((fault) => fault.pointer === pointer && fault.detail === found.detail)
  )
    return
  list.faults.push({ pointer, ...found })
  for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)) {
    list.faulty.add(pointer.slice(0, end))
  }
}

/** Whether one more fault is left out, since there are so many; that it is stays noted. */
export function leavesOut(list: FaultList): boolean {
  const isLeftOut = list.faults.length >= faultsMax
  list.hasMore ||= isLeftOut
  return isLeftOut
}

/** Whether a value or something inside it has a fault. */
export function isFaulty({ faulty, moved }: Pick<FaultList, 'faulty' | 'moved'>, pointer: string): boolean {
  return faulty.has(sentPointer(moved, pointer))
}

/** The longest member name that a pointer repeats; no member that a place may have is as long. */
const stepCharactersMax = 200

/** The JSON pointer of a path (RFC 6901); a name that is too long to be one of ours is cut. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function cut(step: string): string {
  return step.length > stepCharactersMax ? `${step.slice(0, stepCharactersMax).toWellFormed()}…` : step
}

const shownMax = 60

/** A value as a message shows it: short, and harmless whatever it is. */
export function shown(value: unknown): Param {
  if (Array.isArray(value)) return reason('type-array')
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return reason('type-object')
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
  const cut = value.length > shownMax ? `${value.slice(0, shownMax)}…` : value
  return cut.toWellFormed().replaceAll('\0', '\u{fffd}')
}
