import type { Field } from '../../place/fields.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { LonLat } from '../../place/place.ts'
import type { Visibility } from '../../place/visibility.ts'
import { fold } from '../../query/text/folded-text.ts'
import { createSortKey } from '../../query/text/sort-key.ts'
import { readValues } from '../../query/values.ts'
import { renderPlace } from '../../read-model/document.ts'
import { formatReference, referencesOf } from '../../read-model/reference.ts'
import { type Row, viewOfRow } from '../../read-model/row.ts'
import type { ColumnBuilder, ColumnValue } from '../columns/column.ts'
import { buildIds, readId } from '../columns/id-column.ts'
import { InstantBuilder } from '../columns/instant-column.ts'
import { InvertedBuilder, inverseOf, type KeyTable, type OrdinalMap } from '../columns/inverted.ts'
import { KeywordBuilder } from '../columns/keyword-column.ts'
import { buildPoints } from '../columns/point-column.ts'
import { TextBuilder } from '../columns/text-column.ts'
import { addWords, noWords, type WordNumbers, WordTable } from '../columns/word-table.ts'
import { DocumentsBuilder } from '../documents/documents.ts'
import { HoursBuilder } from '../hours/hours-column.ts'
import { sharedIntegers, sharedUint32 } from '../memory/shared.ts'
import type { SegmentData } from './segment-data.ts'
import { buildPublicSpans } from './segment-states.ts'

/** Shared dependencies of building and merging segments; created once per thread. */
export interface BuildContext {
  readonly model: Model
  readonly sortKey: (text: string) => string
}

/** Creates the context of a thread that builds segments. */
export function createBuildContext(model: Model): BuildContext {
  return { model, sortKey: createSortKey(model.locale) }
}

type AnyBuilder = ColumnBuilder<unknown>

/** The parts of a row that are kept unchanged. */
interface AddedRow extends Pick<Row, 'revision'> {
  readonly publicSpan: Row['publicSpan']
  /** The index of the row. */
  readonly number: number
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly position: LonLat
}

