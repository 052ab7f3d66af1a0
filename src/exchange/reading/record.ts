import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { JsonScan, valuesMax } from '../../common/json-scan.ts'
import { messageOf } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { isJsonObject, type JsonObject, type JsonValue, jsonKind } from '../../place/json.ts'
import type { Path } from '../../place/request.ts'

/**
 * Maximum size of one record, in bytes (D20). A place in an export is longer than its body of at most 1 MiB: it has
 * its key and defaults, and texts in NFC take up to three times their bytes.
 */
export const recordBytesMax = 4 * 1024 * 1024
/** Maximum nesting of a record, since later code walks it recursively. */
const recordDepthMax = 64

/** A record as read; `line` is its number at the source, from 1 (in GeoJSON the number of the feature). */
export interface ReadRecord {
  readonly line: number
  readonly body: JsonObject
  /** Approximate length as JSON; absent: short. */
  readonly characters?: number
  /** The parts of the source that were not kept as they were. */
  readonly notes?: readonly Reason[]
  /** Members for a place that is new, where the body has none. */
  readonly whenNew?: JsonObject
  /**
   * The cells of a table or feature that could not be read; such a record keeps the place's other members, and its other
   * cells are taken as far as they can be. Absent: the record states a whole place itself.
   */
  readonly unread?: readonly UnreadCell[]
}

/** A cell that could not be read, with the path of its member. */
export interface UnreadCell {
  readonly path: Path
  readonly note: Reason
}

/** A record that could not be read, with its faults. */
export interface UnreadRecord {
  readonly line: number
  readonly faults: readonly Reason[]
  /** The record's own id at its source, if that could be read. */
  readonly key?: string
  /** The parts that could be read, only to be shown. */
  readonly shown?: JsonObject
}

/** The output of every reader: each record of the source in order, or its faults. */
export type ImportRecord = ReadRecord | UnreadRecord

/** Bytes as text, or the fault. Undefined bytes exceeded the limit. */
export function textOf(bytes: Buffer | undefined, bytesMax = recordBytesMax): string | Reason {
  if (bytes === undefined) return reason('max-bytes', { max: bytesMax })
  return isUtf8(bytes) ? bytes.toString('utf8') : reason('not-utf8')
}

/** A text as one JSON object, or the fault. Of duplicate members, the last counts. */
export function parseRecord(text: string, line: number): ImportRecord {
  const tooMany = countFault(text)
  if (tooMany) return unread(line, tooMany)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return unread(line, reason('broken-json', { message: jsonFault(error) }))
  }
  if (!isJsonObject(value)) return unread(line, reason('no-json-object', { got: jsonKind(value) }))
  const characters = text.length
  return isHarmless(text) ? { line, body: value as JsonObject, characters } : recordOf(value, line, characters)
}

/** The fault of a text with more values than allowed; only texts long enough for that are scanned. */
function countFault(text: string): Reason | undefined {
  if (text.length < 2 * valuesMax) return undefined
  const scan = new JsonScan()
  scan.add(Buffer.from(text))
  if (scan.members > valuesMax) return reason('max-members', { max: valuesMax, count: scan.members })
  return scan.elements > valuesMax ? reason('max-elements', { max: valuesMax, count: scan.elements }) : undefined
}

/** The object as a record, or the reason why it must not be walked. */
export function recordOf(body: JsonObject, line: number, characters = JSON.stringify(body).length): ImportRecord {
  if (characters > recordBytesMax) return unread(line, reason('max-bytes', { max: recordBytesMax }))
  const fault = harm(body, 1)
  return fault === undefined ? { line, body, characters } : unread(line, fault)
}

/** Stands for a record that could not be read. */
export function unread(line: number, fault: Reason): UnreadRecord {
  return { line, faults: [fault] }
}

/** True if the text alone proves that the value is harmless, as for most records; this avoids the walk. */
function isHarmless(text: string): boolean {
  const nested = occurrences(text, '{', recordDepthMax) + occurrences(text, '[', recordDepthMax)
  return nested <= recordDepthMax && !text.includes('__proto__') && !text.includes('\\u')
}

/** Number of occurrences of the character; counting stops once it exceeds `most`. */
function occurrences(text: string, character: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count++
  return count
}

