import { ascending } from '../sets/ascending.ts'
import type { ReadName } from './name-reader.ts'

/** So many letters tell in which drawer a word is. */
const drawerLetters = 2

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
