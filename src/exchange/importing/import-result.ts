import type { Fault, ProblemValue } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import type { JsonObject } from '../../place/json.ts'
import type { UnreadRecord } from '../reading/record.ts'

/** The possible results of a record. */
export const importStatuses = ['created', 'changed', 'unchanged', 'refused'] as const
/** The status of a record. */
export type ImportStatus = (typeof importStatuses)[number]

/** The kinds of rows of a plan: `noted` are those that are not refused and have notes, beside their status. */
export const rowKinds = [...importStatuses, 'noted'] as const
export type RowKind = (typeof rowKinds)[number]

/** The result of one record: a line of the answer and, if refused, of the report. */
export interface ImportResult {
  readonly line: number
  readonly key?: string
  readonly status: ImportStatus
  /** The id of the place; an entry of the directory has its id as key. */
  readonly id?: string
  /** Every reason of a refusal. */
  readonly errors?: readonly Fault[]
  /** The parts of the record that were not kept. */
  readonly notes?: readonly Reason[]
  /** The place that would be written, in a dry run that shows it. */
  readonly place?: JsonObject
}

/** Number of records per status. */
export type ImportCounts = Readonly<Record<ImportStatus, number>>

/** The counts before the first result. */
export const noCounts: ImportCounts = { created: 0, changed: 0, unchanged: 0, refused: 0 }

/** Returns the counts plus the given results. */
export function count(counts: ImportCounts, results: readonly Pick<ImportResult, 'status'>[]): ImportCounts {
  const sums = { ...counts }
  for (const { status } of results) sums[status] += 1
  return sums
}

/** The result of a record that was refused. */
export function refused(
  line: number,
  errors: readonly Fault[],
  key?: string,
  notes: readonly Reason[] = [],
): ImportResult {
  return { line, ...(key !== undefined && { key }), status: 'refused', errors, ...(notes.length > 0 && { notes }) }
}

/** The result of a record that could not be read. */
export function refusedUnread({ line, faults, key }: UnreadRecord): ImportResult {
  return refused(
    line,
    faults.map((fault) => ({ pointer: '', ...fault })),
    key,
  )
}

/** The reasons of a problem: all faults of the body, or the problem's detail. */
export function reasonsOf({ faults, detail }: ProblemValue): readonly Fault[] {
  return faults !== undefined && faults.length > 0
    ? faults
    : [{ pointer: '', ...(typeof detail === 'string' ? reason('other', { text: detail }) : detail) }]
}
