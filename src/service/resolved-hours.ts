import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { resolvedEntries } from '../place/open-hours.ts'
import type { PlaceView } from '../place/place.ts'
import { type Answer, placeTag } from './search-engine.ts'

/** Documents are gone through for so long in a turn of the event loop, in milliseconds. */
const turnMillis = 5
const quote = 34
const backslash = 92
const closingBracket = 93
const openingBrace = 123
const closingBrace = 125

/** The place with entries of openHours that do not overlap, and with the tag of that. */
export function withResolvedHours({ bytes, etag }: Answer): Answer {
  const resolved = resolvedDocument(bytes)
  return { bytes: resolved, etag: placeTag(Number.parseInt(etag.slice(1), 10), crc32(resolved)) }
}

/** The page with entries of openHours that do not overlap; documents are gone through in several turns where that takes long. */
export async function pageWithResolvedHours({ bytes, etag }: Answer): Promise<Answer> {
  const pieces: Buffer[] = []
  let behind = 0
  let turn = performance.now()
  for (const [start, end] of resultsOf(bytes)) {
    pieces.push(bytes.subarray(behind, start), resolvedDocument(bytes.subarray(start, end)))
    behind = end
    if (performance.now() - turn < turnMillis) continue
    await setImmediate()
    turn = performance.now()
  }
  pieces.push(bytes.subarray(behind))
  return { bytes: Buffer.concat(pieces), etag }
}

function resolvedDocument(bytes: Buffer): Buffer {
  if (!bytes.includes('"openHours":[')) return bytes
  const place = JSON.parse(bytes.toString()) as PlaceView
  if (place.openHours === undefined) return bytes
  return Buffer.from(JSON.stringify({ ...place, openHours: resolvedEntries(place.openHours) }))
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
