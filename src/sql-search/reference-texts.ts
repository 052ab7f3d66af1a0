import type { Inverted } from '../index/columns/inverted.ts'
import { parseOwnerKey } from '../index/columns/owner-key.ts'
import { atOnce, ClockedPace } from '../index/in-turns.ts'
import { fittingTexts, wordsOf } from '../index/suggest/fitting-words.ts'
import type { Names } from '../place/directory-entry.ts'
import { keyOfValue } from '../query/facets.ts'
import type { WordPattern } from '../query/suggestion.ts'
import type { References } from './references.ts'

/** What places refer to whose texts are suggested. */
export type NamedKind = 'owners' | 'municipalities'

/** A reference, as places write it. */
export interface WrittenReference {
  readonly key: string
  readonly text: string
  /** Of an owner. */
  readonly id?: string
}

/** The different texts of references, which are few: all are in memory, with the references that have each. */
export class ReferenceTexts {
  readonly #keys: readonly string[]
  readonly #written: ReadonlyMap<string, readonly WrittenReference[]>
  readonly #words: Inverted

  constructor(references: readonly WrittenReference[]) {
    const written = new Map<string, WrittenReference[]>()
    for (const reference of references) {
      const key = keyOfValue(reference.text)
      const same = written.get(key)
      if (same) same.push(reference)
      else written.set(key, [reference])
    }
    this.#written = written
    this.#keys = [...written.keys()]
    this.#words = wordsOf(this.#keys)
  }

  /** The references with a folded text. */
  having(key: string): readonly WrittenReference[] {
    return this.#written.get(key) ?? []
  }

  /** Folded texts that begin so. */
  starting(text: string): string[] {
    return this.#keys.filter((key) => key.startsWith(text))
  }

  /** Folded texts that have words for all patterns. */
  fitting(patterns: readonly WordPattern[]): string[] {
    const fitting = fittingTexts(patterns, [this.#words], { size: this.#keys.length, pace: new ClockedPace() })
    return Array.from(atOnce(fitting), (number) => this.#keys[number]!)
  }
}

/** The texts of all references, made anew when there are others, or when names have changed. */
export class KnownTexts {
  readonly #made = new Map<NamedKind, { readonly of: readonly unknown[]; readonly texts: ReferenceTexts }>()

  texts(kind: NamedKind, references: References, names: Names): ReferenceTexts {
    const of = [references, references.last?.number, kind === 'owners' && names.version]
    const made = this.#made.get(kind)
    if (made && of.every((each, at) => each === made.of[at])) return made.texts
    const texts = new ReferenceTexts(kind === 'owners' ? writtenOwners(references) : writtenMunicipalities(references))
    this.#made.set(kind, { of, texts })
    return texts
  }
}

function writtenOwners(references: References): WrittenReference[] {
  return references.named('owners').map(({ key, text, name }) => ({ key, text: name, id: parseOwnerKey(text).id }))
}

function writtenMunicipalities(references: References): WrittenReference[] {
  return [...references.known('municipalities')]
}
