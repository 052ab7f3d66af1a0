import { sharedLabels } from '../../src/pages/page-words.ts'
import { facilityLabels } from '../../src/place/facilities.ts'
import { wordsOf } from '../../src/words/words.ts'
/** Labels of the members of a place, by dotted path without list positions. */
export const fieldWords = wordsOf({
  name: ['Name', 'Namn'],
  shortDescription: ['Short description', 'Kort beskrivning'],
  longDescription: ['Long description', 'Lång beskrivning'],
  published: ['Published from', 'Publicerad från'],
  publishedBy: ['Published by', 'Publicerad av'],
  depublished: ['Unpublished from', 'Avpublicerad från'],
  depublishedBy: ['Unpublished by', 'Avpublicerad av'],
  deleted: ['Deleted', 'Borttagen'],
  deletedBy: ['Deleted by', 'Borttagen av'],
  slug: ['Web address of the page', 'Sidans webbadress'],
  updatedBy: ['Changed by', 'Ändrad av'],
  updated: ['Changed', 'Ändrad'],
  created: ['Created', 'Skapad'],
  createdBy: ['Created by', 'Skapad av'],
  parent: ['Parent place', 'Överordnad plats'],
  'parent.id': ['Parent place', 'Överordnad plats'],
  geolocation: ['Position', 'Läge'],
  'geolocation.geometry': ['Position', 'Läge'],
  'geolocation.geometry.coordinates': ['Position', 'Läge'],
  'geolocation.properties': ['Properties of the position', 'Lägets egenskaper'],
  geolocationInfo: ['Area', 'Område'],
  'geolocationInfo.lkf': ['County, municipality and parish code', 'Läns-, kommun- och församlingskod'],
  'geolocationInfo.county': ['County', 'Län'],
  'geolocationInfo.municipality': ['Municipality', 'Kommun'],
  'geolocationInfo.city': ['Town', 'Ort'],
  'geolocationInfo.localArea': ['Local area', 'Lokalt område'],
  'geolocationInfo.country': ['Country', 'Land'],
  owner: ['Owner', 'Ägare'],
  'owner.id': ['Owner', 'Ägare'],
  'owner.name': ['Name of the owner', 'Ägarens namn'],
  'owner.type': ['Type of owner', 'Typ av ägare'],
  visitingInfo: ['Visiting address', 'Besöksadress'],
  'visitingInfo.address': ['Street address', 'Gatuadress'],
  'visitingInfo.postalCode': ['Postal code', 'Postnummer'],
  'visitingInfo.city': ['Town', 'Ort'],
  'visitingInfo.description': ['How to find it', 'Vägbeskrivning'],
  contactInfo: ['Contact', 'Kontakt'],
  'contactInfo.address': ['Address (old)', 'Adress (äldre)'],
  'contactInfo.postalCode': ['Postal code (old)', 'Postnummer (äldre)'],
  'contactInfo.city': ['Town (old)', 'Ort (äldre)'],
  'contactInfo.visitingAddress': ['Visiting address (old)', 'Besöksadress (äldre)'],
  'contactInfo.phone': ['Telephone', 'Telefon'],
  'contactInfo.phone.CountryCode': ['Telephone: country code', 'Telefon: landsnummer'],
  'contactInfo.phone.AreaCode': ['Telephone: area code', 'Telefon: riktnummer'],
  'contactInfo.phone.Number': ['Telephone', 'Telefon'],
  'contactInfo.email': ['Email', 'E-post'],
  'contactInfo.url': ['Contact page', 'Kontaktsida'],
  'contactInfo.fetchAutomatically': ['Fill in empty details from the owner', 'Fyll i tomma uppgifter från ägaren'],
  openHours: ['Opening hours', 'Öppettider'],
  'openHours.validFrom': ['From', 'Från och med'],
  'openHours.validTo': ['Up to and including', 'Till och med'],
  'openHours.days': ['Days', 'Dagar'],
  placeDetails: ['Facilities', 'Service och tillgänglighet'],
  'placeDetails.info': ['About the facilities', 'Om bekvämligheterna'],
  'placeDetails.accessibility': sharedLabels.accessibility,
  'placeDetails.accessibility.info': ['About the accessibility', 'Om tillgängligheten'],
  categories: ['Categories', 'Kategorier'],
  tags: ['Tags', 'Taggar'],
  media: ['Media', 'Media'],
  'media.images': ['Pictures', 'Bilder'],
  'media.video': ['Films', 'Filmer'],
  'media.audio': ['Sounds', 'Ljud'],
  'media.links': ['Links', 'Länkar'],
  placeTypes: ['Type', 'Typ'],
  'placeTypes.pollingStation.canPrintDubblettrostkort': sharedLabels.canPrintDubblettrostkort,
  'placeTypes.mainPollingStation.canPrintDubblettrostkort': sharedLabels.canPrintDubblettrostkort,
  ...facilityLabels,
})

export type FieldName = keyof (typeof fieldWords)['en']

/** Returns the label of a member: its own, else that of its nearest labelled ancestor and the rest, else the path. */
export function fieldLabel(words: (typeof fieldWords)['en'], path: string): string {
  const members = path.split('.').filter((member) => !/^\d+$/.test(member))
  for (let length = members.length; length > 0; length--) {
    const known = words[members.slice(0, length).join('.') as FieldName]
    if (known !== undefined) return length === members.length ? known : `${known}: ${members.slice(length).join('.')}`
  }
  return path
}
