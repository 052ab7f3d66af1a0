import type { SourceRow } from '../../src/exchange/reading/source-file.ts'
import { FileStatistics } from '../../src/exchange/understanding/column-statistics.ts'
import { findHeading, headingsOf } from '../../src/exchange/understanding/find-heading.ts'
import { KeyCensus } from '../../src/exchange/understanding/key-census.ts'
import { createRowReader, type RowContext } from '../../src/exchange/understanding/row-reader.ts'
import { createKeyReader } from '../../src/exchange/understanding/row-texts.ts'
import { type FileFacts, understand } from '../../src/exchange/understanding/understand.ts'
import type { Understanding } from '../../src/exchange/understanding/understanding.ts'
import { createCountryAt } from '../../src/geo/locator.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'

export const countryAt = await createCountryAt()
export const model = createModel()

/** A file that was understood, with the records of its rows. */
export interface Understood {
  readonly understanding: Understanding
  readonly records: ReturnType<ReturnType<typeof createRowReader>>[]
}

interface Options {
  readonly facts?: Partial<FileFacts>
  readonly context?: Partial<RowContext>
  /** What a person changes before the rows are read. */
  readonly edit?: (understanding: Understanding) => Partial<Understanding>
}

/** Understands a table whose rows are lines with `;` between cells. */
export function understoodTable(text: string, options: Options = {}): Understood {
  const rows = text.split('\n').map((line) => line.split(';'))
  const at = findHeading(rows)
  const headings = headingsOf(rows[at] ?? [])
  return understoodRows(
    headings,
    rows.slice(at + 1).map((cells, index) => ({ line: at + 2 + index, cells })),
    { ...options, facts: { headingLine: at + 1, ...options.facts } },
  )
}

/** Understands features of GeoJSON. */
export function understoodFeatures(features: readonly JsonObject[], options: Options = {}): Understood {
  const headings: string[] = []
  for (const { properties } of features) {
    for (const name of Object.keys(isJsonObject(properties) ? properties : {}))
      if (!headings.includes(name)) headings.push(name)
  }
  const rows = features.map(({ id, geometry, properties }, index): SourceRow => {
    const own = isJsonObject(properties) ? properties : {}
    return {
      line: index + 1,
      cells: headings.map((name): JsonValue => own[name] ?? null),
      ...((typeof id === 'string' || typeof id === 'number') && { id }),
      geometry: isJsonObject(geometry) ? geometry : null,
    }
  })
  return understoodRows(headings, rows, options)
}

export function understoodRows(
  headings: readonly string[],
  rows: readonly SourceRow[],
  options: Options = {},
): Understood {
  const statistics = new FileStatistics(headings)
  for (const row of rows) statistics.add(row)
  const guessed = understand(statistics.counted(), { model, countryAt, ...options.facts })
  const understanding = { ...guessed, ...options.edit?.(guessed) }
  const keyOf = createKeyReader(understanding)
  const keys = new KeyCensus()
  for (const row of rows) {
    const key = keyOf?.(row)
    if (key !== undefined) keys.add(key, row.line)
  }
  const read = createRowReader(understanding, {
    model,
    countryAt,
    year: 2026,
    otherRows: (one, line) => keys.others(one, line),
    ...options.context,
  })
  return { understanding, records: rows.map(read) }
}

/** The fields of the columns by heading; a question has a `?` behind it. */
export function fieldsOf({ understanding }: Understood): Record<string, string> {
  return Object.fromEntries(
    understanding.columns.map(({ heading, field = '', certainty }) => [
      heading,
      certainty === 'asked' ? `${field}?` : field,
    ]),
  )
}

/** The body of the record of a row; a row with faults has none. */
export function bodyOf({ records }: Understood, index = 0): JsonObject {
  const record = records[index]
  if (record === undefined || 'faults' in record) throw new Error(`no body: ${JSON.stringify(record)}`)
  return record.body
}

/** The sentences about a row: notes, or faults. */
export function remarksOn({ records }: Understood, index = 0): string[] {
  const record = records[index]
  if (record === undefined) return []
  const found =
    'faults' in record ? record.faults : [...(record.notes ?? []), ...record.unread!.map(({ note }) => note)]
  return found.map(({ detail }) => detail)
}

/** The position of a row. */
export function positionOf(understood: Understood, index = 0): JsonValue | undefined {
  const { geolocation } = bodyOf(understood, index)
  return isJsonObject(geolocation) && isJsonObject(geolocation.geometry) ? geolocation.geometry.coordinates : undefined
}
