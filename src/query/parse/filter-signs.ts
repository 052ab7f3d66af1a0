import { directoryFields } from '../../place/directory-kinds.ts'

/*
 * The signs of the filter language in a value: the comma between alternatives, the operators in front of one, and `\`,
 * which escapes each of them (D27). A new operator adds its sign here.
 */
const element = /,((?:\\[,!^~\\]|[^,])*)/g
const escapedSign = /\\([,!^~\\])/g
const sign = /[,!^~\\]/g

/** Returns the operator at the beginning of a text; undefined if there is none. */
export function operatorOf(text: string): string | undefined {
  return /^[!^~]/.exec(text)?.[0]
}

/** Splits at every comma that no `\` escapes. The elements keep their escapes. */
export function splitElements(value: string): string[] {
  return Array.from(`,${value}`.matchAll(element), ([, text]) => text!)
}

/** Returns the text of an element without its escapes. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(escapedSign, '$1') : text
}

/** The fields that an address of the explorer repeats, one value in each pair. The service receives them as `anyOf`. */
export const listedFields = [
  directoryFields.owners,
  'geolocationinfo_municipality',
  'geolocationinfo_county',
  directoryFields.categories,
  directoryFields.tags,
] as const

/** Returns a filter that any of these values passes, with all signs escaped. */
export function anyOf(values: readonly string[]): string {
  return values.map(escaped).join(',')
}

/** Escapes every sign in a value. */
export function escaped(value: string): string {
  return value.replace(sign, '\\$&')
}
