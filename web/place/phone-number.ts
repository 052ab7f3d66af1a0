import type { Reason } from '../../src/common/reason.ts'
import { countryOf, type Phone, parsePhone, phoneText } from '../../src/place/phone.ts'
import { settings } from '../settings.ts'

const home = countryOf(settings.locale)

/** Returns the country whose numbers are written without +: that of the place, by default that of the service. */
export function phoneCountry(ofPlace: string | undefined): string | undefined {
  return ofPlace ?? home
}

/** Formats a number in national form; a foreign number, or one of a place abroad, in international form. */
export function phoneNumber(phone: Phone, ofPlace?: string): string {
  return phoneText(phone, ofPlace, home)
}

/** Parses the number of a place in a country; returns the reason if the text is not a number. */
export function readPhone(text: string, ofPlace?: string): Phone | Reason {
  return parsePhone(text, phoneCountry(ofPlace))
}
