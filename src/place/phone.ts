import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { type Reason, reason } from '../common/reason.ts'

/** A telephone number as places store it: integers, so no part begins with 0. */
export type Phone = {
  readonly CountryCode?: number
  readonly AreaCode?: number
  readonly Number?: number
}

/** Returns the country (ISO 3166-1 alpha-2) most likely for a locale, by the likely subtags of CLDR: SE for `sv`. */
export function countryOf(locale: string): string | undefined {
  return new Intl.Locale(locale).maximize().region
}

/**
 * Parses a telephone number as people write it. A number without + and a country code belongs to `country`. The number
 * is split at the area code if its national format has a 0, digits and a hyphen (08-465 004 04), and if the parts as
 * integers lose no digit. Every other number is kept whole. Returns the reason if the text is not a number.
 */
export function parsePhone(text: string, country: string | undefined): Phone | Reason {
  const got = text.trim().slice(0, 100)
  const written = parsed(text, country)?.number
  // A number that is valid only within its country could not be parsed again with its country code.
  const found = written === undefined ? undefined : parsed(written)
  if (/\p{L}|#/u.test(text)) return reason('phone-letters', { got })
  if (!found?.isValid() || found.number !== written) {
    return country ? reason('phone-of-country', { country, got }) : reason('phone', { got })
  }
  const { nationalNumber: whole, countryCallingCode: code } = found
  if (whole.startsWith('0')) return reason('phone-zero', { countryCode: code, got })
  const national = found.formatNational()
  const prefix = digitsOf(national).slice(0, -whole.length)
  if (prefix !== '' && digitsOf(text) === whole) {
    return reason('phone-area', { prefix, got })
  }
  const [, area = ''] = /^0(\d+)-/.exec(national) ?? []
  const rest = whole.slice(area.length)
  const isSplit = area !== '' && !rest.startsWith('0')
  return {
    CountryCode: Number(code),
    ...(isSplit && { AreaCode: Number(area) }),
    Number: Number(isSplit ? rest : whole),
  }
}

/** A number as people dial it: national digits without the 0 in front, or local ones without their area code. */
export interface DialledNumber {
  readonly digits: string
  /** The country calling code; absent for a local number. */
  readonly countryCode?: number
}

/**
 * Reads a number in any notation for a search: +46 8 …, 0046 8 …, (08) …, 465 004 63. One that begins with 0 belongs to
 * `country`, one with neither is local. Undefined if the text is not a number of 4 to 15 digits.
 */
export function dialledNumber(text: string, country: string | undefined): DialledNumber | undefined {
  const given = text.trim().replace('(0)', '')
  const international = given.replace(/^00/, '+')
  const digits = digitsOf(given)
  if (!/^\+?[\d\s()./–-]+$/.test(given) || digits.length < 4 || digits.length > 15) return undefined
  if (!international.startsWith('+')) {
    const code = digits.startsWith('0') ? callingCodeOf(country) : undefined
    return { digits: digits.replace(/^0+/, ''), ...(code !== undefined && { countryCode: Number(code) }) }
  }
  const found = parsed(`+${digitsOf(international)}`)
  return found && { digits: found.nationalNumber, countryCode: Number(found.countryCallingCode) }
}

/** Returns the calling code of a country (ISO 3166-1 alpha-2), undefined if it has none. */
export function callingCodeOf(country: string | undefined): string | undefined {
  return country !== undefined && isSupportedCountry(country) ? getCountryCallingCode(country) : undefined
}

/** Formats a number of any notation for people of a country; a text that is no number is returned unchanged. */
export function phoneTextOf(text: string, country: string | undefined): string {
  const phone = parsePhone(text, country)
  return 'code' in phone ? text : formatPhone(phone, country)
}

/**
 * Formats a number as people write it: in national form within the given country (08-465 004 04), else in international
 * form (+46 8 465 004 04). A number that is valid in no country is formatted as its parts.
 */
export function formatPhone({ CountryCode, AreaCode, Number: number }: Phone, country?: string): string {
  const home = callingCodeOf(country)
  const code = CountryCode === undefined ? home : String(CountryCode)
  const whole = `${AreaCode ?? ''}${number ?? ''}`
  const found = parsed(`+${code}${whole}`)
  if (found?.isValid() && found.countryCallingCode === code && found.nationalNumber === whole) {
    const formatted = found.formatNational()
    const isReadAs = (text: string) => code === home && parsed(text, country)?.number === found.number
    // A number that is too short for any format has no 0 in front, without which nobody can dial it.
    const national = formatted === whole && isReadAs(`0${whole}`) ? `0${whole}` : formatted
    return isReadAs(national) ? national : found.formatInternational()
  }
  const area = AreaCode !== undefined && CountryCode === undefined ? `0${AreaCode}` : AreaCode
  const parts = [area, number].filter((part) => part !== undefined).join('-')
  return CountryCode === undefined ? parts : `+${CountryCode} ${parts}`.trim()
}

/**
 * Formats a number for people at home. A foreign number, or one of a place abroad, is formatted for dialling from
 * anywhere.
 */
export function phoneText(phone: Phone, ofPlace: string | undefined, home: string | undefined): string {
  return formatPhone(phone, (ofPlace ?? home) === home ? home : undefined)
}

/** The fewest digits behind the country code that nearly all numbers of a country have, where shorter ones are valid. */
const usualDigitsMin: Readonly<Record<number, number>> = { 46: 8 }

/** Returns true if a valid number probably lacks a digit. */
export function seemsShort({ CountryCode = 0, AreaCode, Number: number }: Phone): boolean {
  return `${AreaCode ?? ''}${number ?? ''}`.length < (usualDigitsMin[CountryCode] ?? 0)
}

function parsed(text: string, country?: string) {
  const known = country !== undefined && isSupportedCountry(country)
  return parsePhoneNumberFromString(text, { extract: false, ...(known && { defaultCountry: country as CountryCode }) })
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
