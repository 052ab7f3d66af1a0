import type { PlaceView } from './place.ts'

type Details = NonNullable<PlaceView['placeDetails']>
type Flag<Part> = { [Member in keyof Part]-?: NonNullable<Part[Member]> extends boolean ? Member : never }[keyof Part]
/** The dotted paths of the flags that the schema of a place has for its facilities. */
type FacilityPath =
  | `placeDetails.${Flag<Omit<Details, 'accessibility'>>}`
  | `placeDetails.accessibility.${Flag<NonNullable<Details['accessibility']>>}`

/** The labels of a facility: for a place that has it, and for one recorded as lacking it. */
interface FacilityNames {
  readonly has: string
  readonly lacks: string
}

interface FacilityText {
  /** Its name in the address of the explorer. */
  readonly filter: string
  readonly icon: string
  readonly en: FacilityNames
  readonly sv: FacilityNames
  /** Other names of its column in tables that people import. */
  readonly headings: readonly string[]
}

const texts = {
  'placeDetails.hasToilet': {
    filter: 'toilet',
    icon: 'toilet',
    en: { has: 'Toilet', lacks: 'No toilet' },
    sv: { has: 'Toalett', lacks: 'Ingen toalett' },
    headings: ['wc', 'toilets', 'har toalett'],
  },
  'placeDetails.hasWifi': {
    filter: 'wifi',
    icon: 'wifi',
    en: { has: 'Wifi', lacks: 'No wifi' },
    sv: { has: 'Wifi', lacks: 'Inget wifi' },
    headings: ['trådlöst nät', 'har wifi'],
  },
  'placeDetails.hasCafe': {
    filter: 'cafe',
    icon: 'cafe',
    en: { has: 'Café', lacks: 'No café' },
    sv: { has: 'Kafé', lacks: 'Inget kafé' },
    headings: ['cafe', 'fik', 'servering', 'har kafé'],
  },
  'placeDetails.hasChargingStation': {
    filter: 'charging',
    icon: 'charging',
    en: { has: 'Charging station', lacks: 'No charging station' },
    sv: { has: 'Laddstation', lacks: 'Ingen laddstation' },
    headings: ['laddplats', 'elbilsladdning', 'charging', 'ev charging'],
  },
  'placeDetails.hasParking': {
    filter: 'parking',
    icon: 'parking',
    en: { has: 'Parking', lacks: 'No parking' },
    sv: { has: 'Parkering', lacks: 'Ingen parkering' },
    headings: ['p-plats', 'har parkering'],
  },
  'placeDetails.accessibility.toiletAccessible': {
    filter: 'accessibletoilet',
    icon: 'wheelchair',
    en: { has: 'Accessible toilet', lacks: 'No accessible toilet' },
    sv: { has: 'Tillgänglig toalett', lacks: 'Toaletten är inte tillgänglighetsanpassad' },
    headings: ['rwc', 'hwc', 'handikapptoalett'],
  },
  'placeDetails.accessibility.toiletSoapNonAllergenic': {
    filter: 'nonallergenicsoap',
    icon: 'check',
    en: { has: 'Non-allergenic soap', lacks: 'No non-allergenic soap' },
    sv: { has: 'Allergivänlig tvål', lacks: 'Tvålen är inte allergivänlig' },
    headings: [],
  },
  'placeDetails.accessibility.hasHearingLoop': {
    filter: 'hearingloop',
    icon: 'hearingloop',
    en: { has: 'Hearing loop', lacks: 'No hearing loop' },
    sv: { has: 'Hörslinga', lacks: 'Ingen hörslinga' },
    headings: ['teleslinga', 'induction loop'],
  },
  'placeDetails.accessibility.hasRamp': {
    filter: 'ramp',
    icon: 'ramp',
    en: { has: 'Ramp', lacks: 'No ramp' },
    sv: { has: 'Ramp', lacks: 'Ingen ramp' },
    headings: ['rullstolsramp', 'wheelchair ramp'],
  },
} as const satisfies Readonly<Record<FacilityPath, FacilityText>>

/** A facility that a place may offer, recorded as a flag. */
interface Facility extends FacilityText {
  readonly path: FacilityPath
  readonly icon: (typeof texts)[FacilityPath]['icon']
  /** The name of its search field. */
  readonly field: string
}

/** All facilities, in the order of the form. */
export const facilities: readonly Facility[] = Object.entries(texts).map(([path, text]) => ({
  path: path as FacilityPath,
  field: path.toLowerCase().replaceAll('.', '_'),
  ...text,
}))

/** The labels of the flags in each language, by path. */
export const facilityLabels = Object.fromEntries(
  facilities.map(({ path, en, sv }) => [path, [en.has, sv.has]]),
) as unknown as Readonly<Record<FacilityPath, readonly [en: string, sv: string]>>
