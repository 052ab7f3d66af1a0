import type { JsonObject, JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { LonLat, Place } from '../../place/place.ts'
import { changesOf } from '../../place/visibility.ts'
import type { ImportRecord } from '../reading/record.ts'
import { comparedPlace, plainFaults } from '../understanding/plain-faults.ts'
import { ImportRun, type ImportTarget, readPresent } from './import.ts'
import type { ImportOptions } from './import-options.ts'
import { type ImportResult, noCounts, type RowKind } from './import-result.ts'
import { type Batches, taken } from './pipeline.ts'
import type { Plan, PlanPage } from './plan.ts'

/** The caller of a plan, with the rights that it has at the moment. */
export interface PlanCaller {
  /** Identifies the key or the person. */
  readonly id: string
  /** Throws once the caller may no longer import. */
  readonly check: () => void
  readonly options: Pick<ImportOptions, 'who' | 'caller' | 'rights' | 'updatedBy' | 'actsAs' | 'act'>
  /** Returns the members of a place that the caller sees; absent: the caller sees no present places. */
  readonly see?: (place: JsonObject) => JsonObject
}

/** The position of a row's place, its line, and its kind; a row with notes is `noted`. */
type Pin = readonly [...LonLat, line: number, kind: RowKind]

/** The results of rows that were judged, without writing them. */
export interface JudgedRows {
  readonly effects: { readonly [Name in RowKind | 'judged' | 'losesHours' | 'unpublished']: number }
  readonly rows: readonly JsonObject[]
  readonly pins: readonly Pin[]
}

/** The rules and the surroundings of judging. */
interface Judging {
  readonly plan: Plan
  readonly caller: PlanCaller
  readonly target: ImportTarget
  readonly model: Model
  readonly options: ImportOptions
  /** The most rows that are judged. */
  readonly most: number
  readonly page: PlanPage
}

/** A page ends with the row that reaches this many characters. */
const pageCharactersMax = 4 * 1024 * 1024

interface JudgedRow {
  readonly result: ImportResult
  readonly record: ImportRecord | undefined
  readonly present: Place | undefined
}

/** Judges rows without writing; returns a page of them, and counts and positions of all. */
export async function judgeRows(records: Batches<ImportRecord>, judging: Judging): Promise<JudgedRows> {
  const { caller, target, options, most, page } = judging
  const { show = [] } = page
  const read = new Map<number, ImportRecord>()
  const keep = (some: readonly ImportRecord[]) => {
    for (const record of some) read.set(record.line, record)
    return some
  }
  const run = new ImportRun(target, options)
  const effects = { judged: 0, ...noCounts, noted: 0, losesHours: 0, unpublished: 0 }
  const rows: JsonObject[] = []
  const pins: Pin[] = []
  let [fitting, characters] = [0, 0]
  for await (const results of run.import(taken(records, most, keep))) {
    caller.check()
    const before = await presentOf(results, target)
    for (const result of results) {
      const row: JudgedRow = { result, record: read.get(result.line), present: before.get(result.id ?? '') }
      read.delete(result.line)
      const kinds: readonly RowKind[] = isNoted(result) ? ['noted', result.status] : [result.status]
      effects.judged += 1
      for (const kind of kinds) effects[kind] += 1
      if (caller.see && row.present && result.place) {
        if (row.present.openHours && !result.place.openHours) effects.losesHours += 1
        if (row.present.published && !result.place.published) effects.unpublished += 1
      }
      const position = page.pins ? comparedPlace(shownPlace(row, caller) ?? {}).position : undefined
      if (position) pins.push([...position, result.line, kinds[0]!])
      if (show.length > 0 && !kinds.some((kind) => show.includes(kind))) continue
      fitting += 1
      if (fitting <= page.offset || rows.length >= page.limit || characters >= pageCharactersMax) continue
      const shown = rowOf(row, judging)
      characters += JSON.stringify(shown).length
      rows.push(shown)
    }
  }
  return { effects, rows, pins }
}

function isNoted({ status, notes = [] }: ImportResult): boolean {
  return status !== 'refused' && notes.length > 0
}

async function presentOf(results: readonly ImportResult[], target: ImportTarget): Promise<ReadonlyMap<string, Place>> {
  const ids = results.flatMap(({ status, id }) => (status === 'changed' && id !== undefined ? [id] : []))
  if (ids.length === 0) return new Map()
  const keys = ids.map((key) => ({ source: '', key }))
  const found = await readPresent(target, keys)
  return new Map(found.flatMap((place) => (place ? [[place.id, place]] : [])))
}

/** Returns the place that a row would become, as its caller may see it; else the row as it was read. */
function shownPlace({ result, record }: JudgedRow, { see }: PlanCaller): JsonObject | undefined {
  const body = record && ('body' in record ? record.body : record.shown)
  const place = result.place ?? body
  return place && (see?.(place) ?? body ?? {})
}

function rowOf(row: JudgedRow, { plan, caller, model }: Judging): JsonObject {
  const { result, present } = row
  const { see } = caller
  const { place, errors, ...rest } = result
  const shown = shownPlace(row, caller)
  return {
    ...(rest as unknown as JsonObject),
    ...(shown && { place: shown }),
    ...(see && present && place && { changes: changesOf(see(present as unknown as JsonObject), see(place)) }),
    ...(errors && { errors: plainFaults(errors, plan.understanding, model) as unknown as JsonValue }),
  }
}
