import type { OpenHours } from './calendar.ts'

/** Says that a validity has no end where that may not be left out (D22). */
export const noEnd = '9999-12-31'

/**
 * The entries as the service wants them: by their beginning, and each but the last with an end. Of several without end
 * the last has one too: all end on the same day, so that the one that begins later is the shorter and wins (D22).
 */
export function inOrder(entries: readonly OpenHours[]): OpenHours[] {
  const sorted = entries.toSorted((one, other) => compare(one.validFrom ?? '', other.validFrom ?? ''))
  const last = sorted.filter(isEndless).length > 1 ? undefined : sorted.at(-1)
  return sorted.map((entry) => (entry.validTo || entry === last ? entry : { ...entry, validTo: noEnd }))
}

function isEndless({ validTo }: OpenHours): boolean {
  return !validTo || validTo === noEnd
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** How an entry is thought of: a single day, some weeks, or the ordinary hours that hold without end. */
export type EntryKind = 'day' | 'period' | 'ordinary'

/** Which days an entry is for, told by the ends that it has. */
export function kindOf({ validFrom, validTo = noEnd }: OpenHours): EntryKind {
  if (validFrom && validFrom === validTo) return 'day'
  return validFrom === '' || validTo !== noEnd ? 'period' : 'ordinary'
}

/** Whether an entry has its days: those of a new period are empty texts until they are given. */
export function isDated({ validFrom, validTo }: OpenHours): boolean {
  return validFrom !== '' && validTo !== ''
}
