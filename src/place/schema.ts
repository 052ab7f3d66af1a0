import Type, { type Static, type TObject } from 'typebox'
import type { DirectoryKind } from './directory-kinds.ts'
import type { JsonObject } from './json.ts'
import { type PlaceTypeSchemas, placeTypes } from './place-types.ts'
import { timePatterns } from './time-patterns.ts'

/**
 * Annotations of a schema property, beside those of JSON Schema (`readOnly`: never accepted from a client, D17;
 * `format: 'date-time'`: an instant; `format: 'uuid'` or `'date'`: excluded from full-text search, D32).
 */
interface Annotations {
  /** Shown and searchable only with `read-media` or `read-restricted`; absent: for everybody. */
  readonly visibility?: 'media' | 'restricted'
  /** `false`: no field filter of its own. `'words'`: only `~`, null checks and `q` (D31). */
  readonly searchable?: false | 'words'
  /** Filled from this list of the directory, whose values take precedence (D16). */
  readonly directory?: DirectoryKind
}

/** The maximum lengths of strings, in characters, and of lists, in elements (D20). */
export const limits = { name: 500, text: 10_000, longText: 100_000, string: 2_000, list: 1_000, free: 5_000 } as const

const string = (description: string, more: Annotations & JsonObject = {}) =>
  Type.String({ maxLength: limits.string, description, ...more })
const text = (description: string, more: Annotations & JsonObject = {}) =>
  Type.String({ maxLength: limits.text, description, ...more })
const boolean = (description: string) => Type.Boolean({ description })
const instant = (description: string, more: Annotations & JsonObject = {}) =>
  Type.String({ format: 'date-time', description, ...more })
const who = (description: string, more: Annotations & JsonObject = {}) =>
  string(description, { visibility: 'restricted', ...more })
const uuid = (description: string, more: Annotations & JsonObject = {}) =>
  Type.String({ format: 'uuid', description, ...more })
const list = <Item extends Type.TSchema>(item: Item, description: string, more: Annotations & JsonObject = {}) =>
  Type.Array(item, { maxItems: limits.list, description, ...more })
const optional = Type.Optional
const object = <Properties extends Type.TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { description })

/**
 * A whole number that JSON carries without loss (RFC 8259, section 6); a longer one would be stored as another number.
 */
const whole = (description: string) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, description })

const phone = object(
  {
    CountryCode: optional(whole('Country calling code, such as 46.')),
    AreaCode: optional(whole('Area code without its leading zero.')),
    Number: optional(whole('Subscriber number.')),
  },
  'A telephone number in three parts.',
)

/** The schema of the contact details of a place or an owner. */
export const contactInfoSchema = object(
  {
    address: optional(string('Obsolete; use visitingInfo.')),
    postalCode: optional(string('Obsolete; use visitingInfo.')),
    city: optional(string('Obsolete; use visitingInfo.')),
    visitingAddress: optional(string('Obsolete; use visitingInfo.')),
    phone: optional(phone),
    email: optional(string('Contact e-mail.')),
    url: optional(string('Address of a contact page.')),
    fetchAutomatically: optional(
      boolean('Fill what is empty here from the owner at the moment of the request; never stored.'),
    ),
  },
  'How to reach the place.',
)

const visitingInfo = object(
  {
    address: optional(string('Street address.')),
    postalCode: optional(string('Postal code.')),
    city: optional(string('Postal town.')),
    description: optional(text('Directions or another description.')),
  },
  'Where to go.',
)

const openingTime = Type.String({ pattern: timePatterns.from, description: 'Opening time.', examples: ['09:30'] })
const closingTime = Type.String({
  pattern: timePatterns.to,
  description: 'Closing time; at or before the opening time it is past midnight.',
  examples: ['17:00', '24:00'],
})
const localDate = (description: string) => Type.String({ format: 'date', description })
const spans = (day: string) =>
  optional(
    list(
      object({ from: openingTime, to: closingTime }, 'An open span.'),
      `Open spans of ${day}; an empty list says closed.`,
    ),
  )

