import type { Instant, LonLat } from '../place/place.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { Session } from '../store/postgres/session.ts'
import type { NumberedField, SearchTables } from './tables.ts'

/** Collects the values of one statement while its text is written. */
export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value; returns its placeholder with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** A query within one transaction. */
export interface QueryContext {
  readonly session: Session
  readonly tables: SearchTables
  /** The fields of the model by name. */
  readonly fields: ReadonlyMap<string, NumberedField>
  readonly query: PlaceQuery
  /** The time zones of places with opening hours, if the query needs them. */
  readonly zones: readonly string[]
  /** Positions near the rim of the query's circle that are inside. */
  readonly rim: readonly LonLat[]
  readonly now: Instant
}

/** The context of one statement. In its text, places are `p`, their details `d` and their documents `t`. */
export interface Statement extends QueryContext {
  readonly parameters: Parameters
}

/** Runs a statement and returns its rows. */
export async function queryRows<Row extends object>(
  context: QueryContext,
  write: (statement: Statement) => string,
): Promise<Row[]> {
  const parameters = new Parameters()
  const text = write({ ...context, parameters })
  return (await context.session.query<Row>(text, parameters.values)).rows
}
