import type { Model } from '../place/model.ts'
import type { LonLat } from '../place/place.ts'
import type { NumberedField } from './fields.ts'
import type { References } from './references.ts'
import type { SearchTables } from './schema.ts'

/** Collects the values of one statement while its text is written. */
export class Parameters {
  readonly values: unknown[] = []

  /** The place of a value in the text, with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** What a statement is written with. */
export interface QueryContext {
  readonly tables: SearchTables
  readonly parameters: Parameters
  readonly model: Model
  /** Fields by name. */
  readonly fields: ReadonlyMap<string, NumberedField>
  /** What places refer to, with the names of this moment. */
  readonly references: References
  /** Positions about the rim of the circle that are inside. */
  readonly rim: readonly LonLat[]
}

/**
 * A condition on the row beside the place, which is looked at only where it is needed. It is asked as a value, since for
 * an `exists` the server may read all rows beforehand.
 */
export function inDetail(condition: string, { tables }: Pick<QueryContext, 'tables'>): string {
  return `coalesce((select ${condition} from ${tables.detail} d where d.id = p.id), false)`
}
