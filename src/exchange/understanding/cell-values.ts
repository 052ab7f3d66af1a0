import { parseAngle } from '../../geo/written-position.ts'
import { tableLanguages } from './table-words.ts'

/** The most characters of a number or an angle. */
const numberLengthMax = 100

/**
 * Returns the number in a text as people write it: with a decimal comma or point, and blanks or apostrophes between
 * thousands. A lone comma or point is decimal. Returns undefined for any other text.
 */
export function writtenNumber(text: string): number | undefined {
  if (text.length > numberLengthMax) return undefined
  const plain = text.trim().replaceAll('−', '-')
  const digits = /^[+-]?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/.test(plain)
    ? plain.replaceAll(/[ \u00a0\u202f'’]/g, '')
    : plain
  return /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d{1,3})?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
}

/** Returns the coordinate in a cell: a number, perhaps with a degree sign, or an angle; undefined for other texts. */
export function writtenCoordinate(text: string): number | undefined {
  if (text.length > numberLengthMax) return undefined
  const number = writtenNumber(text.replace(/\s*°$/, ''))
  return number ?? parseAngle(text)
}

const maxDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/

/** Returns true for a text that looks like a date. */
export function isDateLike(text: string): boolean {
  return maxDate.test(text) || /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/.test(text) || /^(19|20)\d\d-\d\d$/.test(text)
}

let countries: ReadonlyMap<string, string> | undefined

/** Returns the code of a country (ISO 3166-1 alpha-2) by its code or its name in one of the languages. */
export function countryNamed(text: string): string | undefined {
  countries ??= countryNames()
  return countries.get(text.trim().toLowerCase())
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes of three letters that occur in European tables, and common names that CLDR does not have. */
const moreNames = {
  SE: ['swe', 'konungariket sverige'],
  NO: ['nor', 'norge'],
  DK: ['dnk'],
  FI: ['fin'],
  DE: ['deu', 'ger', 'd', 'bundesrepublik deutschland'],
  FR: ['fra'],
  GB: ['gbr', 'uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland', 'storbritannien'],
  NL: ['nld', 'holland', 'the netherlands'],
  ES: ['esp'],
  IT: ['ita'],
  US: ['usa', 'united states of america'],
  BE: ['bel'],
  AT: ['aut'],
  CH: ['che'],
} as const

function countryNames(): Map<string, string> {
  const names = new Map<string, string>()
  const displays = tableLanguages.map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  )
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  for (const code of codes.filter((code) => displays[1]!.of(code) !== undefined)) {
    names.set(code.toLowerCase(), code)
    for (const display of displays) {
      const name = display.of(code)
      if (name !== undefined) names.set(name.toLowerCase(), code)
    }
  }
  for (const [code, more] of Object.entries(moreNames)) for (const name of more) names.set(name, code)
  return names
}

/** The countries whose tables are usually written in a language, the likeliest first. */
export const countriesOfLanguage: Readonly<Record<string, readonly string[]>> = {
  sv: ['SE', 'FI', 'AX'],
  en: ['GB', 'IE', 'US', 'CA', 'AU', 'NZ'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU'],
  fr: ['FR', 'BE', 'CH', 'CA', 'LU'],
  nb: ['NO'],
  da: ['DK', 'GL', 'FO'],
  fi: ['FI'],
  nl: ['NL', 'BE'],
  es: ['ES', 'MX', 'AR', 'CL', 'CO'],
  it: ['IT', 'CH'],
}
