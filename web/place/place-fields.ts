import { sharedLabels } from '../../src/pages/page-words.ts'
import { facilityLabels } from '../../src/place/facilities.ts'
import type { PlaceView } from '../../src/place/place.ts'
import { type TextPair, wordsOf } from '../../src/words/words.ts'

type PathsIn<Value> = Value extends readonly (infer Item)[]
  ? PathsIn<Item>
  : Value extends object
    ? string extends keyof Value
      ? never
      : { [Name in keyof Value & string]: Name | `${Name}.${PathsIn<NonNullable<Value[Name]>>}` }[keyof Value & string]
    : never

type Medium = NonNullable<PlaceView['media']>
/** The members of pictures, films, sounds and links. */
type MediumMember = { [Kind in keyof Medium]-?: keyof NonNullable<Medium[Kind]>[number] }[keyof Medium]

/** Members whose names need no label: those of media have theirs below, days and spans are shown as hours. */
type Unlabelled = 'id' | `media.${keyof Medium}.${string}` | `openHours.days.${string}` | `geolocation${string}.type`

/** The dotted paths of the members that the schema of a place has, through lists. */
export type MemberPath = Exclude<PathsIn<PlaceView>, Unlabelled>

/** The names of the groups of fields: those of the form, then those of fields that it does not edit. */
type GroupName = 'basics' | 'position' | 'visit' | 'older' | 'hours' | 'facilities' | 'media' | 'publishing' | 'service'

/**
 * The fields of a place with their labels, in groups, in the order of the form. A member of the schema that is neither
 * here nor among the parts does not compile.
 */
const groups = {
  basics: {
    name: ['Name', 'Namn'],
    placeTypes: ['Type', 'Typ'],
    owner: ['Owner', 'Ägare'],
    shortDescription: ['Short description', 'Kort beskrivning'],
    longDescription: ['Long description', 'Lång beskrivning'],
    parent: ['Parent place', 'Överordnad plats'],
    categories: ['Categories', 'Kategorier'],
    tags: ['Tags', 'Taggar'],
  },
  position: { geolocation: ['Position', 'Läge'] },
  visit: {
    'visitingInfo.address': ['Street address', 'Gatuadress'],
    'visitingInfo.postalCode': ['Postal code', 'Postnummer'],
    'visitingInfo.city': ['Town', 'Ort'],
    'visitingInfo.description': ['How to find it', 'Vägbeskrivning'],
    'contactInfo.phone': ['Telephone', 'Telefon'],
    'contactInfo.email': ['Email', 'E-post'],
    'contactInfo.url': ['Contact page', 'Kontaktsida'],
    'contactInfo.fetchAutomatically': ['Fill in empty details from the owner', 'Fyll i tomma uppgifter från ägaren'],
  },
  older: {
    'contactInfo.visitingAddress': ['Visiting address (old)', 'Besöksadress (äldre)'],
    'contactInfo.address': ['Address (old)', 'Adress (äldre)'],
    'contactInfo.postalCode': ['Postal code (old)', 'Postnummer (äldre)'],
    'contactInfo.city': ['Town (old)', 'Ort (äldre)'],
  },
  hours: { openHours: ['Opening hours', 'Öppettider'] },
  facilities: {
    ...facilityLabels,
    'placeDetails.info': ['About the facilities', 'Om servicen på platsen'],
    'placeDetails.accessibility.info': ['About the accessibility', 'Om tillgängligheten'],
  },
  media: {
    'media.images': ['Pictures', 'Bilder'],
    'media.video': ['Films', 'Filmer'],
    'media.audio': ['Sounds', 'Ljud'],
    'media.links': ['Links', 'Länkar'],
  },
  publishing: {
    published: ['Published from', 'Publicerad från'],
    depublished: ['Unpublished from', 'Avpublicerad från'],
  },
  service: {
    slug: ['Web address of the page', 'Sidans webbadress'],
    created: ['Created', 'Skapad'],
    createdBy: ['Created by', 'Skapad av'],
    updated: ['Changed', 'Ändrad'],
    updatedBy: ['Changed by', 'Ändrad av'],
    publishedBy: ['Published by', 'Publicerad av'],
    depublishedBy: ['Unpublished by', 'Avpublicerad av'],
    deleted: ['Deleted', 'Borttagen'],
    deletedBy: ['Deleted by', 'Borttagen av'],
    'geolocationInfo.lkf': ['County, municipality and parish code', 'Läns-, kommun- och församlingskod'],
    'geolocationInfo.county': ['County', 'Län'],
    'geolocationInfo.municipality': ['Municipality', 'Kommun'],
    'geolocationInfo.city': ['Town', 'Ort'],
    'geolocationInfo.localArea': ['Local area', 'Lokalt område'],
    'geolocationInfo.country': ['Country', 'Land'],
  },
} as const satisfies Readonly<Record<GroupName, Readonly<Partial<Record<MemberPath, TextPair>>>>>

