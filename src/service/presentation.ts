import { crc32 } from 'node:zlib'
import { Turn } from '../common/pause.ts'
import type { PageLink, PlaceFormat, PlaceWriter } from '../exchange/place-formats.ts'
import { closingBrace, closingBracket } from '../index/memory/growable.ts'
import type { JsonObject } from '../place/json.ts'
import { resolvedEntries } from '../place/open-hours.ts'
import type { PlaceView } from '../place/place.ts'
import { chosenMembers } from '../query/members.ts'
import type { FormatName, Presentation } from '../query/search-request.ts'
import { type Answer, placeTag } from './search-engine.ts'

/** Pieces of a list are handed on when they are so long, in characters. */
const pieceLength = 64 * 1024
const quote = 34
const backslash = 92
const openingBrace = 123

/** In which format, other than JSON as it is found, an answer is written. */
export interface OutputFormat {
  readonly format: PlaceFormat
  readonly writer: PlaceWriter
  readonly links: readonly PageLink[]
}

/** The place as it is to be sent, and with the tag of that. */
export function presentPlace(answer: Answer, presentation: Presentation, written?: OutputFormat): Answer {
  if (written === undefined && isAsItIs(presentation)) return answer
  const bytes = written
    ? Buffer.from(written.writer.alone(shownPlace(answer.bytes, presentation, written.writer)))
    : presentedDocument(answer.bytes, presentation)
  return { bytes, etag: placeTag(Number.parseInt(answer.etag.slice(1), 10), crc32(bytes)) }
}

/** The page as it is to be sent; documents are gone through in several turns where that takes long. */
export function presentPage(
  answer: Answer,
  presentation: Presentation,
  written?: OutputFormat,
): Answer | Promise<Answer> {
  return written === undefined && isAsItIs(presentation) ? answer : presentedPage(answer, presentation, written)
}

/** The tag of a page in a format: one address has several, which differ by the header `Accept` alone. */
export function formatTag(etag: string, format: FormatName): string {
  return format === 'json' ? etag : etag.replace(/"$/, `-${format}"`)
}

function isAsItIs({ members, resolvedHours }: Presentation): boolean {
  return members === undefined && !resolvedHours
}

async function presentedPage(answer: Answer, presentation: Presentation, written?: OutputFormat): Promise<Answer> {
  const { bytes, etag } = answer
  if (written) {
    const pieces = await Array.fromAsync(writtenPages([bytes], presentation, written))
    return { bytes: Buffer.concat(pieces), etag: formatTag(etag, written.format) }
  }
  const pieces: Buffer[] = []
  let behind = 0
  const turn = new Turn()
  for (const [start, end] of resultsOf(bytes)) {
    pieces.push(bytes.subarray(behind, start), presentedDocument(bytes.subarray(start, end), presentation))
    behind = end
    if (turn.isOver) await turn.next()
  }
  return { bytes: Buffer.concat([...pieces, bytes.subarray(behind)]), etag }
}

/** The list that pages make, in pieces, each of which is made in a turn of its own when it is asked for. */
export async function* writtenPages(
  pages: Iterable<Buffer> | AsyncIterable<Buffer>,
  presentation: Presentation,
  { writer, links }: OutputFormat,
): AsyncGenerator<Buffer> {
  let text = ''
  let isFirst = true
  const turn = new Turn()
  for await (const page of pages) {
    if (text === '' && isFirst) text = writer.begin({ matched: matchedOf(page), links })
    for (const [start, end] of resultsOf(page)) {
      if (!isFirst) text += writer.between
      isFirst = false
      text += writer.place(shownPlace(page.subarray(start, end), presentation, writer))
      if (!turn.isOver && text.length < pieceLength) continue
      yield Buffer.from(text)
      text = ''
      await turn.next()
    }
  }
  yield Buffer.from(text + writer.end)
}

/** The number behind `{"TotalHits":`. */
function matchedOf(page: Buffer): number {
  return Number.parseInt(page.toString('latin1', '{"TotalHits":'.length, 40), 10)
}

function presentedDocument(bytes: Buffer, presentation: Presentation): Buffer {
  const { members, resolvedHours } = presentation
  if (members === undefined && !(resolvedHours && bytes.includes('"openHours":['))) return bytes
  return Buffer.from(JSON.stringify(shownPlace(bytes, presentation)))
}

function shownPlace(bytes: Buffer, { members, resolvedHours }: Presentation, writer?: PlaceWriter): JsonObject {
  const place = JSON.parse(bytes.toString()) as PlaceView
  const { openHours } = place
  const resolved = resolvedHours && openHours ? { ...place, openHours: resolvedEntries(openHours) } : place
  const json = resolved as unknown as JsonObject
  if (members === undefined) return json
  const needed = Object.fromEntries((writer?.needs ?? []).map((name) => [name, json[name] ?? null]))
  return { ...needed, ...chosenMembers(json, members) }
}

/** Where each of the `Results` of a page begins and ends: told by braces outside of texts, without parsing the page whole. */
function* resultsOf(page: Buffer): Generator<readonly [start: number, end: number]> {
  let depth = 0
  let start = 0
  for (let at = page.indexOf('['); at < page.length; at++) {
    const code = page[at]
    if (code === quote) at = endOfText(page, at)
    else if (code === openingBrace && depth++ === 0) start = at
    else if (code === closingBrace && --depth === 0) yield [start, at + 1]
    else if (code === closingBracket && depth === 0) return
  }
}

/** Where the text ends that begins with the quote there. */
function endOfText(page: Buffer, opening: number): number {
  let at = opening + 1
  while (page[at] !== quote) at += page[at] === backslash ? 2 : 1
  return at
}
