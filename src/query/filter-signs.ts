import { directoryFields } from '../place/directory-kinds.ts'

/*
 * The signs of the filter language in a value: the comma between alternatives, the operators in front of one, and `\`, by
 * which each means itself (D27). An operator with a new sign adds it here.
 */
const element = /,((?:\\[,!^~\\]|[^,])*)/g
const escapedSign = /\\([,!^~\\])/g
const sign = /[,!^~\\]/g

/** The operator at the beginning of a text; undefined where there is none. */
export function operatorOf(text: string): string | undefined {
  return /^[!^~]/.exec(text)?.[0]
}

/** Cuts at every comma that no `\` escapes; what is between keeps its escapes. */
export function splitElements(value: string): string[] {
  return Array.from(`,${value}`.matchAll(element), ([, text]) => text!)
}

/** The text that an element means. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(escapedSign, '$1') : text
}

/** The fields of which an address of the explorer says one value in each pair, where the service is asked for `anyOf` them. */
export const listedFields = [
  directoryFields.owners,
  'geolocationinfo_municipality',
  directoryFields.categories,
  directoryFields.tags,
] as const

/** A filter that any of these values fits, in which every sign means itself. */
export function anyOf(values: readonly string[]): string {
  return values.map(escaped).join(',')
}

/** A value in which every sign means itself. */
export function escaped(value: string): string {
  return value.replace(sign, '\\$&')
}
