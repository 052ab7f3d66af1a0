import type { Slot } from './slot.ts'

/** Dead slots are left out once there are so many times as many slots as living ones. */
const deadShare = 2

/** The living slots of a delta in the default order. New ones are put where they belong when a search first asks. */
export class SlotOrder {
  readonly #slots: readonly Slot[]
  /** Numbers of slots in their order, with some that have died. */
  #sorted: number[] = []
  /** So many of the slots have been looked at. */
  #seen = 0

  /** @param slots All slots of the delta; it may grow. */
  constructor(slots: readonly Slot[]) {
    this.#slots = slots
  }

  /** The numbers of slots in order, those of `living` slots and of some that have died; good until it is asked again. */
  numbers(living: number): readonly number[] {
    for (; this.#seen < this.#slots.length; this.#seen++) {
      if (this.#slots[this.#seen]!.living) this.#sorted.splice(this.#placeOf(this.#seen), 0, this.#seen)
    }
    if (this.#sorted.length > deadShare * living)
      this.#sorted = this.#sorted.filter((slot) => this.#slots[slot]!.living)
    return this.#sorted
  }

  /** Where among the sorted slots this one belongs. */
  #placeOf(slot: number): number {
    const { nameKey, id } = this.#slots[slot]!
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#slots[this.#sorted[middle]!]!
      const isBefore = other.nameKey === nameKey ? other.id < id : other.nameKey < nameKey
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }
}
