import { sightOf } from '../../access/access.ts'
import { placeFormats, placeWriter } from '../../exchange/formats/place-formats.ts'
import type { Model } from '../../place/model.ts'
import { type FormatName, formatNames, type SearchRequest } from '../../query/parse/search-request.ts'
import type { MemberChoice } from '../../query/results/members.ts'
import type { OutputFormat } from '../../service/presentation.ts'
import type { Call } from '../requests/call.ts'
import { weighed } from './accept.ts'
import { jsonHeaders } from './answer.ts'

/** The media types of each format; answers use the first. */
const typesOf: Readonly<Record<FormatName, readonly string[]>> = {
  json: ['application/json'],
  geojson: [placeFormats.geojson],
  csv: [placeFormats.csv],
  jsonld: [placeFormats.jsonld],
  ndjson: [placeFormats.ndjson, 'application/ndjson', 'application/jsonl'],
  ics: [placeFormats.ics],
}

/**
 * Returns the format of an answer: the one in the address; otherwise the one that `Accept` prefers (RFC 9110, 12.5.1),
 * on a tie the first listed. JSON if `Accept` lists no offered format, because an answer is better than none.
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

/** Returns the weight and position of the most specific matching range. Wildcards rank after all exact ranges. */
function weightOf(format: FormatName, weights: ReadonlyMap<string, number>): { weight: number; at: number } {
  const types = typesOf[format]
  const ranges = [...weights.keys()]
  const at = ranges.findIndex((range) => types.includes(range))
  if (at >= 0) return { weight: weights.get(ranges[at]!)!, at }
  const group = `${types[0]!.split('/')[0]}/*`
  return { weight: weights.get(group) ?? weights.get('*/*') ?? 0, at: ranges.length }
}

/** Returns how to write the answer to a call; undefined for JSON as stored. */
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

/** Returns the headers of an answer in this format. */
export function formatHeaders(written: OutputFormat | undefined): { readonly 'content-type': string } {
  return written ? { 'content-type': written.writer.type } : jsonHeaders
}

/**
 * The other media types of an answer, as text. As contents of the document, they would make every answer also a string
 * in generated clients.
 */
export const otherTypesText = `With \`format\` or \`Accept\` also as ${Object.values(placeFormats).join(', ')}.`
