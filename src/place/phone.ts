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

/**
 * Formats a number as people write it: in national form within the given country (08-465 004 04), else in international
 * form (+46 8 465 004 04). A number that is valid in no country is formatted as its parts.
 */
export function formatPhone({ CountryCode, AreaCode, Number: number }: Phone, country?: string): string {
  const home = country !== undefined && isSupportedCountry(country) ? getCountryCallingCode(country) : undefined
  const code = CountryCode === undefined ? home : String(CountryCode)
  const whole = `${AreaCode ?? ''}${number ?? ''}`
  const found = parsed(`+${code}${whole}`)
  if (found?.isValid() && found.countryCallingCode === code && found.nationalNumber === whole) {
    const national = found.formatNational()
    const isRead = code === home && parsed(national, country)?.number === found.number
    return isRead ? national : found.formatInternational()
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
