import { beginsWithin } from '../../query/near-word.ts'
import type { WordPattern } from '../../query/suggestion.ts'
import type { Pace } from '../in-turns.ts'
import { ascending } from '../sets/ascending.ts'
import { addGroup, addHeavyGroups, type NameGroup, type Weighing } from './heavy-beginnings.ts'
import type { ReadName } from './name-reader.ts'

/** So many letters tell in which drawer a word is. */
const drawerLetters = 2

/** Names that are read in a step where it is done in steps: less than a millisecond. */
export const namesPerStep = 256

/** The numbers of the names that have each word, more than once where a name repeats it. */
type Drawer = Map<string, number[]>

/**
 * The words of the names of a column, in drawers by how they begin: a beginning is looked for in one drawer, and when a
 * name changes only its own words move.
 */
export class NameWords {
  readonly #drawers = new Map<string, Drawer>()
  readonly #count: number

  constructor(names: readonly (ReadName | undefined)[]) {
    this.#count = names.length
    for (const [number, name] of names.entries()) if (name) this.#add(number, name)
  }

  /** The words of these names, which must not change meanwhile. */
  static *inSteps(names: readonly (ReadName | undefined)[]): Generator<void, NameWords> {
    const words = new NameWords(new Array(names.length).fill(undefined))
    for (const [number, name] of names.entries()) {
      words.replace(number, undefined, name)
      if (number % namesPerStep === 0) yield
    }
    return words
  }

  /** Tells that a name is another than it was, or no longer or for the first time there. */
  replace(number: number, before: ReadName | undefined, after: ReadName | undefined): void {
    if (before) this.#remove(number, before)
    if (after) this.#add(number, after)
  }

  /** The numbers of the names in which a word begins so, with or without its diacritics, ascending. */
  find(prefix: string): Uint32Array {
    const found: number[] = []
    for (const drawer of this.#drawersOf(prefix)) {
      for (const [word, numbers] of drawer)
        if (word.startsWith(prefix)) for (const number of numbers) found.push(number)
    }
    return ascending(Uint32Array.from(found), this.#count)
  }

  /** The numbers of the names in which a word begins so with at most so many edits, some more than once. */
  *near({ word: typed, edits }: WordPattern, pace: Pace): Generator<void, number[]> {
    const found: number[] = []
    for (const drawer of this.#drawers.values()) {
      for (const [word, numbers] of drawer) {
        if (beginsWithin(typed, word, edits)) for (const number of numbers) found.push(number)
      }
      if (pace.isDue) yield
    }
    return found
  }

  /** The groups of names that beginnings find for which there is much to read: step by step, a drawer in each. */
  *heavyGroups(weighing: Weighing): Generator<void, NameGroup[]> {
    const groups: NameGroup[] = []
    const letters = new Set([...this.#drawers.keys()].map((start) => start.slice(0, 1)))
    for (const letter of letters) {
      const longer = groups.length
      const drawers = this.#drawersOf(letter)
      for (const drawer of drawers) {
        const words = [...drawer].filter(([word]) => word.length >= drawerLetters).sort(([a], [b]) => (a < b ? -1 : 1))
        addHeavyGroups(words, weighing, groups)
        yield
      }
      addGroup(
        drawers.flatMap((drawer) => [...drawer]),
        weighing,
        { groups, longer },
      )
      yield
    }
    return groups
  }

  #drawersOf(prefix: string): Drawer[] {
    if (prefix.length < drawerLetters) {
      return [...this.#drawers].filter(([start]) => start.startsWith(prefix)).map(([, drawer]) => drawer)
    }
    const drawer = this.#drawers.get(prefix.slice(0, drawerLetters))
    return drawer ? [drawer] : []
  }

  #add(number: number, name: ReadName): void {
    for (const word of name.searched) {
      const start = word.slice(0, drawerLetters)
      const drawer = this.#drawers.get(start) ?? new Map<string, number[]>()
      const numbers = drawer.get(word)
      if (numbers) numbers.push(number)
      else this.#drawers.set(start, drawer.set(word, [number]))
    }
  }

  #remove(number: number, name: ReadName): void {
    for (const word of name.searched) {
      const drawer = this.#drawers.get(word.slice(0, drawerLetters))
      const left = drawer?.get(word)?.filter((other) => other !== number) ?? []
      if (left.length > 0) drawer?.set(word, left)
      else drawer?.delete(word)
    }
  }
}
