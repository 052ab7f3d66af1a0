import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { type Reason, reason } from '../common/reason.ts'

/** A telephone number as places have it: integers, so no 0 stands at the beginning of a part. */
export type Phone = {
  readonly CountryCode?: number
  readonly AreaCode?: number
  readonly Number?: number
}

/** The country (ISO 3166-1 alpha-2) in which a locale is most at home, by the likely subtags of CLDR: SE for `sv`. */
export function countryOf(locale: string): string | undefined {
  return new Intl.Locale(locale).maximize().region
}

/**
 * A number as people write it, of the country where it does not begin with + and another one. It is one of a plan with
 * area codes where its national format has a 0, digits and a hyphen (08-465 004 04); what the two would lose of a
 * number, and every other number, is kept whole. A text that is none gives the reason.
 */
export function parsePhone(text: string, country: string | undefined): Phone | Reason {
  const got = text.trim().slice(0, 100)
  const written = parsed(text, country)?.number
  // What is valid in its country alone would not be read again from abroad.
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
 * A number as people write it: as in its country where that is the one which is given (08-465 004 04), else from abroad
 * (+46 8 465 004 04). One that no country has is its parts.
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

/** A number as people at home write it: of another country, or at a place abroad, as it is dialled from anywhere. */
export function phoneText(phone: Phone, ofPlace: string | undefined, home: string | undefined): string {
  return formatPhone(phone, (ofPlace ?? home) === home ? home : undefined)
}

function parsed(text: string, country?: string) {
  const known = country !== undefined && isSupportedCountry(country)
  return parsePhoneNumberFromString(text, { extract: false, ...(known && { defaultCountry: country as CountryCode }) })
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
