/** What a place may offer, as members of `placeDetails` and of its `accessibility`. */
export const amenities = [
  'hasToilet',
  'hasWifi',
  'hasCafe',
  'hasChargingStation',
  'hasParking',
  'toiletAccessible',
  'toiletSoapNonAllergenic',
  'hasHearingLoop',
  'hasRamp',
] as const
export type Amenity = (typeof amenities)[number]

type AmenityNames = Readonly<Record<Amenity, { has: string; lacks: string }>>

const en = {
  amenities: {
    hasToilet: { has: 'Toilet', lacks: 'No toilet' },
    hasWifi: { has: 'Wifi', lacks: 'No wifi' },
    hasCafe: { has: 'Café', lacks: 'No café' },
    hasChargingStation: { has: 'Charging station', lacks: 'No charging station' },
    hasParking: { has: 'Parking', lacks: 'No parking' },
    toiletAccessible: { has: 'Accessible toilet', lacks: 'Toilet not accessible' },
    toiletSoapNonAllergenic: { has: 'Non-allergenic soap', lacks: 'Soap not non-allergenic' },
    hasHearingLoop: { has: 'Hearing loop', lacks: 'No hearing loop' },
    hasRamp: { has: 'Ramp', lacks: 'No ramp' },
  } satisfies AmenityNames as AmenityNames,
  info: { accessibility: 'Accessibility' },
}

const sv: typeof en = {
  amenities: {
    hasToilet: { has: 'Toalett', lacks: 'Ingen toalett' },
    hasWifi: { has: 'Wifi', lacks: 'Inget wifi' },
    hasCafe: { has: 'Kafé', lacks: 'Inget kafé' },
    hasChargingStation: { has: 'Laddstation', lacks: 'Ingen laddstation' },
    hasParking: { has: 'Parkering', lacks: 'Ingen parkering' },
    toiletAccessible: { has: 'Tillgänglig toalett', lacks: 'Toaletten är inte tillgänglig' },
    toiletSoapNonAllergenic: { has: 'Allergivänlig tvål', lacks: 'Tvålen är inte allergivänlig' },
    hasHearingLoop: { has: 'Hörslinga', lacks: 'Ingen hörslinga' },
    hasRamp: { has: 'Ramp', lacks: 'Ingen ramp' },
  },
  info: { accessibility: 'Tillgänglighet' },
}

/** What a place may offer, in words. */
export const amenityWords = { en, sv }
