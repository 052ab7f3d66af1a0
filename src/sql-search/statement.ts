import type { Names } from '../place/directory-entry.ts'
import type { Instant, LonLat } from '../place/place.ts'
import type { Filter, PlaceQuery } from '../query/query.ts'
import type { Session } from '../store/postgres/session.ts'
import type { DecidingKeys, References } from './references.ts'
import type { NumberedField, SearchTables } from './tables.ts'

/** Collects the values of one statement while its text is written. */
export class Parameters {
  readonly values: unknown[] = []

  /** The place of a value in the text, with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** A query that is answered within one transaction, with what this process knows. */
export interface QueryContext {
  readonly session: Session
  readonly tables: SearchTables
  /** Fields by name. */
  readonly fields: ReadonlyMap<string, NumberedField>
  readonly names: Names
  /** What places refer to, with the names of this moment. */
  readonly references: References
  /** The deciding keys of each filter on names, computed once a request. */
  readonly decidingKeys: Map<Filter, DecidingKeys>
  readonly query: PlaceQuery
  /** Positions about the rim of its circle that are inside. */
  readonly rim: readonly LonLat[]
  readonly now: Instant
}

/** What one statement for it is written with. Places are `p` in it, their details `d` and their documents `t`. */
export interface Statement extends QueryContext {
  readonly parameters: Parameters
}

/** The rows that a statement gives. */
export async function queryRows<Row extends object>(
  context: QueryContext,
  write: (statement: Statement) => string,
): Promise<Row[]> {
  const parameters = new Parameters()
  const text = write({ ...context, parameters })
  return (await context.session.query<Row>(text, parameters.values)).rows
}
