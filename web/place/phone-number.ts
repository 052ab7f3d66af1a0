import type { Reason } from '../../src/common/reason.ts'
import { countryOf, type Phone, parsePhone, phoneText } from '../../src/place/phone.ts'
import { settings } from '../settings.ts'

const home = countryOf(settings.locale)

/** The country whose numbers are written without +: that of a place, that of the service where no place is abroad. */
export function phoneCountry(ofPlace: string | undefined): string | undefined {
  return ofPlace ?? home
}

/** A number as people here write it: of another country, or at a place abroad, as it is dialled from anywhere. */
export function phoneNumber(phone: Phone, ofPlace?: string): string {
  return phoneText(phone, ofPlace, home)
}

/** The number that a text says, of a place in a country, or the reason why it is none. */
export function readPhone(text: string, ofPlace?: string): Phone | Reason {
  return parsePhone(text, phoneCountry(ofPlace))
}