const openHours = object(
  {
    validFrom: optional(localDate('First day of validity; may be missing on the first entry.')),
    validTo: optional(localDate('Last day of validity, inclusive; may be missing on the last entry.')),
    days: optional(
      object(
        {
          mo: spans('Monday'),
          tu: spans('Tuesday'),
          we: spans('Wednesday'),
          th: spans('Thursday'),
          fr: spans('Friday'),
          sa: spans('Saturday'),
          su: spans('Sunday'),
        },
        'The week; a missing day is closed.',
      ),
    ),
  },
  'Opening hours of one period, in the local time of the place.',
)

const placeDetails = object(
  {
    info: optional(text('Free text: wifi, café, parking.')),
    hasToilet: optional(boolean('Has a toilet.')),
    hasWifi: optional(boolean('Has wifi.')),
    hasCafe: optional(boolean('Has a café.')),
    hasChargingStation: optional(boolean('Has a charging station.')),
    hasParking: optional(boolean('Has parking.')),
    accessibility: optional(
      object(
        {
          info: optional(text('Free text on accessibility.')),
          toiletAccessible: optional(boolean('The toilet is accessible.')),
          toiletSoapNonAllergenic: optional(boolean('The soap of the toilet is non-allergenic.')),
          hasHearingLoop: optional(boolean('Has a hearing loop.')),
          hasRamp: optional(boolean('Has a ramp.')),
        },
        'How accessible the place is.',
      ),
    ),
  },
  'Facilities.',
)

const mediumParts = {
  tags: optional(
    list(
      string('A keyword; lower-case letters and digits recommended. `ccby40` and the like name the licence.'),
      'Keywords.',
    ),
  ),
  url: optional(string('Address of the medium; required unless provider and providerRef are given.')),
  providerRef: optional(string('Id at the provider.')),
  provider: optional(string('Name of the provider, known to producers and consumers.')),
  title: string('Title.'),
  description: optional(text('Description.')),
}
const audio = object(mediumParts, 'A sound.')
const video = object({ ...mediumParts, descriptionType: optional(string('An external video type.')) }, 'A film.')
const image = object(
  {
    ...mediumParts,
    alternateDescription: optional(
      text(
        'Text for those who do not see the picture. Without it the keyword `alt-decorative` says that they miss nothing.',
      ),
    ),
  },
  'A picture.',
)
const link = object(
  {
    tags: optional(list(string('A keyword.'), 'Keywords.')),
    url: optional(string('Target.')),
    title: optional(string('Title.')),
    qr: optional(string('Address of a QR image for the link.')),
  },
  'A link.',
)
/** The media that require an address or a provider: `url`, or both `provider` and `providerRef`. */
export const conditionalMedia = ['audio', 'video', 'images'] as const

const media = object(
  {
    audio: optional(list(audio, 'Sounds.', { visibility: 'media' })),
    video: optional(list(video, 'Films.', { visibility: 'media' })),
    images: optional(list(image, 'Pictures.', { visibility: 'media' })),
    links: optional(list(link, 'Links.')),
  },
  'Media of the place.',
)

/** The coordinates of a position in their order, with the greatest absolute value of each, in degrees. */
export const positionAxes = [
  { name: 'longitude', max: 180 },
  { name: 'latitude', max: 90 },
] as const

const geolocation = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Type.Object({
      type: Type.Literal('Point'),
      coordinates: Type.Unsafe<[longitude: number, latitude: number]>({
        type: 'array',
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
        description: '[longitude, latitude] in degrees, WGS84.',
      }),
    }),
    properties: optional(Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true })),
  },
  { description: 'Where the place is: a GeoJSON Feature with a Point (RFC 7946).', searchable: false },
)

