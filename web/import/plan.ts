import type { Reason } from '../../src/common/reason.ts'
import {
  count,
  type ImportCounts,
  type ImportResult,
  type ImportStatus,
  type RowKind,
} from '../../src/exchange/importing/import-result.ts'
import {
  type ColumnGuess,
  settled,
  settledField,
  type Understanding,
} from '../../src/exchange/understanding/understanding.ts'
import { isSame, type Json, type JsonObject, type Pointer, valueAt, withValueAt } from '../body/json.ts'
import type { LonLat } from '../place/place-traits.ts'

/** A plan as the service answers it. While it is executed, and after that, it has only its file and its execution. */
export interface Plan {
  readonly id: string
  readonly file: {
    readonly name?: string
    readonly format: 'csv' | 'geojson' | 'ndjson' | 'xlsx'
    readonly encoding?: string
    readonly sheet?: string
    readonly sheets?: readonly string[]
    readonly rows: number
    readonly notes: readonly Reason[]
  }
  readonly execution: Execution
  readonly understanding?: Understanding
  readonly choices?: Choices
  readonly effects?: Effects
  readonly rows?: readonly PlanRow[]
  readonly pins?: readonly Pin[]
}

/** A plan that is not executed yet. */
export type OpenPlan = Plan & Required<Pick<Plan, 'understanding' | 'choices' | 'effects' | 'rows' | 'pins'>>

/** Returns true for a plan that is not executed yet. */
export function isOpen(plan: Plan): plan is OpenPlan {
  return plan.execution.phase === 'planned' && plan.understanding !== undefined
}

/** Returns true for a plan whose execution left out some rows, or stopped. */
export function isFailed({ execution: { phase, counts } }: Plan): boolean {
  return phase === 'stopped' || (phase === 'done' && counts.refused > 0)
}

/** The parts `plan` and `file`, in the order that the service reads them. */
export function formOf({ id }: Plan, understanding: Understanding, file: File): FormData {
  const form = new FormData()
  form.append('plan', JSON.stringify({ id, understanding }))
  form.append('file', file)
  return form
}

/** The sheet of a workbook that the plan is of. */
export function sheetOf({ file: { sheet } }: Plan): { readonly sheet?: string } {
  return sheet === undefined ? {} : { sheet }
}

/** The progress of an import. */
export interface Execution {
  readonly phase: 'planned' | 'running' | 'done' | 'stopped'
  readonly done: number
  readonly counts: ImportCounts
  readonly remarks: readonly ImportResult[]
  /** The id of its act, once the service was asked for it. */
  readonly act?: string
  /** The places that were written, if this page has followed the whole import. */
  readonly ids?: readonly string[]
}

const remarksMax = 1_000
/** The places that are remembered for a link to them. */
const idsMax = 101

/** Returns the progress after some more results. */
export function withResults(before: Execution, results: readonly ImportResult[]): Execution {
  const remarks = results.filter(({ status, notes }) => status === 'refused' || notes)
  const written = results.flatMap(({ status, id }) => (status === 'created' || status === 'changed' ? (id ?? []) : []))
  return {
    ...before,
    done: before.done + results.length,
    counts: count(before.counts, results),
    remarks: [...before.remarks, ...remarks].slice(0, remarksMax),
    ids: [...(before.ids ?? []), ...written].slice(0, idsMax),
  }
}

/** The fields that a column may have, and the coordinate systems. */
interface Choices {
  readonly fields: readonly string[]
  readonly systems: readonly { readonly epsg: number; readonly name: string }[]
}

/** The results of the first rows, and what places would lose. */
export type Effects = Readonly<Record<RowKind | 'judged' | 'losesHours' | 'unpublished', number>>

/** The longitude and latitude of a row, its line, and its kind. */
export type Pin = readonly [longitude: number, latitude: number, line: number, kind: RowKind]

/** A row as the place that it would become. */
export interface PlanRow {
  readonly line: number
  readonly key?: string
  readonly status: ImportStatus
  readonly id?: string
  readonly place?: JsonObject
  readonly changes?: readonly { readonly member: string; readonly from?: Json; readonly to?: Json }[]
  readonly errors?: readonly (Reason & { readonly pointer?: Pointer })[]
  readonly notes?: readonly Reason[]
}

/** The rows that a person may look at: all, those with faults or notes, or those of one result. */
export const shownKinds = ['check', 'created', 'changed', 'unchanged', 'all'] as const
export type ShownKind = (typeof shownKinds)[number]

