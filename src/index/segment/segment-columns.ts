import type { Names } from '../../place/directory-entry.ts'
import { type DirectoryKind, directoryFields } from '../../place/directory-kinds.ts'
import type { Field } from '../../place/fields.ts'
import type { Model } from '../../place/model.ts'
import type { Column } from '../columns/column.ts'
import { DirectoryColumn } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import type { NameTexts } from '../documents/documents.ts'
import { columnKinds, type SegmentData } from './segment-data.ts'

/** Shared dependencies of all segments; created once per index. */
export interface SearchContext {
  readonly model: Model
  readonly names: Names
  readonly sortKey: (text: string) => string
}

/** The columns of a segment by field, opened on first use; columns without a value are absent. */
export class SegmentColumns {
  readonly #data: SegmentData
  readonly #context: SearchContext
  readonly #ownerOf: (ordinal: number) => number | undefined
  readonly #opened = new Map<string, Column | DirectoryColumn | undefined>()
  /** The names of the directory's three lists. */
  readonly directory: Readonly<Record<DirectoryKind, DirectoryColumn | undefined>>
  /** The directory columns that exist in the segment. */
  readonly named: readonly DirectoryColumn[]

  /** @param ownerOf Returns the number of a place's reference to its owner. */
  constructor(data: SegmentData, context: SearchContext, ownerOf: (ordinal: number) => number | undefined) {
    this.#data = data
    this.#context = context
    this.#ownerOf = ownerOf
    const ids = (kind: DirectoryKind) => (data.columns[directoryFields[kind]] as KeywordData | undefined)?.values
    this.directory = {
      owners: this.#openNames('owners', data.owners),
      categories: this.#openNames('categories', ids('categories')),
      tags: this.#openNames('tags', ids('tags')),
    }
    this.named = Object.values(this.directory).filter((column) => column !== undefined)
  }

  /** The column of a field, or undefined when no place of the segment has a value in it. */
  get(field: Field): Column | DirectoryColumn | undefined {
    if (!this.#opened.has(field.name)) this.#opened.set(field.name, this.#open(field))
    return this.#opened.get(field.name)
  }

  /** `,"name":"…"` of a reference, or undefined when it has no name. */
  readonly nameText: NameTexts = (kind, reference) => this.directory[kind]?.nameText(reference)

  /** Changes whenever the results for this field may change; only names of the directory change. */
  stateOf(field: Field): string {
    return (field.directory && this.directory[field.directory]?.state) ?? ''
  }

  #open(field: Field): Column | DirectoryColumn | undefined {
    if (field.directory !== undefined) return this.directory[field.directory]
    const data = this.#data.columns[field.name]
    if (data === undefined || field.kind === 'id') return undefined
    return columnKinds[field.kind].open(data, { size: this.#data.count, field, sortKey: this.#context.sortKey })
  }

  #openNames(kind: DirectoryKind, lists: Inverted | undefined): DirectoryColumn | undefined {
    const { names, sortKey } = this.#context
    const referenceOf = kind === 'owners' ? this.#ownerOf : () => undefined
    return lists && new DirectoryColumn(lists, { size: this.#data.count, kind, names, sortKey, referenceOf })
  }
}
