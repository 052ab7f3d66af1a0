import type { Fault } from '../problem.ts'

/** The most faults that one answer lists. */
export const faultsMax = 1000

/** The way to a value in a body: member names and list indexes. */
export type Path = readonly (string | number)[]

/** The faults found so far in one body. */
export interface FaultList {
  readonly faults: Fault[]
  /** The pointers that have a fault, so that a value is not blamed twice for the same. */
  readonly pointers: Set<string>
}

/** An empty list of faults. */
export function createFaultList(): FaultList {
  return { faults: [], pointers: new Set() }
}

/** Adds a fault, unless there are too many already or the pointer has the same one. */
export function addFault(list: FaultList, pointer: string, detail: string): void {
  if (isFull(list)) return
  if (list.pointers.has(pointer) && list.faults.some((fault) => fault.pointer === pointer && fault.detail === detail))
    return
  list.pointers.add(pointer)
  list.faults.push({ pointer, detail })
}

/** Whether there are so many faults that more are not kept. */
export function isFull(list: FaultList): boolean {
  return list.faults.length >= faultsMax
}

/** Whether a value or something inside it has a fault. */
export function isFaulty(list: FaultList, pointer: string): boolean {
  return list.faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))
}

/** The JSON pointer of a path (RFC 6901). */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

const shownMax = 60

/** A value as a message shows it: short, and harmless whatever it is. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const cut = value.length > shownMax ? `${value.slice(0, shownMax)}…` : value
  return `'${cut.toWellFormed().replaceAll('\0', '\u{fffd}')}'`
}
