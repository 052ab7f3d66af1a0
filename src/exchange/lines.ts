import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { type ImportRecord, parseRecord, recordBytesMax } from './record.ts'

/** One line of a text without its end; `bytes` is absent when it is longer than the limit. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly bytes: Buffer | undefined
}

/**
 * After so many lines others get their turn. Unpacked bytes come without waiting, and a few kilobytes of gzip are a
 * hundred million blank lines.
 */
const linesInTurn = 1_000
const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Bytes cut into lines at LF or CRLF, those of a piece together. A line over `maxBytes` is counted and skipped without
 * being held.
 */
export async function* splitLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line[]> {
  const pending = new PendingLine(maxBytes)
  let number = 0
  let lines: Line[] = []
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      pending.add(bytes.subarray(from, end))
      number += 1
      lines.push({ number, bytes: pending.take() })
      from = end + 1
      if (number % linesInTurn !== 0) continue
      yield lines
      lines = []
      await setImmediate()
    }
    pending.add(bytes.subarray(from))
    if (lines.length > 0) yield lines
    lines = []
  }
  if (pending.size > 0) yield [{ number: number + 1, bytes: pending.take() }]
}

/** The part of a line that has been read; holds `maxBytes` at most. */
class PendingLine {
  size = 0
  readonly #maxBytes: number
  #parts: Buffer[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Buffer): void {
    if (part.length === 0) return
    this.size += part.length
    if (this.size > this.#maxBytes + 1) this.#parts = []
    else this.#parts.push(part)
  }

  /** The line without a trailing CR, or undefined when it was too long; the next one begins empty. */
  take(): Buffer | undefined {
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    const complete = whole.length === this.size
    this.#parts = []
    this.size = 0
    const line = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole
    return complete && line.length <= this.#maxBytes ? line : undefined
  }
}

const byteOrderMark = '\uFEFF'

/** The records of an NDJSON text: one JSON object a line, UTF-8; blank lines are skipped. */
export async function* readNdjson(source: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRecord[]> {
  for await (const lines of splitLines(source, recordBytesMax)) {
    const records = lines.map(readLine).filter((record) => record !== undefined)
    if (records.length > 0) yield records
  }
}

/** Undefined for a blank line. */
function readLine({ number, bytes }: Line): ImportRecord | undefined {
  if (bytes === undefined) return { line: number, fault: `is longer than ${recordBytesMax} bytes` }
  if (!isUtf8(bytes)) return { line: number, fault: 'is not UTF-8' }
  const text = withoutMark(bytes.toString('utf8'), number).trim()
  return text === '' ? undefined : parseRecord(text, number)
}

function withoutMark(text: string, line: number): string {
  return line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text
}
