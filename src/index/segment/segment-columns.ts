import type { Field } from '../../place/fields.ts'
import type { Model } from '../../place/model.ts'
import type { Column } from '../columns/column.ts'
import { columnKinds, type SegmentData } from './segment-data.ts'

/** Shared dependencies of all segments; created once per index. */
export interface SearchContext {
  readonly model: Model
  readonly sortKey: (text: string) => string
}

/** The columns of a segment by field, opened on first use; columns without a value are absent. */
export class SegmentColumns {
  readonly #data: SegmentData
  readonly #context: SearchContext
  readonly #opened = new Map<string, Column | undefined>()

  constructor(data: SegmentData, context: SearchContext) {
    this.#data = data
    this.#context = context
  }

  /** The column of a field, or undefined when no place of the segment has a value in it. */
  get(field: Field): Column | undefined {
    if (!this.#opened.has(field.name)) this.#opened.set(field.name, this.#open(field))
    return this.#opened.get(field.name)
  }

  #open(field: Field): Column | undefined {
    const data = this.#data.columns[field.name]
    if (data === undefined || field.kind === 'id') return undefined
    return columnKinds[field.kind].open(data, { size: this.#data.count, field, sortKey: this.#context.sortKey })
  }
}