/** The message of V8 without its excerpts of the text, which may be long or unsuitable for a log. */
function jsonFault(error: unknown): string {
  return messageOf(error)
    .replace(/, (\.\.\.)?".*$/s, '')
    .replace(/ \(line \d+ column \d+\)$/, '')
}

/** The reason why walking the value would be harmful: a member `__proto__`, or nesting beyond the limit. */
function harm(value: JsonValue, depth: number): Reason | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > recordDepthMax) return reason('too-deep', { max: recordDepthMax })
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return reason('proto')
  for (const inner of Object.values(value)) {
    const fault = harm(inner as JsonValue, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** One line of a text, or one row of several lines, without its end; `bytes` is absent if it exceeds the limit. */
export interface Line {
  /** The line where it begins, from 1. */
  readonly number: number
  readonly bytes: Buffer | undefined
  /** True if the text ends inside a row. */
  readonly isInside?: boolean
}

/** Finds the ends of lines, or of rows of several lines, in all bytes of a text, given once and in order. */
export interface LineEnds {
  /** Number of line ends found, including those inside rows. */
  readonly lines: number
  /** True after a beginning of a row that the next line end does not end. */
  readonly isInside?: boolean
  /** Returns the index of the first end at or after `from`; -1 if there is none in these bytes. */
  next(bytes: Buffer, from: number): number
}

/** Ends a line at each of one byte, by default at each LF. */
export class EveryEnd implements LineEnds {
  lines = 0
  readonly #byte: number

  constructor(byte = newline) {
    this.#byte = byte
  }

  next(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(this.#byte, from)
    if (end >= 0) this.lines += 1
    return end
  }
}

/**
 * Number of lines after which others get their turn. Unpacked bytes arrive without waiting, and a few kilobytes of gzip
 * can contain a hundred million blank lines.
 */
const linesInTurn = 1_000
const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Splits bytes into lines at LF or CRLF, or into rows, and yields those of one piece together. A line over `maxBytes`
 * is counted and skipped without being kept.
 */
export async function* splitLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  ends: LineEnds = new EveryEnd(),
): AsyncGenerator<Line[]> {
  const pending = new BoundedBytes(maxBytes + 1)
  let [number, taken] = [1, 0]
  let lines: Line[] = []
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = ends.next(bytes, from); end >= 0; end = ends.next(bytes, from)) {
      pending.add(bytes.subarray(from, end))
      lines.push({ number, bytes: withoutReturn(pending.take(), maxBytes) })
      number = ends.lines + 1
      from = end + 1
      taken += 1
      if (taken % linesInTurn !== 0) continue
      yield lines
      lines = []
      await setImmediate()
    }
    pending.add(bytes.subarray(from))
    if (lines.length > 0) yield lines
    lines = []
  }
  if (pending.size === 0) return
  yield [{ number, bytes: withoutReturn(pending.take(), maxBytes), isInside: ends.isInside === true }]
}

/** Bytes up to a limit; beyond it, bytes are counted but not kept. */
export class BoundedBytes {
  size = 0
  readonly #maxBytes: number
  #parts: Buffer[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Buffer): void {
    this.size += part.length
    if (this.size > this.#maxBytes) this.#parts = []
    else this.#parts.push(part)
  }

  /** Returns the added bytes; undefined if they exceeded the limit. */
  copy(): Buffer | undefined {
    return this.size > this.#maxBytes ? undefined : Buffer.concat(this.#parts)
  }

  /** Returns the added bytes, or undefined if they exceeded the limit, and resets. */
  take(): Buffer | undefined {
    const bytes = this.copy()
    this.#parts = []
    this.size = 0
    return bytes
  }
}

/** The line without a trailing CR; undefined if it is too long. */
function withoutReturn(whole: Buffer | undefined, maxBytes: number): Buffer | undefined {
  const bytes = whole?.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole
  return bytes === undefined || bytes.length > maxBytes ? undefined : bytes
}

/** Reads the records of an NDJSON text: one JSON object per line, UTF-8; blank lines are skipped. */
export async function* readNdjson(source: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRecord[]> {
  for await (const lines of splitLines(source, recordBytesMax)) {
    const records = lines.map(readLine).filter((record) => record !== undefined)
    if (records.length > 0) yield records
  }
}

/** The record of a line; undefined for a blank line. */
function readLine({ number, bytes }: Line): ImportRecord | undefined {
  const text = textOf(bytes)
  if (typeof text !== 'string') return unread(number, text)
  const json = text.trim()
  return json === '' ? undefined : parseRecord(json, number)
}
