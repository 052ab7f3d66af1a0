import { isUtf8 } from 'node:buffer'
import { type Line, splitLines } from './lines.ts'
import { type ImportRecord, parseRecord, recordBytesMax } from './record.ts'

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
