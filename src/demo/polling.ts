import type { JsonObject, JsonValue } from '../place/json.ts'
import { earlyVotingHours, electionDayHours } from './hours.ts'
import { childRecord, facilities, placeRecord, type Setting } from './parts.ts'
import { genitive } from './swedish.ts'
import type { Unit } from './units.ts'

const buildings = [
  'Församlingshemmet',
  'Biblioteket',
  'Folkets hus',
  'Ängsskolan',
  'Bygdegården',
  'Medborgarhuset',
  'Idrottshallen',
]
const districts = ['Norra', 'Södra', 'Östra', 'Västra', 'Centrum', 'Ån', 'Åsen', 'Hagen']

/** A station for early votes in the church election. */
export function earlyVotingRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  const building = random.pick(buildings)
  return placeRecord(
    {
      name: `${building}, ${locality.name}`,
      type: 'pollingStation',
      owner,
      shortDescription: 'Förtidsröstning i kyrkovalet 2029. Ta med legitimation och ditt röstkort.',
      typeDetails: { canPrintDubblettrostkort: random.chance(0.6) },
      openHours: earlyVotingHours(random),
      placeDetails: facilities(random, 0.7),
      categories: ['Kyrkoval 2029'],
      ...(random.chance(0.4) && { directions: 'Följ de gula skyltarna från huvudentrén.' }),
    },
    setting,
  )
}

/** A building for the day of the election, with a room for each district when there is more than one. */
export function electionDayRecords(owner: Unit, setting: Setting): JsonObject[] {
  const { locality, random } = setting
  const building = placeRecord(
    {
      name: `${random.pick(buildings)}, ${genitive(locality.name)} vallokal`,
      type: 'mainPollingStation',
      owner,
      shortDescription: `Vallokal i ${locality.name} på valdagen den 16 september 2029.`,
      typeDetails: { canPrintDubblettrostkort: random.chance(0.9) },
      openHours: electionDayHours(random),
      placeDetails: facilities(random, 0.7),
      categories: ['Kyrkoval 2029'],
    },
    setting,
  )
  if (!random.chance(0.45)) return [building]
  const rooms = random.some(districts, random.integer(2, 3))
  return [
    building,
    ...rooms.map((district, index) => districtRoom(building, { district, index, locality: locality.name })),
  ]
}

function districtRoom(
  building: Readonly<Record<string, JsonValue>>,
  { district, index, locality }: { district: string; index: number; locality: string },
): JsonObject {
  return childRecord(building, {
    part: `sal-${index + 1}`,
    name: `${locality} ${district}, sal ${index + 1}`,
    shortDescription: `Röstning för valdistriktet ${locality} ${district}.`,
    openHours: building.openHours!,
    categories: building.categories!,
    placeTypes: { mainPollingStation: {} },
  })
}
