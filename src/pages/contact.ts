import type { Phone } from '../place/phone.ts'
import type { PlaceView } from '../place/place.ts'
import { websiteUrl } from '../place/web-address.ts'

/** The address and contact details of a place, as shown. */
export function contactOf({
  visitingInfo: visit = {},
  contactInfo: contact = {},
}: Pick<PlaceView, 'visitingInfo' | 'contactInfo'>) {
  // The street of the place with the town of its owner's office would be an address that does not exist.
  const isOfOwner = contact.fetchAutomatically === true && visit.address !== undefined
  const { postalCode, city } = isOfOwner ? visit : { ...contact, ...visit }
  return {
    street: visit.address ?? contact.visitingAddress ?? contact.address,
    town: [postalCode, city].filter(Boolean).join(' '),
    directions: visit.description,
    phone: contact.phone?.Number === undefined ? undefined : contact.phone,
    email: contact.email,
    url: websiteUrl(contact.url),
  }
}

/** The address that dials a number, from anywhere where its country is known. */
export function phoneAddress({ CountryCode, AreaCode, Number: number }: Phone): string {
  const beginning = CountryCode === undefined ? AreaCode && 0 : `+${CountryCode}`
  return `tel:${[beginning, AreaCode, number].filter((part) => part !== undefined).join('')}`
}

/** The address that writes to an e-mail address, and says nothing else: no copy, no subject (RFC 6068). */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
