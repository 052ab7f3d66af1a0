import { crc32 } from 'node:zlib'
import { madeInTurns, Turn } from '../common/pause.ts'
import type { PageLink, PlaceFormat, PlaceWriter } from '../exchange/formats/place-formats.ts'
import type { JsonObject } from '../place/json.ts'
import { resolvedEntries } from '../place/open-hours.ts'
import type { PlaceView } from '../place/place.ts'
import type { FormatName, Presentation } from '../query/parse/search-request.ts'
import { facetsObject } from '../query/results/facets.ts'
import { chosenMembers } from '../query/results/members.ts'
import { contentTag, type FoundDocument, type FoundPage, placeTag } from './search-engine.ts'

/** Pieces of a list are handed on when they are so long, in characters. */
const pieceLength = 64 * 1024
const comma = Buffer.from(',')

/** The format of an answer other than plain JSON. */
export interface OutputFormat {
  readonly format: PlaceFormat
  readonly writer: PlaceWriter
  readonly links: readonly PageLink[]
}

/** The body of a response, with its entity tag. */
export interface Answer {
  readonly bytes: Buffer
  readonly etag: string
}

/** Presents a place, with the tag of the result. */
export function presentPlace(found: FoundDocument, presentation: Presentation, written?: OutputFormat): Answer {
  const bytes = written
    ? Buffer.from(written.writer.alone(shownPlace(found.bytes, presentation, written.writer)))
    : presentedDocument(found.bytes, presentation)
  return { bytes, etag: placeTag(found.revision, crc32(bytes)) }
}

/** Presents a page. Documents that have to be rewritten are processed in several turns of the event loop. */
export async function presentPage(
  page: FoundPage,
  presentation: Presentation,
  written?: OutputFormat,
): Promise<Answer> {
  if (written) return writtenPage(page, presentation, written)
  if (!isAsStored(presentation)) return presentedPage(page, presentation)
  return taggedPage(page, page.documents.between(headOf(page), tailOf(page)))
}

/** Returns the places of a page as they are to be shown, read in several turns of the event loop. */
export function shownPlaces(page: FoundPage, presentation: Presentation): Promise<JsonObject[]> {
  return madeInTurns(page.documents, (document) => shownPlace(document, presentation))
}

/** Returns the tag of a page in a format: responses of one address may differ by the header `Accept` only. */
export function formatTag(etag: string, format: FormatName): string {
  return format === 'json' ? etag : etag.replace(/"$/, `-${format}"`)
}

function taggedPage({ etag }: FoundPage, bytes: Buffer): Answer {
  return { bytes, etag: etag ?? contentTag(bytes) }
}

function headOf({ total }: FoundPage): string {
  return `{"TotalHits":${total},"Results":[`
}

function tailOf({ facets, similar }: FoundPage): string {
  const counted = facets ? `,"Facets":${JSON.stringify(facetsObject(facets))}` : ''
  return `]${counted}${similar === undefined ? '' : `,"Similar":${JSON.stringify({ q: similar })}`}}`
}

function isAsStored({ members, resolvedHours }: Presentation): boolean {
  return members === undefined && !resolvedHours
}

async function writtenPage(page: FoundPage, presentation: Presentation, written: OutputFormat): Promise<Answer> {
  const bytes = Buffer.concat(await Array.fromAsync(writtenPages([page], presentation, written)))
  return { bytes, etag: formatTag(page.etag ?? contentTag(bytes), written.format) }
}

async function presentedPage(page: FoundPage, presentation: Presentation): Promise<Answer> {
  const pieces: Buffer[] = [Buffer.from(headOf(page))]
  const turn = new Turn()
  for (const document of page.documents) {
    if (pieces.length > 1) pieces.push(comma)
    pieces.push(presentedDocument(document, presentation))
    if (turn.isOver) await turn.next()
  }
  return taggedPage(page, Buffer.concat([...pieces, Buffer.from(tailOf(page))]))
}

/** Writes the list that pages make, in pieces; each is made in its own turn of the event loop when it is requested. */
export async function* writtenPages(
  pages: Iterable<FoundPage> | AsyncIterable<FoundPage>,
  presentation: Presentation,
  { writer, links }: OutputFormat,
): AsyncGenerator<Buffer> {
  let text = ''
  let isFirst = true
  const turn = new Turn()
  for await (const { total, documents } of pages) {
    if (text === '' && isFirst) text = writer.begin({ matched: total, links })
    for (const document of documents) {
      if (!isFirst) text += writer.between
      isFirst = false
      text += writer.place(shownPlace(document, presentation, writer))
      if (!turn.isOver && text.length < pieceLength) continue
      yield Buffer.from(text)
      text = ''
      await turn.next()
    }
  }
  yield Buffer.from(text + writer.end)
}

function presentedDocument(bytes: Buffer, presentation: Presentation): Buffer {
  const { members, resolvedHours } = presentation
  if (members === undefined && !(resolvedHours && bytes.includes('"openHours":['))) return bytes
  return Buffer.from(JSON.stringify(shownPlace(bytes, presentation)))
}

/** Returns a place as it is shown, including the members that a format always needs. */
export function shownPlace(bytes: Buffer, { members, resolvedHours }: Presentation, writer?: PlaceWriter): JsonObject {
  const place = JSON.parse(bytes.toString()) as PlaceView
  const { openHours } = place
  const resolved = resolvedHours && openHours ? { ...place, openHours: resolvedEntries(openHours) } : place
  const json = resolved as unknown as JsonObject
  if (members === undefined) return json
  const needed = Object.fromEntries((writer?.needs ?? []).map((name) => [name, json[name] ?? null]))
  return { ...needed, ...chosenMembers(json, members) }
}
