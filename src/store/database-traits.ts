/** Where databases differ, as facts about them, so that no other file asks which database it is. */
export interface DatabaseTraits {
  /** The name of a column type that holds whole numbers up to 2^53 and, as a primary key, costs no second index. */
  readonly wholeNumber: 'integer' | 'bigint'
}

export const sqliteTraits: DatabaseTraits = { wholeNumber: 'integer' }