const geolocationInfo = Type.Object(
  {
    lkf: optional(string('County, municipality and parish code.')),
    county: optional(string('County.')),
    municipality: optional(string('Municipality.')),
    city: optional(string('Practically always empty.')),
    localArea: optional(string('Practically always empty.')),
    country: optional(string('ISO 3166-1 alpha-2 code.')),
  },
  { description: 'Derived from the coordinates at each update.', readOnly: true },
)

const subjectArea = (what: string, directory: DirectoryKind) =>
  object(
    { id: uuid(`Id of the ${what}.`), name: optional(string(`Name of the ${what}.`, { readOnly: true, directory })) },
    `A ${what}.`,
  )

/** All properties of a place except its types, whose schemas the operator may provide. */
const fixedProperties = {
  id: uuid('Id, a UUIDv7.', { readOnly: true }),
  parent: object(
    {
      id: optional(uuid('Id of the parent place.')),
      name: optional(string('Name of the parent place.', { readOnly: true })),
    },
    'The parent place; empty when there is none.',
  ),
  name: Type.String({ maxLength: limits.name, description: 'Name of the place.' }),
  slug: string('Unique name for links; changes when the name changes.', { readOnly: true }),
  shortDescription: text('Short text without formatting; the name stands in.'),
  longDescription: optional(
    Type.String({ maxLength: limits.longText, description: 'Longer text, Markdown.', searchable: 'words' }),
  ),
  created: instant('When the place was created.', { readOnly: true }),
  createdBy: optional(who('Who created it.', { readOnly: true })),
  updated: instant('When the place was last changed.', { readOnly: true }),
  updatedBy: optional(who('Who changed it last; required on every write.')),
  published: optional(instant('From when the place is public.')),
  publishedBy: optional(who('Who published it.', { readOnly: true })),
  depublished: optional(instant('From when the place is no longer public.')),
  depublishedBy: optional(who('Who unpublished it.', { readOnly: true })),
  deleted: optional(instant('When the place was deleted.', { readOnly: true })),
  deletedBy: optional(who('Who deleted it.', { readOnly: true })),
  geolocation,
  geolocationInfo: optional(geolocationInfo),
  owner: object(
    {
      id: string('Id of the owning unit.'),
      name: string('Name of the owning unit; the directory wins.', { directory: 'owners' }),
      type: string('Type of organisational unit, or Projekt.'),
    },
    'The unit that the place belongs to.',
  ),
  contactInfo: optional(contactInfoSchema),
  visitingInfo: optional(visitingInfo),
  openHours: optional(
    list(
      openHours,
      'Opening hours by period. Of entries that are valid on a day the one with the shortest validity wins, of equally short ones the later.',
    ),
  ),
  placeDetails: optional(placeDetails),
  categories: optional(list(subjectArea('category', 'categories'), 'Shared subject areas.')),
  tags: optional(list(subjectArea('tag', 'tags'), 'Local subject areas.')),
  media: optional(media),
}

/** The part of a place that the operator cannot change. TypeScript derives the type of a place from it. */
export const fixedSchema = Type.Object(fixedProperties)
/** A place without the properties of its type. */
export type FixedPlace = Static<typeof fixedSchema>

/** A JSON object of a place type that no schema describes. */
const freeObject: JsonObject = { type: 'object', additionalProperties: true, description: 'Any object is kept.' }

/**
 * The schema of a place as seen by a caller with all permissions. `required` lists the members that are always present.
 */
export function placeSchema(typeSchemas: PlaceTypeSchemas): TObject {
  const types = Object.fromEntries(
    placeTypes.map(({ key }) => [key, optional(Type.Unsafe<JsonObject>(typeSchemas[key] ?? freeObject))]),
  )
  return Type.Object(
    { ...fixedProperties, placeTypes: Type.Object(types, { description: 'Exactly one member, the type.' }) },
    { title: 'Place' },
  )
}
