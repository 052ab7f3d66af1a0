import { getCountries } from 'libphonenumber-js/min'
import type { Reason } from '../../src/common/reason.ts'
import { countryOf, type Phone, parsePhone, phoneText } from '../../src/place/phone.ts'
import { settings } from '../settings.ts'

const home = countryOf(settings.locale)

/** Returns the country of a place, by default that of the service: its numbers are written without +. */
export function placeCountry(ofPlace: string | undefined): string | undefined {
  return ofPlace ?? home
}

/** Formats a number in national form; a foreign number, or one of a place abroad, in international form. */
export function phoneNumber(phone: Phone, ofPlace?: string): string {
  return phoneText(phone, ofPlace, home)
}

/** Parses the number of a place in a country; returns the reason if the text is not a number. */
export function readPhone(text: string, ofPlace?: string): Phone | Reason {
  return parsePhone(text, placeCountry(ofPlace))
}

/** Returns the countries whose numbers can be parsed (ISO 3166-1 alpha-2). */
export function phoneCountries(): readonly string[] {
  return getCountries()
}
