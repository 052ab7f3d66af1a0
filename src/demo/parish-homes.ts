import type { JsonObject, JsonValue } from '../place/json.ts'
import { cemeteryHours, officeHours, parishHomeHours } from './hours.ts'
import { childRecord, facilities, placeRecord, type Setting } from './parts.ts'
import type { Random } from './random.ts'
import { genitive } from './swedish.ts'
import type { TagName, Unit } from './units.ts'

const homeTags: readonly TagName[] = ['språkcafé', 'öppen förskola', 'soppluncher', 'hundvänligt', 'cykelvänligt']
const activities = [
  'Öppen förskola på tisdagar och torsdagar, ingen anmälan.',
  'Språkcafé varje måndag: kom och prata svenska över en kopp te.',
  'Sopplunch på onsdagar; betala det du kan.',
  'Stickcafé, bokcirkel och schack turas om på fredagarna.',
  'Läxhjälp för högstadiet när skolan är öppen.',
  'Barnkören övar på onsdagar och sjunger på familjegudstjänsterna.',
]
const rooms = [
  { part: 'stora-salen', name: 'Stora salen', text: 'Sal med scen och flygel för 120 personer.' },
  { part: 'lilla-salen', name: 'Lilla salen', text: 'Ljust rum med skärm för 30 personer.' },
  { part: 'ungdomsrummet', name: 'Ungdomsrummet', text: 'Soffor, pingis och ett litet kök.' },
  { part: 'koket', name: 'Köket', text: 'Restaurangkök som går att hyra tillsammans med salen.' },
]

/** A parish home, sometimes with rooms that can be booked. */
export function parishHomeRecords(owner: Unit, setting: Setting): JsonObject[] {
  const { locality, random } = setting
  const name = random.pick([
    `${genitive(locality.name)} församlingshem`,
    'Församlingsgården',
    'Prästgårdslängan',
    'Kyrkans hus',
    'Sockenstugan',
    'Klockargården',
  ])
  const home = placeRecord(
    {
      name,
      type: 'parishHome',
      owner,
      shortDescription: `Mötesplats för alla åldrar i ${locality.name}, med kök, salar och lekrum.`,
      longDescription: random.some(activities, random.integer(1, 4)).join('\n\n'),
      openHours: parishHomeHours(random),
      placeDetails: facilities(random, 0.8),
      categories: random.chance(0.5) ? ['Barn och familj', 'Unga'] : ['Diakoni', 'Lokaler att hyra'],
      tags: random.some(homeTags, random.integer(0, 2)),
    },
    setting,
  )
  return random.chance(0.25) ? [home, ...roomRecords(home, random)] : [home]
}

function roomRecords(home: Readonly<Record<string, JsonValue>>, random: Random): JsonObject[] {
  return random
    .some(rooms, random.integer(1, 3))
    .map(({ part, name, text }) =>
      childRecord(home, { part, name, shortDescription: text, placeTypes: { partial: {} } }),
    )
}

/** The office of a parish. */
export function secretariatRecord(owner: Unit, setting: Setting): JsonObject {
  const { random } = setting
  return placeRecord(
    {
      name: `${genitive(owner.name)} expedition`,
      type: 'secretariat',
      owner,
      shortDescription: 'Här bokar du dop, vigsel, begravning och lokaler.',
      openHours: officeHours(random),
      placeDetails: facilities(random, 0.7),
      categories: ['Dop, vigsel och begravning'],
      ...(random.chance(0.5) && {
        directions: 'Ring på porttelefonen; expeditionen ligger en trappa upp, hiss finns.',
      }),
    },
    setting,
  )
}

/** A cemetery of the burial authority. */
export function cemeteryRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  const name = random.pick([
    `${genitive(locality.name)} kyrkogård`,
    `${genitive(locality.name)} gamla kyrkogård`,
    'Norra begravningsplatsen',
    'Skogskyrkogården',
    'Västra kyrkogården',
    'Östra kyrkogården',
  ])
  const memorial = random.chance(0.6)
  return placeRecord(
    {
      name,
      type: 'cemetery',
      owner,
      shortDescription: `Begravningsplats i ${locality.name}${memorial ? ' med minneslund och askgravlund' : ''}.`,
      openHours: cemeteryHours(random),
      placeDetails: {
        info: 'Vatten, kannor och redskap finns vid grindarna från april till oktober.',
        hasToilet: random.chance(0.4),
        hasParking: true,
      },
      categories: ['Begravningsplats'],
      tags: memorial ? ['minneslund', 'askgravlund'] : [],
    },
    setting,
  )
}

/** A place of the project: no building of the parish, open to all. */
export function projectRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  return placeRecord(
    {
      name: random.pick(['Kafé Öppna dörrar', 'Klädkammaren', 'Cykelverkstan', 'Matbanken', 'Kolonilotten']),
      type: 'external',
      owner,
      shortDescription: `Öppna dörrar i ${locality.name}: kom som du är, stanna så länge du vill.`,
      openHours: parishHomeHours(random),
      placeDetails: facilities(random, 0.5),
      categories: ['Diakoni'],
      tags: random.some(homeTags, 1),
    },
    setting,
  )
}
