import type { DirectoryKind } from '../../place/directory-entry.ts'
import type { Field } from '../../place/fields.ts'
import type { Model } from '../../place/model.ts'
import type { Visibility } from '../../place/visibility.ts'
import { type Orphan, rowIdOf, type Span } from '../../query/appearance.ts'
import { createSortKey } from '../../query/sort-key.ts'
import { fold } from '../../query/text.ts'
import type { ColumnBuilder, ColumnValue } from '../columns/column.ts'
import { readRowId, sealIds } from '../columns/id-column.ts'
import { InstantBuilder } from '../columns/instant-column.ts'
import { InvertedBuilder, type KeyTable, type TargetMap } from '../columns/inverted.ts'
import { KeywordBuilder } from '../columns/keyword-column.ts'
import { ownerKey } from '../columns/owner-key.ts'
import { sealPoints } from '../columns/point-column.ts'
import { TextBuilder } from '../columns/text-column.ts'
import { FullTextBuilder, noWords, WordTable } from '../columns/words.ts'
import { DocumentsBuilder } from '../documents/documents.ts'
import { renderPlace } from '../documents/render.ts'
import { createPlaceReader, type PlaceReader, type Row } from '../documents/row.ts'
import { HoursColumnBuilder } from '../hours/hours-column.ts'
import { sharedUint32, toSharedUint32, toSharedWhole } from '../memory/shared.ts'
import { createBitset, setBit } from '../sets/bitset.ts'
import { sealSeen } from './seen-places.ts'
import type { NameData, SegmentData } from './segment-data.ts'

/** What builders and mergers of segments share; made once in a thread. */
export interface SealContext {
  readonly model: Model
  readonly reader: PlaceReader
  readonly sortKey: (text: string) => string
}

/** The context of a thread that seals. */
export function createSealContext(model: Model): SealContext {
  return { model, reader: createPlaceReader(model), sortKey: createSortKey(model.locale) }
}

type AnyBuilder = ColumnBuilder<unknown>

/** Collects places one by one; what it holds of them are numbers and distinct texts, no objects. */
export class SegmentBuilder {
  readonly #context: SealContext
  readonly #words = new WordTable()
  readonly #fullText: Readonly<Record<Visibility, FullTextBuilder>> = {
    public: new FullTextBuilder(this.#words),
    media: new FullTextBuilder(this.#words),
    restricted: new FullTextBuilder(this.#words),
  }
  readonly #columns = new Map<string, { readonly field: Field; readonly builder: AnyBuilder }>()
  readonly #types = new InvertedBuilder()
  readonly #owners = new InvertedBuilder()
  readonly #hours = new HoursColumnBuilder()
  readonly #documents = new DocumentsBuilder()
  readonly #tables: KeyTable[] = [this.#words, this.#types, this.#owners, this.#hours].map(({ table }) => table)
  readonly #ids: string[] = []
  readonly #orphans: Orphan[] = []
  readonly #names: string[] = []
  readonly #revisions: number[] = []
  readonly #positions: number[] = []
  readonly #seen: { readonly row: number; readonly seen: Span }[] = []

  constructor(context: SealContext) {
    this.#context = context
  }

  get count(): number {
    return this.#ids.length
  }

  /** The bytes of the documents so far. */
  get documentBytes(): number {
    return this.#documents.bytes
  }

  /** How many different texts its tables hold together: words, the values of each field, owners, types, schedules. */
  get texts(): number {
    let texts = 0
    for (const table of this.#tables) texts += table.size
    return texts
  }

  add(row: Row): void {
    const { place, revision, parentName, orphan = 0, seen } = row
    const number = this.#ids.length
    this.#ids.push(place.id)
    this.#orphans.push(orphan)
    if (seen !== undefined) this.#seen.push({ row: number, seen })
    this.#names.push(place.name)
    this.#revisions.push(revision)
    this.#positions.push(...place.geolocation.geometry.coordinates)
    for (const key of Object.keys(place.placeTypes)) this.#types.add(number, key)
    this.#owners.add(number, ownerKey(place))
    this.#hours.add(number, place)
    this.#context.reader(row, {
      value: (field, value, fullText) => this.#addValue(number, field, { value, fullText }),
      text: (text, visibility) =>
        this.#fullText[visibility].add(number, this.#words.wordsOf(fold(text).toWellFormed())),
    })
    this.#documents.add(renderPlace(place, parentName), (kind, key) => this.#referenceNumber(kind, key))
  }

  /** The sealed segment; the builder is used up. */
  seal(): SegmentData {
    const { keys, rowAt, ordinalOf } = this.#order()
    const count = rowAt.length
    const ids = sealIds(
      Buffer.concat(Array.from(rowAt, (row) => rowIdBytes(rowIdOf(this.#ids[row]!, this.#orphans[row]!)))),
    )
    const { sortKey } = this.#context
    const sealed = [...this.#columns].map(([name, { field, builder }]) => {
      return { name, ...builder.finish(ordinalOf, { field, size: count, sortKey }) }
    })
    const columns = Object.fromEntries(sealed.map(({ name, data }) => [name, data]))
    const valueMap = (name: string) => sealed.find((column) => column.name === name)?.valueMaps[0] ?? new Uint32Array(0)
    const owners = this.#owners.finish(ordinalOf)
    const revisions = new Float64Array(count)
    const positions = new Float64Array(2 * count)
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const row = rowAt[ordinal]!
      revisions[ordinal] = this.#revisions[row]!
      positions[2 * ordinal] = this.#positions[2 * row]!
      positions[2 * ordinal + 1] = this.#positions[2 * row + 1]!
    }
    return {
      count,
      ids,
      revisions: toSharedWhole(revisions),
      names: this.#sealNames(rowAt, keys, valueMap('name')),
      columns,
      types: this.#types.finish(ordinalOf).inverted,
      owners: owners.inverted,
      publicWords: this.#fullText.public.finish(ordinalOf).inverted,
      hiddenWords: {
        media: this.#fullText.media.finish(ordinalOf).inverted,
        restricted: this.#fullText.restricted.finish(ordinalOf).inverted,
      },
      points: sealPoints(positions),
      seen: sealSeen(this.#seen.map(({ row, seen }) => ({ ordinal: ordinalOf[row]!, seen }))),
      hours: this.#hours.finish(ordinalOf),
      documents: this.#documents.finish(rowAt, {
        owners: owners.keyMaps[0]!,
        categories: valueMap('categories_id'),
        tags: valueMap('tags_id'),
      }),
    }
  }

  #addValue(row: number, field: Field, { value, fullText }: { value: ColumnValue; fullText: boolean }): void {
    const words = this.#column(field).add(row, value)
    if (fullText && words !== noWords) this.#fullText[field.visibility].add(row, words)
  }

  #column(field: Field): AnyBuilder {
    const known = this.#columns.get(field.name)
    if (known) return known.builder
    const builder = createBuilder(field, this.#words)
    this.#columns.set(field.name, { field, builder })
    if (builder.table) this.#tables.push(builder.table)
    return builder
  }

  /** Categories and tags are known by the values of their id columns. */
  #referenceNumber(kind: DirectoryKind, key: string): number {
    if (kind === 'owners') return this.#owners.table.intern(key)
    const ids = this.#columns.get(`${kind}_id`)?.builder as KeywordBuilder
    return ids.numberOf(key)
  }

