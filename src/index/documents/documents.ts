import {
  type DocumentForm,
  insertKinds,
  isHiddenText,
  isWritten,
  type RenderedDocument,
} from '../../read-model/document.ts'
import type { Reference } from '../../read-model/reference.ts'
import type { OrdinalMap } from '../columns/inverted.ts'
import { BlockReader, type Blocks, BlockWriter, blocksOver } from '../memory/blocks.ts'
import { comma, GrowableBytes } from '../memory/growable.ts'
import { asBuffer, sharedUint32 } from '../memory/shared.ts'

/**
 * The documents of a segment in the order of ordinals. The base form of each is UTF-8 with a trailing comma, so a run
 * of neighbours is a JSON list without brackets. The parts that are inserted on demand are stored separately. At most 4
 * GiB.
 *
 * The inserts of a document are a stream. For each: the number of base form bytes since the previous insert (LEB128), a
 * byte for its kind, and then the length and bytes of a hidden text, or the number of a reference, whose name is written.
 */
export interface DocumentData {
  readonly base: Blocks
  readonly starts: Uint32Array
  readonly inserts: Uint8Array
  readonly insertStarts: Uint32Array
}

/** Returns `,"name":"…"` for a reference of the segment, or nothing if no name is known. */
export type NameTexts = (reference: number) => Buffer

/** Maximum total size of the base forms of one segment. */
export const documentBytesMax = 2 ** 32 - 1

/** Collects documents in the order of rows; `finish` puts them into the order of ordinals. */
export class DocumentsBuilder {
  readonly #base = new GrowableBytes(4096)
  readonly #inserts = new GrowableBytes(1024)
  readonly #starts: number[] = [0]
  readonly #insertStarts: number[] = [0]

  /** @param numberOf Returns a reference's provisional number, which `finish` maps to the one in the segment. */
  add({ texts, inserts }: RenderedDocument, numberOf: (reference: Reference) => number): void {
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const ascii = this.#base.writeText(texts.join('')) === length
    for (let index = 0; index < inserts.length; index++) {
      const insert = inserts[index]!
      const text = texts[index]!
      this.#inserts.writeVarint(ascii ? text.length : Buffer.byteLength(text))
      this.#inserts.writeByte(insertKinds.indexOf(insert.kind))
      if ('text' in insert) {
        this.#inserts.writeVarint(Buffer.byteLength(insert.text))
        this.#inserts.writeText(insert.text)
      } else this.#inserts.writeVarint(numberOf(insert))
    }
    this.#base.writeByte(comma)
    this.#starts.push(this.#base.length)
    this.#insertStarts.push(this.#inserts.length)
  }

  get bytes(): number {
    return this.#base.length
  }