/** The objects that fields are in, and the members of which some fields consist. */
const parts = {
  'parent.id': groups.basics.parent,
  'parent.name': ['Name of the parent place', 'Den överordnade platsens namn'],
  'owner.id': groups.basics.owner,
  'owner.name': ['Name of the owner', 'Ägarens namn'],
  'owner.type': ['Type of owner', 'Typ av ägare'],
  'categories.id': groups.basics.categories,
  'categories.name': groups.basics.categories,
  'tags.id': groups.basics.tags,
  'tags.name': groups.basics.tags,
  'geolocation.geometry': groups.position.geolocation,
  'geolocation.geometry.coordinates': groups.position.geolocation,
  'geolocation.properties': ['Properties of the position', 'Lägets egenskaper'],
  geolocationInfo: ['Area', 'Område'],
  visitingInfo: ['Visiting address', 'Besöksadress'],
  contactInfo: ['Contact', 'Kontakt'],
  'contactInfo.phone.CountryCode': ['Telephone: country code', 'Telefon: landsnummer'],
  'contactInfo.phone.AreaCode': ['Telephone: area code', 'Telefon: riktnummer'],
  'contactInfo.phone.Number': ['Telephone', 'Telefon'],
  'openHours.validFrom': ['From', 'Från och med'],
  'openHours.validTo': ['Up to and including', 'Till och med'],
  'openHours.days': ['Days', 'Dagar'],
  placeDetails: ['Facilities', 'Service och tillgänglighet'],
  'placeDetails.accessibility': sharedLabels.accessibility,
  media: ['Media', 'Media'],
} as const satisfies Readonly<Partial<Record<MemberPath, TextPair>>>

/** Labels for members of types whose schemas give no title in the language of the page. */
const typeParts = {
  'placeTypes.pollingStation.canPrintDubblettrostkort': sharedLabels.canPrintDubblettrostkort,
  'placeTypes.mainPollingStation.canPrintDubblettrostkort': sharedLabels.canPrintDubblettrostkort,
} as const

const { basics, position, visit, older, hours, facilities, media, publishing, service } = groups
const labels = {
  ...{ ...basics, ...position, ...visit, ...older, ...hours, ...facilities, ...media, ...publishing, ...service },
  ...parts,
} as const satisfies Readonly<Record<MemberPath, TextPair>>

/** Labels of the members of a place, by dotted path without list positions. */
export const fieldWords = wordsOf({ ...labels, ...typeParts })

/** The labels of the members of pictures, films, sounds and links. */
export const mediumLabels = {
  title: ['Title', 'Titel'],
  url: ['Address (URL)', 'Adress (URL)'],
  provider: ['Provider', 'Leverantör'],
  providerRef: ['ID at the provider', 'Id hos leverantören'],
  description: ['Description', 'Beskrivning'],
  descriptionType: ['Type of external film', 'Typ av extern film'],
  alternateDescription: ['Alternative text', 'Alternativtext'],
  tags: ['Keywords', 'Nyckelord'],
  qr: ['Address of a QR code', 'Adress till en QR-kod'],
} as const satisfies Readonly<Record<MediumMember, TextPair>>

/** The dotted path of a field that people edit. */
export type FieldPath = {
  [Name in Exclude<GroupName, 'service'>]: keyof (typeof groups)[Name]
}[Exclude<GroupName, 'service'>]

/** The paths of the fields in each group, in the order of the form. */
export const fieldGroups = Object.fromEntries(
  Object.entries(groups).map(([name, fields]) => [name, Object.keys(fields)]),
) as unknown as { readonly [Name in GroupName]: readonly (keyof (typeof groups)[Name] & FieldPath)[] }

type Labels = Readonly<Partial<Record<string, string>>>

/** Returns the label of a member: its own, else that of its nearest labelled ancestor and the rest, else the path. */
export function fieldLabel(words: Labels, path: string): string {
  const members = path.split('.').filter((member) => !/^\d+$/.test(member))
  for (let length = members.length; length > 0; length--) {
    const known = words[members.slice(0, length).join('.')]
    if (known !== undefined) return length === members.length ? known : `${known}: ${members.slice(length).join('.')}`
  }
  return path
}