/** Collects places one by one. It keeps only numbers, distinct texts and the values that each place is ordered by. */
export class SegmentBuilder {
  readonly #context: BuildContext
  readonly #words = new WordTable()
  readonly #fullText: Readonly<Record<Visibility, InvertedBuilder>> = {
    public: new InvertedBuilder(this.#words.table),
    media: new InvertedBuilder(this.#words.table),
    restricted: new InvertedBuilder(this.#words.table),
  }
  readonly #nameWords = new InvertedBuilder(this.#words.table)
  readonly #ownerNameWords = new InvertedBuilder(this.#words.table)
  #ownerNames = 0
  readonly #columns = new Map<string, { readonly field: Field; readonly builder: AnyBuilder }>()
  readonly #types = new InvertedBuilder()
  readonly #references = new InvertedBuilder()
  readonly #hours = new HoursBuilder()
  readonly #documents = new DocumentsBuilder()
  readonly #tables: KeyTable[] = [this.#words, this.#types, this.#references, this.#hours].map(({ table }) => table)
  readonly #rows: AddedRow[] = []

  constructor(context: BuildContext) {
    this.#context = context
  }

  get count(): number {
    return this.#rows.length
  }

  /** The bytes of the documents so far. */
  get documentBytes(): number {
    return this.#documents.bytes
  }

  /** Number of distinct texts in all tables: words, the values of each field, references, types and schedules. */
  get texts(): number {
    let texts = 0
    for (const table of this.#tables) texts += table.size
    return texts
  }

  add(row: Row): void {
    const { place, revision, publicSpan } = row
    const { id, name, geolocation } = place
    const number = this.#rows.length
    const nameKey = this.#context.sortKey(fold(name))
    const position = geolocation.geometry.coordinates
    this.#rows.push({ number, id, name, nameKey, revision, position, publicSpan })
    for (const key of Object.keys(place.placeTypes)) this.#types.add(number, key)
    for (const reference of referencesOf(row)) this.#references.add(number, formatReference(reference))
    this.#hours.add(number, place)
    const { id: _, ...members } = viewOfRow(row)
    readValues(members as unknown as JsonObject, this.#context.model, {
      value: (field, value, fullText) => this.#addValue(number, field, { value, fullText }),
      text: (text, visibility) =>
        addWords(this.#fullText[visibility], number, this.#words.wordsOf(fold(text).toWellFormed())),
    })
    this.#documents.add(renderPlace(row), (reference) => this.#references.table.intern(formatReference(reference)))
  }

  /** Builds the segment; the builder cannot be used afterwards. */
  build(): SegmentData {
    const rows = this.#rows.toSorted(compareRows)
    const count = rows.length
    const rowAt = Uint32Array.from(rows, ({ number }) => number)
    const ordinalOf = inverseOf(rowAt)
    const { sortKey } = this.#context
    const built = [...this.#columns].map(([name, { field, builder }]) => {
      return { name, ...builder.finish(ordinalOf, { field, size: count, sortKey }) }
    })
    const columns = Object.fromEntries(built.map(({ name, data }) => [name, data]))
    const valueMap = (name: string) => built.find((column) => column.name === name)?.valueMaps[0] ?? new Uint32Array(0)
    const references = this.#references.finish(ordinalOf)
    const revisions = sharedIntegers(
      count,
      rows.some(({ revision }) => revision >= 2 ** 32),
    )
    for (const [ordinal, { revision }] of rows.entries()) revisions[ordinal] = revision
    return {
      count,
      ids: buildIds(Buffer.concat(rows.map(({ id }) => rowIdBytes(id)))),
      revisions,
      names: { valueOf: this.#nameValues(rows, valueMap('name')), words: this.#nameWords.finish(ordinalOf).inverted },
      ownerNameWords: this.#ownerNameWords.finish(valueMap('owner_name')).inverted,
      columns,
      types: this.#types.finish(ordinalOf).inverted,
      references: references.inverted,
      publicWords: this.#fullText.public.finish(ordinalOf).inverted,
      hiddenWords: {
        media: this.#fullText.media.finish(ordinalOf).inverted,
        restricted: this.#fullText.restricted.finish(ordinalOf).inverted,
      },
      points: buildPoints(Float64Array.from(rows.flatMap(({ position }) => position))),
      publicSpans: buildPublicSpans(
        new Map(rows.flatMap(({ publicSpan }, ordinal) => (publicSpan ? [[ordinal, publicSpan]] : []))),
      ),
      hours: this.#hours.finish(ordinalOf),
      documents: this.#documents.finish(rowAt, references.keyMaps[0]!),
    }
  }

  #addValue(row: number, field: Field, { value, fullText }: { value: ColumnValue; fullText: boolean }): void {
    const words = this.#column(field).add(row, value)
    if (field.name === 'name') addWords(this.#nameWords, row, words)
    if (field.name === 'owner_name') this.#addOwnerName(String(value), words)
    if (fullText && words !== noWords) addWords(this.#fullText[field.visibility], row, words)
  }

  #addOwnerName(name: string, words: WordNumbers): void {
    const number = (this.#columns.get('owner_name')!.builder as KeywordBuilder).numberOf(name)
    if (number < this.#ownerNames) return
    this.#ownerNames = number + 1
    addWords(this.#ownerNameWords, number, words)
  }

  #column(field: Field): AnyBuilder {
    const known = this.#columns.get(field.name)
    if (known) return known.builder
    const builder = createBuilder(field, this.#words)
    this.#columns.set(field.name, { field, builder })
    if (builder.table) this.#tables.push(builder.table)
    return builder
  }

  #nameValues(rows: readonly AddedRow[], valueMap: OrdinalMap): Uint32Array {
    const column = this.#columns.get('name')?.builder as KeywordBuilder | undefined
    const values = sharedUint32(rows.length)
    for (const [ordinal, { name }] of rows.entries()) values[ordinal] = valueMap[column?.numberOf(name) ?? 0]!
    return values
  }
}

/** Compares rows by the default order. */
function compareRows(one: AddedRow, other: AddedRow): number {
  if (one.nameKey !== other.nameKey) return one.nameKey < other.nameKey ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function createBuilder({ kind }: Field, words: WordTable): AnyBuilder {
  switch (kind) {
    case 'text':
      return new TextBuilder(words)
    case 'instant':
      return new InstantBuilder()
    case 'id':
    case 'string':
    case 'number':
    case 'boolean':
      return new KeywordBuilder(words)
  }
}

function rowIdBytes(id: string): Buffer {
  const bytes = Buffer.alloc(16)
  if (!readId(id, bytes)) throw new Error(`the id of a place must be a UUID in lower case, got ${id}`)
  return bytes
}
