import type { DirectoryKind, Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import type { Test } from '../query/query.ts'
import type { Column, SortSource } from './column.ts'
import { dictionarySize, textAt } from './dictionary.ts'
import { type Inverted, selectKeys, selectPrefix } from './inverted.ts'
import { KeywordBuilder, keywordKind, valuesByOrdinal } from './keyword-column.ts'
import { parseOwnerKey } from './render.ts'
import { listSelection, type Selection } from './selection.ts'
import { FullTextBuilder, WordTable } from './words.ts'

/** What a column of names needs. */
export interface DirectoryColumnContext {
  readonly size: number
  readonly kind: DirectoryKind
  /** The field of the names, such as owner_name. */
  readonly field: Field
  readonly names: Names
  readonly sortKey: (text: string) => string
}

/** Everything that follows from the names that the references of a segment have now. */
interface Resolved {
  readonly names: readonly (string | undefined)[]
  /** The names as a column over references in place of ordinals. */
  readonly column: Column
  /** Words, also without diacritics -> references. */
  readonly words: Inverted
  /** `,"name":…` of a reference, written when it is first wanted. */
  readonly texts: Map<number, Buffer>
}

/**
 * The names of owners, categories or tags, which are not in the segment: a condition is asked of the names that the
 * directory has now, and the places of the references for which it holds are the answer. What was found stays until
 * a name of this segment changes.
 */
export class DirectoryColumn implements Column {
  /** Grows whenever a name has changed. */
  generation = 0
  readonly #references: Inverted
  readonly #context: DirectoryColumnContext
  #version: number | undefined
  #resolved: Resolved | undefined

  constructor(references: Inverted, context: DirectoryColumnContext) {
    this.#references = references
    this.#context = context
  }

  select(test: Test): Selection {
    return this.#places(this.#resolve().column.select(test))
  }

  selectPresent(): Selection {
    return this.#places(this.#resolve().column.selectPresent())
  }

  /** Places one of whose names has a word that begins so, with or without its diacritics. */
  selectWord(prefix: string): Selection {
    return this.#places(selectPrefix(this.#resolve().words, prefix, this.#count))
  }

  sortSource(): SortSource {
    const { names } = this.#resolve()
    return {
      count: names.length,
      keyOf: (reference) => this.#context.sortKey(names[reference] ?? ''),
      valueOf: () => valuesByOrdinal(this.#references, this.#context.size),
    }
  }

  /** `,"name":"…"` of a reference, or undefined when it has no name. */
  nameText(reference: number): Buffer | undefined {
    const { names, texts } = this.#resolve()
    const known = texts.get(reference)
    const name = names[reference]
    if (known !== undefined || name === undefined) return known
    const text = Buffer.from(`,"name":${JSON.stringify(name)}`)
    texts.set(reference, text)
    return text
  }

  /** The id of a reference, and the name that stands in when the directory has none. */
  referenceAt(reference: number): { readonly id: string; readonly name?: string } {
    const key = textAt(this.#references.keys, reference)
    return this.#context.kind === 'owners' ? parseOwnerKey(key) : { id: key }
  }

  /** Looks the names up when the directory has changed; `generation` tells whether one of these has. */
  refresh(): void {
    this.#resolve()
  }

  get #count(): number {
    return dictionarySize(this.#references.keys)
  }

  #places(references: Selection): Selection {
    return selectKeys(this.#references, listSelection(references), this.#context.size)
  }

  #resolve(): Resolved {
    const { names } = this.#context
    if (this.#resolved !== undefined && this.#version === names.version) return this.#resolved
    this.#version = names.version
    const present = Array.from({ length: this.#count }, (_, reference) => this.#nameOf(reference))
    const before = this.#resolved
    if (before !== undefined && present.every((name, reference) => name === before.names[reference])) return before
    this.generation++
    this.#resolved = resolved(present, this.#context)
    return this.#resolved
  }

  #nameOf(reference: number): string | undefined {
    const { names, kind } = this.#context
    const { id, name } = this.referenceAt(reference)
    const known = names.entry(kind, id)?.name
    return kind === 'owners' ? (known ?? name ?? id) : known
  }
}

function resolved(names: readonly (string | undefined)[], { field, sortKey }: DirectoryColumnContext): Resolved {
  const words = new WordTable()
  const builder = new KeywordBuilder(words)
  const fullText = new FullTextBuilder(words)
  for (const [reference, name] of names.entries()) {
    if (name !== undefined) fullText.add(reference, builder.add(reference, name))
  }
  const inOrder = Uint32Array.from(names, (_, reference) => reference)
  const column = keywordKind.open(builder.finish(inOrder).data, { size: names.length, field, sortKey })
  return { names, column, words: fullText.finish(inOrder).inverted, texts: new Map() }
}
