import type { Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import { type ComparedValue, comparedValues, holdsFilter } from '../query/matches.ts'
import type { Filter } from '../query/query.ts'
import type { Pace } from './in-turns.ts'
import { andInto, type Bitset, createBitset, setBit } from './sets/bitset.ts'
import type { Slot } from './slot.ts'

/** What one place has in a field. */
type Values = readonly ComparedValue[]

/** What the slots of a delta have in a field. */
interface Column {
  /** By the numbers of slots; undefined where they have not been read yet. */
  readonly values: (Values | undefined)[]
  /** The slots that have been read, by what they have. */
  readonly slotsOf: Map<unknown, number[]>
  /** So many slots have been read. */
  readTo: number
}

/**
 * What filters compare of the slots of a delta, by field. A slot is viewed when a filter first asks for it, each of them
 * where a filter names values, once for all fields that were asked for until then: thousands of whole places that are
 * kept would be copied by the collector of young objects, and read anew by each search they would take it a millisecond
 * and more.
 */
export class FilterValues {
  readonly #slots: readonly Slot[]
  readonly #names: Names
  readonly #fields: Set<Field>
  #namesVersion: number | undefined
  readonly #columns = new Map<Field, Column>()

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
    this.#refresh(filters)
    const asked = filters.map((filter) => ({
      holds: valueTest(filter),
      values: this.#columns.get(filter.field)!.values,
    }))
    return (number) => {
      for (const { holds, values } of asked) {
        if (values[number] === undefined) this.#read(number)
        if (!holds(values[number]!)) return false
      }
      return true
    }
  }

  /** The slots that may pass those of the filters that name values; the others do not. Undefined where none does. */
  *slotsNamed(filters: readonly Filter[], pace: Pace): Generator<void, Bitset | undefined> {
    const naming = filters.flatMap((filter) => {
      const values = namedValues(filter)
      return values === undefined ? [] : [{ field: filter.field, values }]
    })
    if (naming.length === 0) return undefined
    this.#refresh(filters)
    let found: Bitset | undefined
    for (const { field, values } of naming) {
      const having = yield* this.#slotsHaving(values, this.#columns.get(field)!, pace)
      if (found === undefined) found = having
      else andInto(found, having)
      if (pace.isDue) yield
    }
    return found
  }

  *#slotsHaving(named: ReadonlySet<unknown>, column: Column, pace: Pace): Generator<void, Bitset> {
    const { values, slotsOf } = column
    // Others may go on with the same between steps.
    while (column.readTo < values.length) {
      const number = column.readTo++
      if (values[number] !== undefined) continue
      this.#read(number)
      if (pace.isDue) yield
    }
    const having = createBitset(values.length)
    for (const value of named) for (const number of slotsOf.get(value) ?? []) setBit(having, number)
    return having
  }

  /** Values of a place are also the names that the directory has, so all are read anew when one of these changes. */
  #refresh(filters: readonly Filter[]): void {
    for (const { field } of filters) this.#fields.add(field)
    // Emptied as they are, for searches that go on with them.
    if (this.#namesVersion !== this.#names.version) for (const column of this.#columns.values()) empty(column)
    this.#namesVersion = this.#names.version
    for (const field of this.#fields) {
      const column: Column = this.#columns.get(field) ?? { values: [], slotsOf: new Map(), readTo: 0 }
      this.#columns.set(field, column)
      // Room for all slots: a list with wide gaps is slow.
      while (column.values.length < this.#slots.length) column.values.push(undefined)
    }
  }

  #read(number: number): void {
    const view = this.#slots[number]!.viewed()
    for (const [field, { values, slotsOf }] of this.#columns) {
      if (values[number] !== undefined) continue
      values[number] = comparedValues(view, field)
      for (const { value } of values[number]) {
        const slots = slotsOf.get(value)
        if (slots === undefined) slotsOf.set(value, [number])
        else slots.push(number)
      }
    }
  }
}

function empty(column: Column): void {
  column.values.length = 0
  column.slotsOf.clear()
  column.readTo = 0
}

/** One that looks a value up where the filter names many, as of ids. */
function valueTest(filter: Filter): (values: Values) => boolean {
  const named = namedValues(filter)
  if (named === undefined) return (values) => holdsFilter(values, filter)
  return (values) => {
    for (const { value } of values) if (named.has(value)) return true
    return false
  }
}

/** The values of which a place must have one; undefined where the filter asks for anything else. */
function namedValues({ anyOf }: Filter): ReadonlySet<unknown> | undefined {
  const named = new Set<unknown>()
  for (const { negated, test } of anyOf) {
    if (negated || test.is !== 'equal') return undefined
    named.add(test.value)
  }
  return named
}
