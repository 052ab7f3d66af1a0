/** Collects the values of one statement while its text is written. */
export class Parameters {
  readonly values: unknown[] = []

  /** The place of a value in the text, with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** The names of the tables of one edition: what an edition kept is of no use to another. */
export interface SearchTables {
  /** One narrow row for each place: what is filtered and ordered by. */
  readonly place: string
  /** Beside it what few searches look at. */
  readonly detail: string
  /** The different opening hours, with the time zone that they are in: far fewer than places. */
  readonly schedule: string
  /** The documents, which are read of the places of a page alone. */
  readonly document: string
  /** Owners, categories, tags, time zones and municipalities that places refer to; how many, of owners and municipalities. */
  readonly reference: string
  /** The different names of places, folded, with how many places have each. */
  readonly name: string
  /** The different words of names. */
  readonly word: string
  /** One row: up to where which history was followed, and whether that is everything; the lock of those who follow it. */
  readonly followed: string
  /** The numbers of fields whose order has an index. */
  readonly ordered: readonly number[]
}

/** The tables of an edition, a short text of letters and digits. */
export function searchTables(edition: string, ordered: readonly number[]): SearchTables {
  const name = (what: string) => `search_${what}_${edition}`
  return {
    place: name('place'),
    detail: name('detail'),
    schedule: name('schedule'),
    document: name('document'),
    reference: name('reference'),
    name: name('name'),
    word: name('word'),
    followed: name('followed'),
    ordered,
  }
}
