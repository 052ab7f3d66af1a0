import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { JsonObject } from '../place/json.ts'
import { resolvedEntries } from '../place/open-hours.ts'
import type { PlaceView } from '../place/place.ts'
import { chosenMembers } from '../query/members.ts'
import type { Presentation } from '../query/query.ts'
import { type Answer, placeTag } from './search-engine.ts'

/** Documents are gone through for so long in a turn of the event loop, in milliseconds. */
const turnMillis = 5
const quote = 34
const backslash = 92
const closingBracket = 93
const openingBrace = 123
const closingBrace = 125

/** The place as it is to be sent, and with the tag of that. */
export function presentPlace(answer: Answer, presentation: Presentation): Answer {
  if (isAsItIs(presentation)) return answer
  const bytes = presentedDocument(answer.bytes, presentation)
  return { bytes, etag: placeTag(Number.parseInt(answer.etag.slice(1), 10), crc32(bytes)) }
}

/** The page as it is to be sent; documents are gone through in several turns where that takes long. */
export function presentPage(answer: Answer, presentation: Presentation): Answer | Promise<Answer> {
  return isAsItIs(presentation) ? answer : presentedPage(answer, presentation)
}

function isAsItIs({ members, resolvedHours }: Presentation): boolean {
  return members === undefined && !resolvedHours
}

async function presentedPage({ bytes, etag }: Answer, presentation: Presentation): Promise<Answer> {
  const pieces: Buffer[] = []
  let behind = 0
  let turn = performance.now()
  for (const [start, end] of resultsOf(bytes)) {
    pieces.push(bytes.subarray(behind, start), presentedDocument(bytes.subarray(start, end), presentation))
    behind = end
    if (performance.now() - turn < turnMillis) continue
    await setImmediate()
    turn = performance.now()
  }
  pieces.push(bytes.subarray(behind))
  return { bytes: Buffer.concat(pieces), etag }
}

function presentedDocument(bytes: Buffer, { members, resolvedHours }: Presentation): Buffer {
  const hasHours = resolvedHours && bytes.includes('"openHours":[')
  if (members === undefined && !hasHours) return bytes
  const place = JSON.parse(bytes.toString()) as PlaceView
  const { openHours } = place
  const resolved = hasHours && openHours ? { ...place, openHours: resolvedEntries(openHours) } : place
  const json = resolved as unknown as JsonObject
  return Buffer.from(JSON.stringify(members ? chosenMembers(json, members) : json))
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