  /** Rows in the default order. */
  #order(): { keys: string[]; rowAt: Uint32Array; ordinalOf: TargetMap } {
    const keys = this.#names.map((name) => this.#context.sortKey(fold(name)))
    const ids = this.#ids
    const rowAt = Uint32Array.from(keys, (_, row) => row).sort((a, b) => {
      if (keys[a] !== keys[b]) return keys[a]! < keys[b]! ? -1 : 1
      return ids[a]! < ids[b]! ? -1 : 1
    })
    const ordinalOf = new Uint32Array(rowAt.length)
    for (let ordinal = 0; ordinal < rowAt.length; ordinal++) ordinalOf[rowAt[ordinal]!] = ordinal
    return { keys, rowAt, ordinalOf }
  }

  #sealNames(rowAt: Uint32Array, keys: readonly string[], valueMap: TargetMap): NameData {
    const column = this.#columns.get('name')?.builder as KeywordBuilder | undefined
    const values = sharedUint32(rowAt.length)
    const same = createBitset(rowAt.length)
    for (let ordinal = 0; ordinal < rowAt.length; ordinal++) {
      const row = rowAt[ordinal]!
      values[ordinal] = valueMap[column?.numberOf(this.#names[row]!) ?? 0]!
      if (ordinal > 0 && keys[row] === keys[rowAt[ordinal - 1]!]) setBit(same, ordinal)
    }
    const bareWords = column?.finishBareWords(valueMap) ?? new InvertedBuilder().finish(new Uint32Array(0)).inverted
    return { valueOf: values, same: toSharedUint32(same), bareWords }
  }
}

function createBuilder(field: Field, words: WordTable): AnyBuilder {
  if (field.kind === 'text') return new TextBuilder(words)
  return field.kind === 'instant' ? new InstantBuilder() : new KeywordBuilder(words)
}

function rowIdBytes(id: string): Buffer {
  const bytes = Buffer.alloc(16)
  if (!readRowId(id, bytes)) throw new Error(`the id of a place must be a UUID in lower case, got ${id}`)
  return bytes
}
