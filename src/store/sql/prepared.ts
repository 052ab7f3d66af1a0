import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A query that is compiled once and run often: building it anew costs more than its execution. */
export type Prepared<Parameters extends readonly unknown[], Row> = (
  db: Kysely<Tables>,
  ...parameters: Parameters
) => Promise<readonly Row[]>

/** Most values in one list of a statement; 256 rows of the widest table stay far below both databases' limits. */
const listMax = 256

/** Compiles the query; its parameters are those of the built query, in the order of the SQL. */
export function prepare<Parameters extends readonly unknown[], Row = never>(
  query: Compilable<Row>,
): Prepared<Parameters, Row> {
  const compiled = query.compile()
  return async (db, ...parameters) => run(db, compiled, parameters)
}

/**
 * A query over a list of values, in as many statements as the list needs. `build` makes the query for a list of that
 * length; lengths are powers of two, the last value repeated, so that there are few queries to compile and to keep.
 */
export function prepareForList<Row>(build: (values: string[]) => Compilable<Row>) {
  const compiled = new Map<number, CompiledQuery<Row>>()
  return async (db: Kysely<Tables>, values: readonly string[]): Promise<Row[]> => {
    const rows: Row[] = []
    for (let start = 0; start < values.length; start += listMax) {
      const part = values.slice(start, start + listMax)
      const size = 2 ** Math.ceil(Math.log2(part.length))
      const query = kept(compiled, size, () => build(new Array<string>(size).fill('')).compile())
      rows.push(...(await run(db, query, padded(part, size))))
    }
    return rows
  }
}

/** Writes rows, many in a statement. `build` makes the statement for those rows, `values` gives one row's parameters. */
export function prepareForRows<Row>(
  build: (rows: Row[]) => Compilable<unknown>,
  values: (row: Row) => readonly unknown[],
) {
  const compiled = new Map<number, CompiledQuery<unknown>>()
  return async (db: Kysely<Tables>, rows: readonly Row[]): Promise<void> => {
    for (let start = 0; start < rows.length; ) {
      const size = Math.min(listMax, 2 ** Math.floor(Math.log2(rows.length - start)))
      const part = rows.slice(start, start + size)
      const query = kept(compiled, size, () => build(part).compile())
      // Not by flatMap, which takes several times as long for the thousands of values of a group.
      const parameters: unknown[] = []
      for (const row of part) parameters.push(...values(row))
      await run(db, query, parameters)
      start += size
    }
  }
}

async function run<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<Row[]> {
  if (parameters.length !== query.parameters.length) {
    throw new Error(`${query.parameters.length} parameters are needed, got ${parameters.length}: ${query.sql}`)
  }
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function padded(values: readonly string[], size: number): readonly string[] {
  return [...values, ...new Array<string>(size - values.length).fill(values.at(-1) ?? '')]
}
