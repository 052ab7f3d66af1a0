import { sightOf } from '../access/access.ts'
import { placeFormats, placeWriter } from '../exchange/place-formats.ts'
import type { Model } from '../place/model.ts'
import type { MemberChoice } from '../query/members.ts'
import { type FormatName, formatNames, type SearchRequest } from '../query/search-request.ts'
import type { OutputFormat } from '../service/presentation.ts'
import { weighed } from './accept.ts'
import { jsonHeaders } from './answer.ts'
import type { Call } from './call.ts'

/** The media types that name a format, the one that answers have first. */
const typesOf: Readonly<Record<FormatName, readonly string[]>> = {
  json: ['application/json'],
  geojson: [placeFormats.geojson],
  csv: [placeFormats.csv],
  jsonld: [placeFormats.jsonld],
  ndjson: [placeFormats.ndjson, 'application/ndjson', 'application/jsonl'],
  ics: [placeFormats.ics],
}

/**
 * The format of an answer: the one that the address names, else the one that `Accept` wants most (RFC 9110, 12.5.1), of
 * equals the one that it names first. JSON where it names none that is offered, since an answer is better than none.
 */
function formatOf({ headers }: Pick<Call, 'headers'>, named: FormatName | undefined): FormatName {
  const { accept } = headers
  if (named !== undefined || accept === undefined || accept === '*/*') return named ?? 'json'
  const weights = weighed(accept)
  let best: FormatName = 'json'
  let { weight: bestWeight, at: bestAt } = weightOf('json', weights)
  for (const format of formatNames.slice(1)) {
    const { weight, at } = weightOf(format, weights)
    if (weight < bestWeight || weight === 0 || (weight === bestWeight && at >= bestAt)) continue
    ;[best, bestWeight, bestAt] = [format, weight, at]
  }
  return best
}

/** The weight of the range that fits best, and where it stands; one that fits others too stands behind all that are exact. */
function weightOf(format: FormatName, weights: ReadonlyMap<string, number>): { weight: number; at: number } {
  const types = typesOf[format]
  const ranges = [...weights.keys()]
  const at = ranges.findIndex((range) => types.includes(range))
  if (at >= 0) return { weight: weights.get(ranges[at]!)!, at }
  const group = `${types[0]!.split('/')[0]}/*`
  return { weight: weights.get(group) ?? weights.get('*/*') ?? 0, at: ranges.length }
}

/** How the answer to a call is written; undefined for JSON as it is found. */
export function writtenFor(
  call: Pick<Call, 'headers' | 'caller'>,
  asked: Pick<SearchRequest, 'format' | 'table'> & { readonly members: MemberChoice | undefined },
  model: Model,
): OutputFormat | undefined {
  const format = formatOf(call, asked.format)
  if (format === 'json') return undefined
  const members = asked.members?.members
  const writer = placeWriter({ format, table: asked.table, model, members, sees: sightOf(call.caller) })
  return { format, writer, links: [] }
}

/** The headers of an answer that is written so. */
export function formatHeaders(written: OutputFormat | undefined): { readonly 'content-type': string } {
  return written ? { 'content-type': written.writer.type } : jsonHeaders
}

/**
 * The types of an answer beside JSON, in words: as contents of the document they would make the answer of every call a
 * text as well to whoever generates a client.
 */
export const otherTypesText = `With \`format\` or \`Accept\` also as ${Object.values(placeFormats).join(', ')}.`
