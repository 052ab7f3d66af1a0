import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDaysText } from '../../src/pages/open-day-text.ts'
import { withinText } from '../../src/pages/within-text.ts'
import { joinedWords } from '../../src/query/typed/joined-words.ts'
import { byKey, read } from '../support/typed-reading.ts'

/** Texts that were typed on a Sunday, and their meaning. */
const cases: Readonly<Record<string, string>> = {
  'kyrka inom 5 km': 'ChurchAndChapel | here | within 5000',
  'kyrka inom 5km från mig': 'ChurchAndChapel | here | within 5000',
  'inom 2,5 km från uppsala': 'near Uppsala | within 2500',
  'within 2 miles of uppsala': 'near Uppsala | within 3219',
  'church within half a mile of me': 'ChurchAndChapel | here | within 805',
  'kyrkor i uppsala inom 5 km': 'ChurchAndChapel | near Uppsala | within 5000',
  'inom en radie av 10 km från Sigtuna': 'near Sigtuna | within 10000',
  'kyrkogård 1 mil från uppsala': 'Cemetery | near Uppsala | within 10000',
  'toalett inom 500 m': 'toilet | here | within 500',
  'kyrkor max 5 km bort': 'ChurchAndChapel | here | within 5000',
  'öppet inom 5 km': 'open | here | within 5000',
  'inom 5 km från 59.86, 17.64': 'near 17.64 59.86 | within 5000',
  'kyrka på gångavstånd': 'ChurchAndChapel | here | within 1000',
  // An area has no distance, and what is short or has no unit is none.
  'kyrka nacka inom 5 km': 'ChurchAndChapel | “inom 5 km” | municipality Nacka',
  'storgatan 6 m': 'at storgatan 6m',
  'kyrka 500': 'ChurchAndChapel | “500”',
  'öppet 10 am': 'open 2026-11-29 10',
  'öppet idag och imorgon': 'open 2026-11-29,2026-11-30',
  'öppet mån-ons': 'open 2026-11-30,2026-12-01,2026-12-02',
  'open 24 - 26 december': 'open 2026-12-24,2026-12-25,2026-12-26',
  'öppet 24/12-26/12': 'open 2026-12-24,2026-12-25,2026-12-26',
  'öppet från julafton till annandag jul': 'open 2026-12-24,2026-12-25,2026-12-26',
  'öppet 2:a advent': 'open 2026-12-06',
  'kyrka utan trappor': 'ChurchAndChapel | ramp',
  'var röstar jag i Sigtuna': 'PollingStation+MainPollingStation | near Sigtuna',
  'när stänger kyrkan i Sigtuna': 'ChurchAndChapel | near Sigtuna',
  'near storgatan 6': 'at storgatan 6',
  'kyrka nära storgatan 6 i Sigtuna': 'ChurchAndChapel | at nära storgatan 6 | near Sigtuna',
  '59.86/17.64': 'near 17.64 59.86',
  'wheres the nearest toilet': 'toilet | here',
  'open this week': 'open 2026-11-29',
  'öppet nästa vecka': 'open 2026-11-30,2026-12-01,2026-12-02,2026-12-03,2026-12-04,2026-12-05,2026-12-06',
  'kyrka öppen varje dag': 'ChurchAndChapel | open 2026-11-29/2026-12-05',
  'church open every day near uppsala': 'ChurchAndChapel | open 2026-11-29/2026-12-05 | near Uppsala',
  // A weekday beside a date only describes it.
  'öppet lördag 12 december': 'open 2026-12-12',
  'öppet torsdag julafton': 'open 2026-12-24',
  'öppet lördag eller julafton': 'open 2026-12-05,2026-12-24',
  'öppet lördag den 12/12 och söndag den 13/12': 'open 2026-12-12,2026-12-13',
  'öppet 24.12': 'open 2026-12-24',
  'öppet den 6.1': 'open 2027-01-06',
  'öppet 18.30': 'open 2026-11-29 18.5',
  'öppet till sent': 'open 2026-11-29 18',
  'open late saturday': 'open 2026-12-05 18',
  'öppet vid lunch': 'open 2026-11-29 12',
  'kyrkor inte öppna idag': 'ChurchAndChapel | “inte öppna idag”',
  'not open on christmas eve': '“not open on christmas eve”',
  'kyrkor i trakten av uppsala': 'ChurchAndChapel | near Uppsala',
  'church near my location': 'ChurchAndChapel | here',
  'hkp toalett': 'accessibletoilet',
  'public toilet uppsala': 'toilet | near Uppsala',
  'wheel chair': 'ramp',
  '01890a5dac96774bbcceb302099a8057': 'id 01890a5d-ac96-774b-bcce-b302099a8057',
}

for (const [text, meant] of Object.entries(cases)) {
  test(`“${text}” means ${meant}`, () => {
    assert.equal(read(text), meant)
  })
}

test('words that are run together are taken apart where each means something', () => {
  const isTown = (key: string) => byKey.get(key)?.town !== undefined
  const meant: Readonly<Record<string, string | undefined>> = {
    oppenkyrka: 'oppen kyrka',
    kyrkauppsala: 'kyrka uppsala',
    kyrkogarduppsala: 'kyrkogard uppsala',
    oppenkyrkauppsala: 'oppen kyrka uppsala',
    opennow: 'open now',
    oppetidag: 'oppet idag',
    churchnearme: 'church nearme',
    frikyrka: undefined,
    pingstkyrka: undefined,
    kyrkokansli: undefined,
    kyrkaed: undefined,
    kyrkaupps: undefined,
    uppsala: undefined,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(meant).map((word) => [word, joinedWords(word, isTown)])), meant)
  assert.equal(
    read('Öppenkyrka i uppsala', 'none', { oppenkyrka: 'oppen kyrka' }),
    'ChurchAndChapel | open | municipality Uppsala',
  )
})

test('several days and distances are named as sentences have them, in both languages', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  const texts = (openOn: string) => [openDaysText(openOn, 'en'), openDaysText(openOn, 'sv')].map(plain)
  assert.deepEqual(texts('2026-12-12,2026-12-19'), [
    'open Saturday 12 December or Saturday 19 December',
    'öppet lördag 12 december eller lördag 19 december',
  ])
  assert.deepEqual(texts('2026-12-07/2026-12-13'), ['open every day 7 – 13 December', 'öppet varje dag 7–13 december'])
  assert.deepEqual(texts('2026-12-07/2026-12-07'), ['open Monday 7 December', 'öppet måndag 7 december'])
  assert.deepEqual([withinText(500, 'en'), withinText(3219, 'sv')].map(plain), ['within 500 m', 'inom 3,2 km'])
})
