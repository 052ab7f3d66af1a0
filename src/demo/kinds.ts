import type { JsonObject, JsonValue } from '../place/json.ts'
import {
  cemeteryHours,
  churchHours,
  earlyVotingHours,
  electionDayHours,
  officeHours,
  parishHomeHours,
} from './hours.ts'
import { childRecord, facilities, placeRecord, type Setting } from './place-record.ts'
import type { Random } from './random.ts'
import texts from './texts.json' with { type: 'json' }
import { addressName, genitive, type Unit } from './units.ts'

/** A church or chapel, sometimes with a part of its own; the first of a locality bears its name. */
export function churchRecords(owner: Unit, setting: Setting, first: boolean): JsonObject[] {
  const { locality, random } = setting
  const { names, builds, sites, categories, tags, directions } = texts.church
  const name = first ? `${genitive(locality.name)} kyrka` : random.pick(names)
  const build = random.pick(builds)
  const place = placeRecord(
    {
      name,
      type: 'churchAndChapel',
      owner,
      shortDescription: `${build.make} från ${random.pick(build.ages)}, ${random.pick(sites)} i ${locality.name}.`,
      longDescription: aboutChurch(name, random),
      openHours: churchHours(random),
      placeDetails: facilities(random, 0.6),
      categories: categories[random.chance(0.5) ? 0 : 1]!,
      tags: random.some(tags, random.integer(0, 3)),
      media: churchMedia(name, owner, random),
      ...(random.chance(0.3) && { directions }),
    },
    setting,
  )
  return random.chance(0.12) ? [place, sideChapel(place, random)] : [place]
}

function aboutChurch(name: string, random: Random): string {
  const { treasures, lives } = texts.church
  const [about, life] = [random.some(treasures, random.integer(1, 3)), random.some(lives, random.integer(1, 2))]
  return `## Om ${name}\n\n${about.join(' ')}\n\n## Kom och var med\n\n${life.join(' ')}`
}

function churchMedia(name: string, owner: Unit, random: Random): JsonObject {
  const base = `https://www.${owner.id}.example`
  const file = addressName(name)
  const image = {
    title: `${name} från söder`,
    url: `${base}/bilder/${file}.jpg`,
    alternateDescription: `${name} med torn och gräsmatta, sedd från söder.`,
    tags: ['exterior'],
  }
  const sound = { title: 'Sammanringning', url: `${base}/ljud/${file}.mp3`, tags: ['klockor'] }
  const film = {
    title: 'Gudstjänst',
    provider: 'filmhyllan',
    providerRef: `${file}-1`,
    descriptionType: 'inspelning',
    tags: ['film'],
  }
  return {
    links: [{ title: 'Kalender', url: `${base}/kalender`, tags: ['kalender'] }],
    ...(random.chance(0.5) && { images: [image] }),
    ...(random.chance(0.06) && { audio: [sound] }),
    ...(random.chance(0.04) && { video: [film] }),
  }
}

function sideChapel(church: Readonly<Record<string, JsonValue>>, random: Random): JsonObject {
  const { chapels, chapel } = texts.church
  return childRecord(church, {
    part: 'sidokapell',
    name: random.pick(chapels),
    shortDescription: chapel,
    placeTypes: { partial: {} },
  })
}

/** A parish home, sometimes with rooms that can be booked. */
export function parishHomeRecords(owner: Unit, setting: Setting): JsonObject[] {
  const { locality, random } = setting
  const { names, activities, rooms, categories, tags } = texts.parishHome
  const home = placeRecord(
    {
      name: random.pick([`${genitive(locality.name)} församlingshem`, ...names]),
      type: 'parishHome',
      owner,
      shortDescription: `Mötesplats för alla åldrar i ${locality.name}, med kök, salar och lekrum.`,
      longDescription: random.some(activities, random.integer(1, 4)).join('\n\n'),
      openHours: parishHomeHours(random),
      placeDetails: facilities(random, 0.8),
      categories: categories[random.chance(0.5) ? 0 : 1]!,
      tags: random.some(tags, random.integer(0, 2)),
    },
    setting,
  )
  if (!random.chance(0.25)) return [home]
  const booked = random
    .some(rooms, random.integer(1, 3))
    .map(({ part, name, text }) =>
      childRecord(home, { part, name, shortDescription: text, placeTypes: { partial: {} } }),
    )
  return [home, ...booked]
}

