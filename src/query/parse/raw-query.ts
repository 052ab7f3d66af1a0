import { Problem } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'

/** Limits on one query string; the request head limits its total length (D20). */
export const queryLimits = {
  parameters: 500,
  /** Characters of one value, decoded. */
  valueLength: 32_768,
  /** Values of one list, and of all field filters together. */
  values: 2_000,
  /** Words in `q` and in all `~` filters together. */
  words: 1_000,
} as const

/** One `name=value` of a query string, with the value not yet decoded. */
export interface RawPair {
  /** Decoded, in its original spelling. */
  readonly name: string
  /** In lower case, since names are case-insensitive (D2). */
  readonly key: string
  readonly rawValue: string
}

const keyParameter = 'apikey'

/** Creates a Problem with the code of every fault in a query string. */
export function invalidParameter(detail: string | Reason): Problem {
  return new Problem('invalid-parameter', detail)
}

/** Creates a Problem for a parameter that needs the distance from a point, which is missing. */
export function nearbyNeeded(name: string): Problem {
  return invalidParameter(reason('needs-parameter', { name, needed: 'nearby=<longitude>,<latitude>' }))
}

/** The most faults that are reported for one address. */
const faultsMax = 10

/** The faults of an address, collected so that all are reported at once (D45). */
export class AddressFaults {
  readonly #found: Problem[] = []

  /** Returns the result of `read`, or `otherwise` if it throws a Problem, which is recorded. */
  read<Value>(read: () => Value, otherwise: Value): Value {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.add(error)
      return otherwise
    }
  }

  add(fault: Problem): void {
    this.#found.push(fault)
    if (this.#found.length === faultsMax) this.throwAny()
  }

  /** Throws a single fault unchanged, and several as one Problem that lists them. */
  throwAny(): void {
    const [first, ...more] = this.#found
    if (first === undefined) return
    if (more.length === 0) throw first
    const messages = this.#found.map(({ message }, at) => `(${at + 1}) ${message}`)
    throw invalidParameter(
      `${messages.length === faultsMax ? 'the first ' : ''}${messages.length} faults: ${messages.join(' ')}`,
    )
  }
}

/**
 * Splits the part of an address after `?` into pairs in their order, without the caller's key (D6). Only a second key
 * stays, for `checkCount` to refuse.
 */
export function splitQuery(rawQuery: string): RawPair[] {
  const pairs: RawPair[] = []
  let hasKey = false
  for (const part of asText(rawQuery).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodeName(equals < 0 ? part : part.slice(0, equals))
    const key = name.toLowerCase()
    const rawValue = equals < 0 ? '' : part.slice(equals + 1)
    if (key !== keyParameter || (hasKey && rawValue !== '')) pairs.push({ name, key, rawValue })
    else hasKey ||= rawValue !== ''
  }
  return pairs
}

/** Decodes the value of a pair: `+` is a space (D5). Throws a Problem if it is too long or badly encoded. */
export function decodeValue({ name, rawValue }: RawPair): string {
  if (!encoded.test(rawValue)) return checkedLength(name, rawValue)
  try {
    return checkedLength(name, decodeURIComponent(rawValue.replaceAll('+', ' ')))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalidParameter(
      `the value of parameter ${quote(name)} is not percent-encoded UTF-8; write %25 for a literal %`,
    )
  }
}

/** Returns the elements of a comma list; none if it cannot be decoded, since its parser refuses it later. */
export function elementsOf(pair: RawPair): string[] {
  try {
    return decodeValue(pair)
      .split(',')
      .map((element) => element.trim())
  } catch {
    return []
  }
}

/** Returns true if one of the pairs is `test=true`, in any encoding: every valid key may read sample places (D37). */
export function asksForSamples(pairs: readonly RawPair[]): boolean {
  return pairs.some((pair) => {
    try {
      return pair.key === 'test' && decodeValue(pair).trim().toLowerCase() === 'true'
    } catch {
      return false
    }
  })
}

/** Refuses a query string with too many parameters, or with two keys (D3). */
export function checkCount(pairs: readonly RawPair[]): void {
  if (pairs.length > queryLimits.parameters) {
    throw invalidParameter(`a query takes at most ${queryLimits.parameters} parameters, got ${pairs.length}`)
  }
  if (pairs.some(({ key }) => key === keyParameter)) {
    throw invalidParameter(`${keyParameter} takes one value; give it once`)
  }
}

/** Returns a text with dates, with each space in front of `HH:mm` replaced by the `+` of an offset (D5). */
export function withOffset(text: string): string {
  return text.replaceAll(/ (?=\d\d:\d\d)/g, '+')
}

/** Cuts a text from the caller to a readable length for a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Cuts a text and puts it in quotes. */
export function quote(text: string): string {
  return `'${cut(text)}'`
}

/** A parameter or header that holds a key, with the text that a caller has joined to it by mistake (`apikey:…`). */
const keyJoined = /((?:api-?key|authorization|bearer)[\p{L}\p{N}_-]*)(?!\[\d{0,4}\]$)[^\p{L}\p{N}_-].*$/isu
const hidden = String.raw`(?:\\u\{[0-9a-f]+\}|%[0-9a-fA-F]{2})`
/** A key of the form `gz_…`, with any invisible characters in it, as escapes. */
const shownKey = new RegExp(`g${hidden}*z${hidden}*_(?:[\\w-]|${hidden})+`, 'g')
const asciiEscape = /%([0-7][0-9a-f])/gi
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Returns the name of a parameter for use in a message, without quotes: uncut up to the length of `cut`, with invisible
 * characters as escapes, and without a key. If the name could not be decoded, only its ASCII characters are decoded.
 */
export function shownName(name: string): string {
  const shown = asciiDecoded(name).replace(keyJoined, '$1')
  const escaped = shown.replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
  return cut(escaped.replace(shownKey, 'gz_…'))
}

function asciiDecoded(name: string): string {
  return name.replace(asciiEscape, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/**
 * Returns a query string with `…` in place of each parameter whose name contains a configured secret, also with
 * invisible characters in it, so that no message shows it (D6).
 */
export function withoutSecretNames(rawQuery: string, secrets: readonly string[]): string {
  const isSecret = (part: string) => {
    const [name = ''] = part.split('=')
    const seen = asciiDecoded(decodeName(name)).replace(unseen, '').replace(/\s/g, '')
    // A short secret may be a part of any name.
    return secrets.some((secret) => seen === secret || (secret.length >= 4 && seen.includes(secret)))
  }
  const parts = rawQuery.split('&')
  return parts.some(isSecret) ? parts.map((part) => (isSecret(part) ? '%E2%80%A6=' : part)).join('&') : rawQuery
}

function checkedLength(name: string, value: string): string {
  if (value.length <= queryLimits.valueLength) return value
  throw invalidParameter(
    `the value of parameter ${quote(name)} may have ${queryLimits.valueLength} characters, got ${value.length}`,
  )
}

/** The characters that encode others. */
const encoded = /[%+]/

function decodeName(rawName: string): string {
  if (!encoded.test(rawName)) return rawName
  try {
    return decodeURIComponent(rawName.replaceAll('+', ' '))
  } catch {
    return rawName
  }
}

/** Decodes bytes of UTF-8 that a client did not percent-encode: Node returns the bytes of an address as Latin-1. */
function asText(rawQuery: string): string {
  if (!/[\x80-\xff]/.test(rawQuery) || /[^\0-\xff]/.test(rawQuery)) return rawQuery
  const bytes = Buffer.from(rawQuery, 'latin1')
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? rawQuery : text
}