/** The kinds of rows that the service is asked for; none: all. */
export function kindsOf(shown: ShownKind): RowKind[] {
  if (shown === 'all') return []
  return shown === 'check' ? ['refused', 'noted'] : [shown]
}

/** Returns the number of rows that may be looked at. */
export function countOf(shown: ShownKind, effects: Effects, rows: number): number {
  if (shown === 'all') return rows
  return kindsOf(shown).reduce((sum, kind) => sum + effects[kind], 0)
}

const coordinatesAt = '/geolocation/geometry/coordinates'

/** The members of a place that fields fill whose names are no paths; none: no member of its own. */
const membersOfFields: Readonly<Record<string, Pointer | undefined>> = {
  ...{ latitude: coordinatesAt, longitude: coordinatesAt, position: coordinatesAt },
  ...{
    opening_hours: '/openHours',
    type: '/placeTypes',
    ownerName: '/owner',
    owner_id: '/owner',
    owner_type: '/owner',
  },
  ...{ houseNumber: '/visitingInfo/address', key: undefined, parentKey: undefined, country: undefined },
}

/** Returns the member of a place that a field fills; undefined if it fills none of its own. */
function memberOf(field: string): Pointer | undefined {
  if (Object.hasOwn(membersOfFields, field)) return membersOfFields[field]
  return field.startsWith('hours_') ? '/openHours' : `/${field.replaceAll('_', '/')}`
}

/** The members of places in a file without columns. */
const usualMembers: readonly Pointer[] = ['/placeTypes', coordinatesAt, '/visitingInfo/address', '/openHours']

/** Returns the members of places to be shown beside their names: those that the file fills, and others that change. */
export function membersShown({ columns }: Understanding, rows: readonly PlanRow[]): readonly Pointer[] {
  const filled = columns.flatMap((column) => {
    const field = settledField(column)
    return field === undefined ? [] : (memberOf(field) ?? [])
  })
  const members = new Set(columns.length === 0 ? usualMembers : filled)
  members.delete('/name')
  for (const { changes = [] } of rows) {
    for (const { member } of changes) {
      const at = `/${member.replaceAll('.', '/')}`
      const isShown = at === '/name' || [...members].some((one) => at.startsWith(one) || one.startsWith(at))
      if (!isShown) members.add(at.split('/').slice(0, 3).join('/'))
    }
  }
  return [...members]
}

/** A member of a row's place, and the present value where that is another. */
export interface ShownValue {
  readonly value: Json
  readonly before?: { readonly value: Json }
}

/** Returns the member of a row's place; `before` is there if it would change. */
export function shownValue({ place, changes = [] }: PlanRow, at: Pointer): ShownValue {
  const value = valueAt(place, at)
  const former = changes.reduce<Json>(
    (whole, { member, from }) => withValueAt(whole, `/${member.replaceAll('.', '/')}`, from),
    place,
  )
  const before = valueAt(former, at)
  return isSame(before, value) ? { value } : { value, before: { value: before } }
}

/** Returns the position of a pin. */
export function positionOfPin([longitude, latitude]: Pin): LonLat {
  return [longitude, latitude]
}

/** Returns the columns with one imported as another field, which no other column keeps; undefined: not imported. */
export function withColumn(columns: Understanding['columns'], at: number, chosen: string | undefined) {
  return columns.map((column, index): ColumnGuess => {
    const { field, ...rest } = column
    if (index === at) return { ...rest, ...(chosen !== undefined && { field: chosen }), certainty: 'sure' }
    // The parts of an address in several columns are read together.
    const isTaken = field !== undefined && field === chosen && field !== 'visitingInfo_address'
    return isTaken ? { ...rest, certainty: 'sure' } : column
  })
}

/** Returns true if rows are refused that may need an owner. */
export function needsOwner({ effects, file }: OpenPlan, { columns, defaults }: Understanding): boolean {
  const isNamed = columns.some((column) => /^owner(_id|Name)$/.test(settledField(column) ?? ''))
  return file.format !== 'ndjson' && !isNamed && defaults.ownerId === undefined && effects.refused > 0
}

/** Returns true if the ids of rows are those of the file, and not of the plan. */
export function hasOwnKeys({ understanding: { columns, featureIds }, file }: OpenPlan): boolean {
  const isKey = (column: ColumnGuess) => settledField(column) === 'key'
  return file.format === 'ndjson' || settled(featureIds) === true || columns.some(isKey)
}
