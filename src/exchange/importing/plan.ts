import { hash } from 'node:crypto'
import type { PassThrough } from 'node:stream'
import type { Reason } from '../../common/reason.ts'
import type { ActRef } from '../../place/act.ts'
import type { Revision } from '../../place/journal.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Format, SourceFile } from '../reading/source-file.ts'
import type { KeyCensus } from '../understanding/key-census.ts'
import type { Understanding } from '../understanding/understanding.ts'
import { type ImportCounts, type ImportResult, noCounts, type RowKind } from './import-result.ts'
import type { PlanFile } from './plan-store.ts'

/** The format of a file as it was found. */
export interface FileFound {
  readonly format: Format
  readonly delimiter?: string | undefined
  readonly sheet?: string | undefined
  readonly sheets?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly encoding?: string | undefined
  readonly notes: readonly Reason[]
  readonly epsg?: number | undefined
  /** The names of the properties of features; absent: the headings are in a row. */
  readonly headings?: readonly string[] | undefined
}

/** The part of the rows that a plan shows. */
export interface PlanPage {
  readonly offset: number
  readonly limit: number
  /** Only rows of these kinds; none: all. */
  readonly show?: readonly RowKind[] | undefined
  /** True to return the positions of all judged rows. */
  readonly pins?: boolean
}

/** The progress of a plan's execution. */
export interface Execution {
  readonly phase: 'planned' | 'running' | 'done' | 'stopped'
  /** Number of rows with a result. */
  readonly done: number
  readonly counts: ImportCounts
  /** The first results that a person should look at: refused rows, and rows with notes. */
  readonly remarks: readonly ImportResult[]
  /** The reason why it stopped before its end. */
  readonly stoppedBy?: string
}

/** A plan: the file as found, its meaning, and the progress of its execution. */
export interface Plan {
  readonly file: PlanFile
  readonly found: FileFound
  understanding: Understanding
  /** The index of the first row below the headings. */
  firstRow: number
  /** Places written after this revision are not changed. */
  since: Revision
  execution: Execution
  /** The act of its execution; absent: it was not executed as it is. */
  act?: ActRef | undefined
  /** True while a call edits it. */
  isAmended?: boolean
  /** True from when its caller has stopped the execution. */
  isStopping?: boolean
  /** The receivers of results while it runs. */
  readonly receivers: Set<PassThrough>
  /** The keys of all rows, and the understanding that they were read by. */
  census?: { readonly of: string; readonly keys: KeyCensus }
}

/** The execution of a plan that was not executed yet. */
export const planned: Execution = { phase: 'planned', done: 0, counts: noCounts, remarks: [] }

/** Returns the id of the place of a row without a key: the same whenever the plan is executed (RFC 9562, version 8). */
export function idOfRow(planId: string, line: number): string {
  const digits = hash('sha256', `${planId}/${line}`)
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, ...[a, b, c, d, e]: string[]) => `${a}-${b}-8${c}-a${d}-${e}`,
  )
}

/** Returns the file of a plan and its progress. */
export function stateOf({ file, found, firstRow, execution, act }: Plan): JsonObject {
  const { headings: _, ...shown } = found
  return {
    id: file.id,
    file: { ...shown, rows: file.rows - firstRow } as unknown as JsonObject,
    execution: { ...(execution as unknown as JsonObject), ...(act && { act: act.id }) },
  }
}

/** Returns the facts of a file that was read. */
export function foundIn(file: SourceFile, name: string | undefined): FileFound {
  const { format, encoding, notes } = file
  if (file.format === 'ndjson') return { name, format, encoding, notes }
  const { delimiter, sheet, sheets, epsg, headings } = file
  return { name, format, delimiter, sheet, sheets, encoding, notes, epsg, headings }
}
