import type { Fault } from '../../common/problem.ts'
import { type Param, type Reason, reason } from '../../common/reason.ts'

/** The most faults that one response lists. */
export const faultsMax = 1000

/** The path to a value in a body: member names and list indexes. */
export type Path = readonly (string | number)[]

/** The faults found so far in one body. */
export interface FaultList {
  readonly faults: Fault[]
  /** The pointers of values that contain a fault. Over-posted members are dropped, so they are not included. */
  readonly faulty: Set<string>
  /** For each list that lost elements, the original index of each remaining one; pointers are translated by it. */
  readonly moved: Map<string, readonly number[]>
  /** True if there are more faults than are kept. The search for faults then stops. */
  hasMore: boolean
}

/** Creates an empty list of faults. */
export function createFaultList(): FaultList {
  return { faults: [], faulty: new Set(), moved: new Map(), hasMore: false }
}

/** Translates a pointer into the cleaned body to a pointer into the body as sent. */
function sentPointer(moved: FaultList['moved'], pointer: string): string {
  if (moved.size === 0) return pointer
  return pointer.split('/').reduce((above, step) => `${above}/${moved.get(above)?.[Number(step)] ?? step}`)
}

/** Adds a fault, unless the same one exists at that pointer or the list is full. */
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

/** Returns true if the list is full, and then records in `hasMore` that a fault was left out. */
export function leavesOut(list: FaultList): boolean {
  const isLeftOut = list.faults.length >= faultsMax
  list.hasMore ||= isLeftOut
  return isLeftOut
}

/** Returns true if a value or anything inside it has a fault. */
export function isFaulty({ faulty, moved }: Pick<FaultList, 'faulty' | 'moved'>, pointer: string): boolean {
  return faulty.has(sentPointer(moved, pointer))
}

/** The longest member name that a pointer repeats. Every member name of a place is shorter. */
const stepCharactersMax = 200

/** Formats a path as a JSON pointer (RFC 6901). Names longer than any of a place are cut. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function cut(step: string): string {
  return step.length > stepCharactersMax ? `${step.slice(0, stepCharactersMax).toWellFormed()}…` : step
}

const shownMax = 60

/** A value as a message shows it: short, and always safe to print. */
export function shown(value: unknown): Param {
  if (Array.isArray(value)) return reason('type-array')
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return reason('type-object')
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
  const cut = value.length > shownMax ? `${value.slice(0, shownMax)}…` : value
  return cut.toWellFormed().replaceAll('\0', '\u{fffd}')
}