/** The office of a parish. */
export function secretariatRecord(owner: Unit, setting: Setting): JsonObject {
  const { random } = setting
  const { about, directions } = texts.secretariat
  return placeRecord(
    {
      name: `${genitive(owner.name)} expedition`,
      type: 'secretariat',
      owner,
      shortDescription: about,
      openHours: officeHours(random),
      placeDetails: facilities(random, 0.7),
      categories: ['Dop, vigsel och begravning'],
      ...(random.chance(0.5) && { directions }),
    },
    setting,
  )
}

/** A cemetery of the burial authority. */
export function cemeteryRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  const { names, memorials, info } = texts.cemetery
  const of = genitive(locality.name)
  const name = random.pick([`${of} kyrkogård`, `${of} gamla kyrkogård`, ...names])
  const hasMemorial = random.chance(0.6)
  return placeRecord(
    {
      name,
      type: 'cemetery',
      owner,
      shortDescription: `Begravningsplats i ${locality.name}${hasMemorial ? ` med ${memorials.join(' och ')}` : ''}.`,
      openHours: cemeteryHours(random),
      placeDetails: { info, hasToilet: random.chance(0.4), hasParking: true },
      categories: ['Begravningsplats'],
      tags: hasMemorial ? memorials : [],
    },
    setting,
  )
}

/** A place of the project: no building of the parish, open to all. */
export function projectRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  return placeRecord(
    {
      name: random.pick(texts.project.names),
      type: 'external',
      owner,
      shortDescription: `Öppna dörrar i ${locality.name}: kom som du är, stanna så länge du vill.`,
      openHours: parishHomeHours(random),
      placeDetails: facilities(random, 0.5),
      categories: ['Diakoni'],
      tags: random.some(texts.parishHome.tags, 1),
    },
    setting,
  )
}

const election = ['Kyrkoval 2029']

/** A station for early votes in the church election. */
export function earlyVotingRecord(owner: Unit, setting: Setting): JsonObject {
  const { locality, random } = setting
  const { buildings, early, directions } = texts.polling
  return placeRecord(
    {
      name: `${random.pick(buildings)}, ${locality.name}`,
      type: 'pollingStation',
      owner,
      shortDescription: early,
      typeDetails: { canPrintDubblettrostkort: random.chance(0.6) },
      openHours: earlyVotingHours(random),
      placeDetails: facilities(random, 0.7),
      categories: election,
      ...(random.chance(0.4) && { directions }),
    },
    setting,
  )
}

/** A building for the day of the election, with a room for each district when there is more than one. */
export function electionDayRecords(owner: Unit, setting: Setting): JsonObject[] {
  const { locality, random } = setting
  const { buildings, districts } = texts.polling
  const building = placeRecord(
    {
      name: `${random.pick(buildings)}, ${genitive(locality.name)} vallokal`,
      type: 'mainPollingStation',
      owner,
      shortDescription: `Vallokal i ${locality.name} på valdagen den 16 september 2029.`,
      typeDetails: { canPrintDubblettrostkort: random.chance(0.9) },
      openHours: electionDayHours(random),
      placeDetails: facilities(random, 0.7),
      categories: election,
    },
    setting,
  )
  if (!random.chance(0.45)) return [building]
  const rooms = random.some(districts, random.integer(2, 3)).map((district, index) =>
    childRecord(building, {
      part: `sal-${index + 1}`,
      name: `${locality.name} ${district}, sal ${index + 1}`,
      shortDescription: `Röstning för valdistriktet ${locality.name} ${district}.`,
      openHours: building.openHours!,
      categories: building.categories!,
      placeTypes: { mainPollingStation: {} },
    }),
  )
  return [building, ...rooms]
}
