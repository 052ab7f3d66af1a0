import type { JsonObject, JsonValue } from '../place/json.ts'
import { churchHours } from './hours.ts'
import { childRecord, facilities, placeRecord, type Setting } from './parts.ts'
import type { Random } from './random.ts'
import { addressName, genitive } from './swedish.ts'
import type { TagName, Unit } from './units.ts'

const dedications = [
  'Korskyrkan',
  'Tomaskyrkan',
  'Mariakyrkan',
  'Strandkyrkan',
  'Skogskyrkan',
  'Allhelgonakyrkan',
  'Ljusets kyrka',
  'Sankt Örjans kyrka',
  'Sankta Ragnhilds kyrka',
  'Sankt Staffans kapell',
  'Bergets kapell',
  'Heliga Korsets kapell',
  'Fiskarkapellet',
  'Skogskapellet',
  'Åsens kapell',
  'Ängslyckans kapell',
]
/** What a church is built of, and the times when that was done. */
const builds = [
  { make: 'Vitputsad stenkyrka', ages: ['tidigt 1200-tal', '1300-talet', '1760-talet', '1830-talet'] },
  { make: 'Rödfärgad träkyrka', ages: ['1680-talet', '1760-talet', '1930-talet'] },
  { make: 'Tegelkyrka', ages: ['1300-talet', '1890-talet', '1930-talet'] },
  { make: 'Åttkantig timmerkyrka', ages: ['1680-talet', '1760-talet', '1830-talet'] },
  { make: 'Ljus kyrka i betong och trä', ages: ['1968', '1974', '2009'] },
] as const
const sites = [
  'mitt i samhället',
  'på höjden ovanför ån',
  'intill torget',
  'vid den gamla landsvägen',
  'i en dunge av askar och lönnar',
]
const treasures = [
  'Altarskåpet är snidat i ek av en mästare från bygden.',
  'Dopfunten är huggen i sandsten från trakten.',
  'Predikstolen bär bilder av de fyra evangelisterna.',
  'Orgeln har 21 stämmor och renoverades varsamt 2016.',
  'I vapenhuset hänger en votivskuta som en lots skänkte.',
  'Målningarna i koret rengjordes för några år sedan.',
  'Glasmålningarna av blått och grönt glas lyser bäst på eftermiddagen.',
]
const lives = [
  'Högmässa firas varje söndag klockan elva.',
  'På onsdagar är det morgonmässa med frukost efteråt.',
  'Kören övar på torsdagar och nya röster är välkomna.',
  'Under sommaren är kyrkan vägkyrka med kaffe och våfflor.',
  'Första lördagen i månaden ges en halvtimmes orgelmusik.',
  'Konfirmanderna sköter ljusbäraren och tänder den före varje gudstjänst.',
]
const churchTags: readonly TagName[] = [
  'pilgrimsled',
  'vägkyrka',
  'orgel',
  'klockstapel',
  'kalkmålningar',
  'cykelvänligt',
]

/** A church or chapel, sometimes with a part of its own; the first of a locality bears its name. */
export function churchRecords(owner: Unit, setting: Setting, first: boolean): JsonObject[] {
  const { locality, random } = setting
  const name = first ? `${genitive(locality.name)} kyrka` : random.pick(dedications)
  const build = random.pick(builds)
  const place = placeRecord(
    {
      name,
      type: 'churchAndChapel',
      owner,
      shortDescription: `${build.make} från ${random.pick<string>(build.ages)}, ${random.pick(sites)} i ${locality.name}.`,
      longDescription: longDescription(name, random),
      openHours: churchHours(random),
      placeDetails: facilities(random, 0.6),
      categories: random.chance(0.5)
        ? ['Gudstjänst', 'Dop, vigsel och begravning', 'Kulturarv']
        : ['Gudstjänst', 'Musik och körer'],
      tags: random.some(churchTags, random.integer(0, 3)),
      media: churchMedia(name, owner, random),
      ...(random.chance(0.3) && { directions: 'Ingång genom vapenhuset på södra sidan.' }),
    },
    setting,
  )
  return random.chance(0.12) ? [place, sideChapel(place, random)] : [place]
}

function longDescription(name: string, random: Random): string {
  const [about, life] = [random.some(treasures, random.integer(1, 3)), random.some(lives, random.integer(1, 2))]
  return `## Om ${name}\n\n${about.join(' ')}\n\n## Kom och var med\n\n${life.join(' ')}`
}

function churchMedia(name: string, owner: Unit, random: Random): JsonObject {
  const base = `https://www.${owner.id}.example`
  const file = addressName(name)
  return {
    links: [{ title: 'Kalender', url: `${base}/kalender`, tags: ['kalender'] }],
    ...(random.chance(0.5) && {
      images: [
        {
          title: `${name} från söder`,
          url: `${base}/bilder/${file}.jpg`,
          alternateDescription: `${name} med torn och gräsmatta, sedd från söder.`,
          tags: ['exterior'],
        },
      ],
    }),
    ...(random.chance(0.06) && {
      audio: [{ title: 'Sammanringning', url: `${base}/ljud/${file}.mp3`, tags: ['klockor'] }],
    }),
    ...(random.chance(0.04) && {
      video: [
        {
          title: 'Gudstjänst',
          provider: 'filmhyllan',
          providerRef: `${file}-1`,
          descriptionType: 'inspelning',
          tags: ['film'],
        },
      ],
    }),
  }
}

function sideChapel(church: Readonly<Record<string, JsonValue>>, random: Random): JsonObject {
  return childRecord(church, {
    part: 'sidokapell',
    name: random.pick(['Sidokapellet', 'Dopkapellet', 'Kryptan', 'Sakristian']),
    shortDescription: 'Rum för enskild bön och små samlingar, upp till 25 personer.',
    placeTypes: { partial: {} },
  })
}