  /** @param rowAt The row of each ordinal. */
  finish(rowAt: Uint32Array, references: OrdinalMap): DocumentData {
    const data = {
      base: blocksOver(this.#base.view()),
      starts: Uint32Array.from(this.#starts),
      inserts: this.#inserts.view(),
      insertStarts: Uint32Array.from(this.#insertStarts),
    }
    return mergeDocuments([{ data, references }], { source: new Uint16Array(rowAt.length), ordinal: rowAt })
  }
}

/** The documents of one segment in a merge, and the new numbers of its references. */
interface DocumentSource {
  readonly data: DocumentData
  readonly references: OrdinalMap
  /**
   * True if its base forms are released as they are copied; its ordinals must then be in the order of the merged ones.
   */
  readonly consume?: boolean
}

/** The origin of each place of a merged segment: the number of the source segment, and the ordinal there. */
export interface Origins {
  readonly source: Uint16Array
  readonly ordinal: Uint32Array
}

/**
 * The documents of several segments in the order of their new ordinals.
 *
 * @throws {RangeError} The documents exceed the maximum size of a segment.
 */
export function mergeDocuments(sources: readonly DocumentSource[], origins: Origins): DocumentData {
  const count = origins.source.length
  const starts = sharedUint32(count + 1)
  const insertStarts = sharedUint32(count + 1)
  let bytes = 0
  for (let at = 0; at < count; at++) {
    const from = sources[origins.source[at]!]!.data.starts
    const ordinal = origins.ordinal[at]!
    bytes += from[ordinal + 1]! - from[ordinal]!
    starts[at + 1] = bytes
  }
  if (bytes > documentBytesMax) {
    throw new RangeError(`the documents of a segment have at most ${documentBytesMax} bytes, got ${bytes}`)
  }
  const base = new BlockWriter(bytes)
  const readers = sources.map(({ data }) => new Documents(data))
  const inserts = new GrowableBytes(1024)
  for (let at = 0; at < count; at++) {
    const source = sources[origins.source[at]!]!
    const from = readers[origins.source[at]!]!
    const ordinal = origins.ordinal[at]!
    const end = source.data.starts[ordinal + 1]!
    from.base.copyToBlocks(base, source.data.starts[ordinal]!, end)
    if (source.consume) from.base.release(end)
    copyInserts(from.insertsOf(ordinal), source.references, inserts)
    insertStarts[at + 1] = inserts.length
  }
  return { base: base.blocks, starts, inserts: inserts.toShared(), insertStarts }
}

/** Copies the inserts of one document, its references with their new numbers. */
function copyInserts(stream: InsertStream, references: OrdinalMap, into: GrowableBytes): void {
  while (stream.next()) {
    const { kind, number } = stream
    into.writeVarint(stream.gap)
    into.writeByte(stream.code)
    into.writeVarint(isHiddenText(kind) ? number : references[number]!)
    if (isHiddenText(kind)) into.writeBytes(stream.bytes, stream.textStart, stream.textStart + number)
  }
}

/** Reads the inserts of one document; each `next` advances to one insert. */
class InsertStream {
  gap = 0
  code = 0
  /** The number of the reference, or the length of a hidden text in bytes. */
  number = 0
  /** The start of a hidden text in `bytes`. */
  textStart = 0
  readonly bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes
    this.#at = start
    this.#end = end
  }

  get kind(): (typeof insertKinds)[number] {
    return insertKinds[this.code]!
  }

  /** Moves to the next insert; false when there is none. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    this.gap = this.#varint()
    this.code = this.bytes[this.#at++]!
    this.number = this.#varint()
    if (!isHiddenText(this.kind)) return true
    this.textStart = this.#at
    this.#at += this.number
    return true
  }

  #varint(): number {
    let byte = this.bytes[this.#at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.bytes[this.#at++]!
      value |= (byte & 127) << shift
    }
    return value >>> 0
  }
}

/** Options for writing inserts. */
interface InsertOptions {
  /** End of the base form bytes that are already written. */
  readonly copied: number
  /** True for each insert kind that is written, by its code. */
  readonly written: readonly boolean[]
  readonly names: NameTexts
}

/** The form of documents, the names in them, and the list that takes their ends. */
interface WriteOptions {
  readonly form: DocumentForm
  readonly names: NameTexts
  readonly ends: number[]
}

/** Reads the documents of a segment. */
export class Documents {
  readonly base: BlockReader
  readonly #inserts: Buffer
  readonly #data: DocumentData
  /** Depends on the bytes read ahead, so that the compiler does not remove the reads. */
  #sum = 0

  constructor(data: DocumentData) {
    this.#data = data
    this.base = new BlockReader(data.base)
    this.#inserts = asBuffer(data.inserts)
  }

  /** The inserts of one document. */
  insertsOf(ordinal: number): InsertStream {
    const { insertStarts } = this.#data
    return new InsertStream(this.#inserts, insertStarts[ordinal]!, insertStarts[ordinal + 1]!)
  }

  /** Writes one document in a form. */
  write(out: GrowableBytes, ordinal: number, form: DocumentForm, names: NameTexts): void {
    this.writeAll(out, Uint32Array.of(ordinal), { form, names, ends: [] })
  }

  /**
   * Writes documents in a form, with a comma between neighbours, and adds the end of each to `ends`. The bytes between two
   * inserts are copied at once, also across neighbours.
   */
  writeAll(out: GrowableBytes, ordinals: Uint32Array, { form, names, ends }: WriteOptions): void {
    const { starts } = this.#data
    const written = insertKinds.map((kind) => isWritten(kind, form))
    const none = !written.includes(true)
    if (ordinals.length > 1) this.#readAhead(ordinals)
    let copied = starts[ordinals[0] ?? 0]!
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at]!
      if (!none) copied = this.#writeInserted(out, ordinal, { copied, written, names })
      const next = ordinals[at + 1]
      const end = starts[ordinal + 1]! - 1
      ends.push(out.length + end - copied)
      if (next === ordinal + 1) continue
      this.base.copyTo(out, copied, end + Number(next !== undefined))
      copied = starts[next ?? 0]!
    }
  }

  /**
   * Reads a byte of each cache line that is copied next: such reads wait for memory in parallel, but copies wait one
   * after the other (bench/NOTES.md).
   */
  #readAhead(ordinals: Uint32Array): void {
    const { starts, insertStarts } = this.#data
    let sum = this.#sum
    for (const ordinal of ordinals) sum ^= starts[ordinal]! ^ insertStarts[ordinal]!
    for (const ordinal of ordinals) {
      sum ^= this.#inserts[insertStarts[ordinal]!] ?? 0
      sum ^= this.base.readLines(starts[ordinal]!, starts[ordinal + 1]!)
    }
    this.#sum = sum
  }

  /** Copies from the byte `copied` up to the last insert of a document; returns the end of the copied bytes. */
  #writeInserted(out: GrowableBytes, ordinal: number, { copied, written, names }: InsertOptions): number {
    const stream = this.insertsOf(ordinal)
    let from = copied
    let at = this.#data.starts[ordinal]!
    while (stream.next()) {
      at += stream.gap
      if (!written[stream.code]) continue
      this.base.copyTo(out, from, at)
      from = at
      if (isHiddenText(stream.kind)) out.writeBytes(stream.bytes, stream.textStart, stream.textStart + stream.number)
      else {
        const name = names(stream.number)
        out.writeBytes(name, 0, name.length)
      }
    }
    return from
  }

  /** The number of the reference to the owner. */
  ownerOf(ordinal: number): number {
    const stream = this.insertsOf(ordinal)
    while (stream.next()) if (stream.kind === 'owners') return stream.number
    throw new Error(`place ${ordinal} of the segment has no owner`)
  }
}
