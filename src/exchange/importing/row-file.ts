import { type FileHandle, open } from 'node:fs/promises'
import { messageOf, Problem, unavailable } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import type { JsonValue } from '../../place/json.ts'
import { UnreadableWorkbook } from '../reading/workbook.ts'

/** Takes bytes of a caller's share of the disk; the answer is false if there are none left. */
export type TakeBytes = (bytes: number) => boolean | Promise<boolean>

/** The extent of a file of rows, by which another thread opens it. */
export interface RowExtent {
  readonly rows: number
  readonly bytes: number
  /** The offsets of every hundredth row. */
  readonly offsets: readonly number[]
}

/** The keys of all rows are held in memory, in some 30 bytes each. */
const rowsMax = 2_000_000
/** Number of rows between those whose offsets are kept. */
const stride = 100
const readBytes = 64 * 1024

/** Rows as lines of JSON in a file. They are added, then read in pages or from the beginning. */
export class RowFile {
  readonly #handle: FileHandle
  readonly #take: TakeBytes
  #extent: { rows: number; bytes: number; readonly offsets: number[] } = { rows: 0, bytes: 0, offsets: [] }

  constructor(handle: FileHandle, take: TakeBytes) {
    this.#handle = handle
    this.#take = take
  }

  /** Opens a file that exists. */
  static async open(path: string, extent: RowExtent, take: TakeBytes): Promise<RowFile> {
    const file = new RowFile(await kept(open(path, 'r+')), take)
    file.extent = extent
    return file
  }

  /** The number of rows. */
  get rows(): number {
    return this.#extent.rows
  }

  get extent(): RowExtent {
    return this.#extent
  }

  /** Set once another thread has added rows. */
  set extent({ rows, bytes, offsets }: RowExtent) {
    this.#extent = { rows, bytes, offsets: [...offsets] }
  }

  /** Adds rows in their order; one call at a time. Throws a 503 if plans hold too much. */
  async add(rows: readonly JsonValue[]): Promise<void> {
    const extent = this.#extent
    if (extent.rows + rows.length > rowsMax) throw new Problem('body-too-large', `a plan has at most ${rowsMax} rows`)
    const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
    const size = lines.reduce((sum, { length }) => sum + length, 0)
    if (!(await this.#take(size))) throw plansHoldTooMuch()
    let at = extent.bytes
    for (const { length } of lines) {
      if (extent.rows % stride === 0) extent.offsets.push(at)
      extent.rows += 1
      at += length
    }
    await kept(this.#handle.writev(lines, extent.bytes))
    extent.bytes = at
  }

  /** Yields the rows from one on, several at a time. */
  async *read(offset = 0): AsyncGenerator<readonly JsonValue[]> {
    const { bytes, offsets } = this.#extent
    let at = offsets[Math.floor(offset / stride)] ?? bytes
    let skipped = offset % stride
    let begun: Buffer[] = []
    while (at < bytes) {
      const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(readBytes), 0, readBytes, at)
      if (bytesRead === 0) return
      at += bytesRead
      const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
      begun.push(buffer.subarray(0, end || bytesRead))
      if (end === 0) continue
      const lines = Buffer.concat(begun).toString('utf8').split('\n').slice(0, -1)
      begun = [buffer.subarray(end, bytesRead)]
      const wanted = lines.slice(skipped)
      skipped = Math.max(0, skipped - lines.length)
      if (wanted.length > 0) yield wanted.map((line) => JSON.parse(line) as JsonValue)
    }
  }

  /** Returns a page of rows. */
  async page(offset: number, limit: number): Promise<readonly JsonValue[]> {
    const found: JsonValue[] = []
    if (limit === 0) return found
    for await (const rows of this.read(offset)) {
      found.push(...rows.slice(0, limit - found.length))
      if (found.length >= limit) break
    }
    return found
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Creates the 503 for a file that is larger than what the caller's plans may still hold. */
export function plansHoldTooMuch(): Problem {
  return unavailable('plans of imports hold too much: try again later, or split the file', 60)
}

/** Returns what stopped the reading of a file as a Problem. */
export function readingStopped(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('unreadable-body', stoppedBy(error))
}

/** Returns the reason for which the reading of a file stopped. */
export function stoppedBy(error: unknown): Reason {
  if (error instanceof UnreadableWorkbook) return reason(error.code === 'large' ? 'large-workbook' : 'broken-file')
  return reason('reading-stopped', { message: messageOf(error) })
}

/** Resolves once something is on disk. Throws a 503 if the disk cannot be written to. */
export function kept<Result>(writing: Promise<Result>): Promise<Result> {
  return writing.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Problem) throw error
    throw unavailable(`the disk for plans of imports cannot be written to: ${error.code ?? 'unknown'}`, 60)
  })
}
