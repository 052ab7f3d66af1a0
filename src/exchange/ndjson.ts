import { isUtf8 } from 'node:buffer'
import { splitLines } from './lines.ts'
import { type ImportRecord, parseRecord, recordBytesMax } from './record.ts'

const byteOrderMark = '\uFEFF'

/** The records of an NDJSON text: one JSON object a line, UTF-8; blank lines are skipped. */
export async function* readNdjson(source: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRecord> {
  for await (const { number, bytes } of splitLines(source, recordBytesMax)) {
    if (bytes === undefined) {
      yield { line: number, fault: `is longer than ${recordBytesMax} bytes` }
    } else if (!isUtf8(bytes)) {
      yield { line: number, fault: 'is not UTF-8' }
    } else {
      const text = withoutMark(bytes.toString('utf8'), number).trim()
      if (text !== '') yield parseRecord(text, number)
    }
  }
}

function withoutMark(text: string, line: number): string {
  return line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text
}
