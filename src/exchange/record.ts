import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'

/** The longest that one record may be, in bytes (D20). */
export const recordBytesMax = 1024 * 1024
/** How deep a record may be nested; what is read later is walked by recursion. */
const recordDepthMax = 64

/** A record as it was read; `line` is its number at the source, from 1 (in GeoJSON the number of the feature). */
export interface ReadRecord {
  readonly line: number
  readonly body: JsonObject
  /** About how long it is as JSON; absent: short. */
  readonly characters?: number
}

/** A record that could not be read, and why. */
export interface UnreadRecord {
  readonly line: number
  readonly fault: string
  /** The record's own id at its source, where that could be read. */
  readonly key?: string
}

/** What every reader gives: each record of the source in its order, or the reason why it is none. */
export type ImportRecord = ReadRecord | UnreadRecord

/** The formats that an import reads. */
export const formats = ['ndjson', 'csv', 'geojson'] as const
/** One of them. */
export type Format = (typeof formats)[number]

/** A text as one JSON object, or the reason why it is none. Duplicate members: the last counts. */
export function parseRecord(text: string, line: number): ImportRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { line, fault: `broken JSON: ${jsonFault(error)}` }
  }
  if (!isJsonObject(value)) return { line, fault: `must be a JSON object, got ${kindOf(value)}` }
  const characters = text.length
  return isHarmless(text) ? { line, body: value as JsonObject, characters } : recordOf(value, line, characters)
}

/** The object as a record, or the reason why nobody should walk it. */
export function recordOf(body: JsonObject, line: number, characters = JSON.stringify(body).length): ImportRecord {
  const fault = harm(body, 1)
  return fault === undefined ? { line, body, characters } : { line, fault }
}

/** Whether the text alone tells that nothing in it would harm, as that of most records does, which spares the walk. */
function isHarmless(text: string): boolean {
  const nested = occurrences(text, '{', recordDepthMax) + occurrences(text, '[', recordDepthMax)
  return nested <= recordDepthMax && !text.includes('__proto__') && !text.includes('\\u')
}

/** How often the character occurs; counting ends behind `most`. */
function occurrences(text: string, character: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count++
  return count
}

/** The message of V8 without its excerpts of the text, which may be long or hold what is not for a log. */
function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/, (\.\.\.)?".*$/s, '').replace(/ \(line \d+ column \d+\)$/, '')
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** What would harm those who walk the value: a member `__proto__`, or nesting without end. */
function harm(value: JsonValue, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > recordDepthMax) return `is nested deeper than ${recordDepthMax} levels`
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return 'has a member __proto__, which is not allowed'
  for (const inner of Object.values(value)) {
    const fault = harm(inner as JsonValue, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}
