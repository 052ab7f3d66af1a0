import type { Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import { type ComparedValue, comparedValues, holdsFilter } from '../query/matches.ts'
import type { Filter } from '../query/query.ts'
import type { Slot } from './slot.ts'

/** What one place has in a field. */
type Values = readonly ComparedValue[]

/**
 * What filters compare of the slots of a delta, by field. A slot is viewed when a filter first asks for it, once for all
 * fields that were asked for until then: thousands of whole places that are kept would be copied by the collector of
 * young objects, and read anew by each search they would take it a millisecond and more.
 */
export class FilterValues {
  readonly #slots: readonly Slot[]
  readonly #names: Names
  readonly #fields: Set<Field>
  #namesVersion: number | undefined
  /** By the numbers of slots; undefined where they have not been read yet. */
  readonly #columns = new Map<Field, (Values | undefined)[]>()

  /**
   * @param slots All slots of the delta; it may grow.
   * @param fields Those that filters have asked for, here or of earlier deltas; grows with what is asked.
   */
  constructor(slots: readonly Slot[], names: Names, fields: Set<Field>) {
    this.#slots = slots
    this.#names = names
    this.#fields = fields
  }

  /** Tells of the number of a slot whether it passes all filters, as `matches` says; good until the delta changes. */
  test(filters: readonly Filter[]): (number: number) => boolean {
    for (const { field } of filters) this.#fields.add(field)
    this.#refresh()
    const asked = filters.map((filter) => ({ holds: valueTest(filter), column: this.#columns.get(filter.field)! }))
    return (number) => {
      for (const { holds, column } of asked) {
        if (column[number] === undefined) this.#read(number)
        if (!holds(column[number]!)) return false
      }
      return true
    }
  }

  /** Values of a place are also the names that the directory has, so all are read anew when one of these changes. */
  #refresh(): void {
    if (this.#namesVersion !== this.#names.version) this.#columns.clear()
    this.#namesVersion = this.#names.version
    for (const field of this.#fields) {
      const column = this.#columns.get(field) ?? []
      this.#columns.set(field, column)
      // Room for all slots: a list with wide gaps is slow.
      while (column.length < this.#slots.length) column.push(undefined)
    }
  }

  #read(number: number): void {
    const view = this.#slots[number]!.viewed()
    for (const [field, column] of this.#columns) column[number] ??= comparedValues(view, field)
  }
}

/** One that looks a value up where the filter names many, as of ids. */
function valueTest(filter: Filter): (values: Values) => boolean {
  const named = new Set<unknown>()
  for (const { negated, test } of filter.anyOf) {
    if (negated || test.is !== 'equal') return (values) => holdsFilter(values, filter)
    named.add(test.value)
  }
  return (values) => {
    for (const { value } of values) if (named.has(value)) return true
    return false
  }
}
