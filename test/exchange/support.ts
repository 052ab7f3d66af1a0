import { readRecords } from '../../src/exchange/importing/read-records.ts'
import type { Source } from '../../src/exchange/reading/open-source.ts'
import type { ImportRecord, ReadRecord } from '../../src/exchange/reading/record.ts'
import { createModel } from '../../src/place/model.ts'

export const model = createModel()

/** Bytes in pieces of a given size, so that every cut is tried. */
export async function* pieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Everything that a reader gives for a text. */
export async function readText(text: string | Uint8Array, more: Partial<Source> & { pieceSize?: number } = {}) {
  const { pieceSize, ...source } = more
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return readAll({ bytes: pieces(bytes, pieceSize), ...source })
}

export async function readAll(source: Source): Promise<ReadOutcome[]> {
  return (await Array.fromAsync(readRecords(source, model))).flat().map(outcomeOf)
}

/** A record that could not be read, its faults in one text. */
interface Unread {
  readonly line: number
  readonly fault: string
  readonly key?: string
}

type ReadOutcome = ReadRecord | Unread

/** A record without its length, which is only an estimate. */
function outcomeOf(record: ImportRecord): ReadOutcome {
  if ('body' in record) {
    const { line, body, unread = [] } = record
    return { line, body, ...(unread.length > 0 && { unread }) }
  }
  const { faults, ...rest } = record
  return { ...rest, fault: faults.map(({ detail }) => detail).join('; ') }
}

/** The cells that were left out: line, member and note. */
export function unreadCells(
  records: readonly ReadOutcome[],
): (readonly [line: number, member: string, note: string])[] {
  return records.flatMap((record) =>
    'body' in record
      ? (record.unread ?? []).map(({ path, note }) => [record.line, path.join('.'), note.detail] as const)
      : [],
  )
}

export function bodies(records: readonly ReadOutcome[]): ReadRecord['body'][] {
  return records.filter((record): record is ReadRecord => 'body' in record).map(({ body }) => body)
}

export function faults(records: readonly ReadOutcome[]): Unread[] {
  return records.filter((record): record is Unread => 'fault' in record)
}
