import { readGeoJson } from './read-geojson.ts'
import { importLimits, type Lines, type Table, UnreadableFile } from './table.ts'

/** What a file holds: a table of CSV or GeoJSON, or the lines of NDJSON; gzip is unpacked. Throws an UnreadableFile. */
export async function readFile(file: File): Promise<Table | Lines> {
  const bytes = await boundedBytes(await unzipped(file))
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new UnreadableFile('empty')
  const format = formatOf(file.name, text)
  if (format === 'geojson') return readGeoJson(text)
  if (format === 'ndjson') return readLines(text)
  const { readCsv } = await import('./read-csv.ts')
  return readCsv(text)
}

async function unzipped(file: File): Promise<ReadableStream<Uint8Array>> {
  const head = new Uint8Array(await file.slice(0, zipSignature.length).arrayBuffer())
  if (zipSignature.every((byte, index) => head[index] === byte)) throw new UnreadableFile('workbook')
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  return isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
}

/** How a ZIP archive begins (APPNOTE 4.3.7), and so each workbook of a spreadsheet. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]

/** All bytes of a stream; a small gzip can be large inside, so they are counted as they come. */
async function boundedBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch((error: unknown) => {
      throw new UnreadableFile('gzip', String(error))
    })
    if (done) break
    size += value.length
    if (size > importLimits.bytes) {
      await reader.cancel()
      throw new UnreadableFile('large')
    }
    parts.push(new Uint8Array(value))
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** UTF-8, else the letters in which spreadsheets of Western Europe are still saved. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const headCharacters = 65_536

/** The format by the name's ending, else by how the text begins. */
function formatOf(name: string, text: string): 'csv' | 'geojson' | 'ndjson' {
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  if (ending === 'geojson') return 'geojson'
  const head = text.slice(0, headCharacters).trimStart()
  if (!head.startsWith('{') && !head.startsWith('[')) return 'csv'
  return /"type"\s*:\s*"Feature(Collection)?"/.test(head.split('\n', 1)[0] ?? '') ||
    /"type"\s*:\s*"FeatureCollection"/.test(head)
    ? 'geojson'
    : 'ndjson'
}

function readLines(text: string): Lines {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
  if (lines.length > importLimits.records) throw new UnreadableFile('many')
  return { lines }
}
