import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOsmHours } from '../../src/hours/osm-hours.ts'
import { osmOf, readWritten, unknownWords, weekdayNamed } from '../../src/hours/written-hours.ts'

/** The value of OSM that a text means; undefined if it is not read. */
function osmOfWritten(text: string, language?: string): string | undefined {
  const written = readWritten(text, language)
  return written && osmOf(written)
}

const texts: Readonly<Record<string, string | undefined>> = {
  '10-16': 'mo-su 10:00-16:00',
  'mån-fre 9-17': 'mo-fr 09:00-17:00',
  'må-fr 10–16, lö 10–14': 'mo-fr 10:00-16:00, sa 10:00-14:00',
  'Mån–Fre: kl. 9.00–17.00; lör 10–14': 'mo-fr 09:00-17:00, sa 10:00-14:00',
  'må, ti 10-12 och 13-15': 'mo,tu 10:00-12:00,13:00-15:00',
  'Måndag 9-12\nTisdag 13-16': 'mo 09:00-12:00, tu 13:00-16:00',
  'to 10-12': 'th 10:00-12:00',
  'Mon to Fri 9am to 5:30 pm': 'mo-fr 09:00-17:30',
  'alla dagar 10-16, sön stängt': 'mo-su 10:00-16:00, su off',
  'dygnet runt': 'mo-su 00:00-24:00',
  'lör 22-02': 'sa 22:00-02:00',
  'lör 09-01': 'sa 09:00-01:00',
  // If the end equals the beginning, the hours run for 24 hours.
  'lör 16-16': 'sa 16:00-16:00',
  'Mo-Su 00:00-00:00': 'mo-su 00:00-00:00',
  // Each language, with and without its marks.
  'mandag-fredag 10-15': 'mo-fr 10:00-15:00',
  'Mandag til torsdag kl. 10-15, fredag lukket': 'mo-th 10:00-15:00, fr off',
  'Man.–fre. 8–16. Lørdag stengt': 'mo-fr 08:00-16:00, sa off',
  'Mo–Fr 9–12 und 14–17 Uhr': 'mo-fr 09:00-12:00,14:00-17:00',
  'Dienstag bis Sonntag von 10.00 bis 18.00 Uhr, montags geschlossen': 'tu-su 10:00-18:00, mo off',
  'Du mardi au samedi de 9h à 12h30 et de 14h à 18h': 'tu-sa 09:00-12:30,14:00-18:00',
  'tous les jours 9 h - 19 h': 'mo-su 09:00-19:00',
  'ma-pe klo 9–17, la 10–15, su suljettu': 'mo-fr 09:00-17:00, sa 10:00-15:00, su off',
  'maanantai-perjantai 8-16': 'mo-fr 08:00-16:00',
  'Maandag t/m vrijdag 9.00 tot 17.00 uur, za gesloten': 'mo-fr 09:00-17:00, sa off',
  'Lunes a viernes de 9:00 a 14:00 y de 16:00 a 20:00 h': 'mo-fr 09:00-14:00,16:00-20:00',
  'Miércoles cerrado': 'we off',
  'Dal lunedì al venerdì dalle 9 alle 13': 'mo-fr 09:00-13:00',
  'sabato e domenica chiuso': 'sa,su off',
  'lunedi-venerdi 9-13': 'mo-fr 09:00-13:00',
  'sondag 10-12': 'su 10:00-12:00',
  'mo 9-17': 'mo 09:00-17:00',
  // What may mean one thing or another.
  'Mon-Fri 9-5': undefined,
  'vardagar 9-17': undefined,
  'on 10-12 to 13-15': undefined,
  '10-16 mån-fre': undefined,
  '10-16 lunch 12-13': undefined,
  'sommar 10-16': undefined,
  '1/6-31/8 10-16': undefined,
  'v. 25-32 10-16': undefined,
  '2025-2026': undefined,
  '2025-2100': undefined,
  '2017-01': undefined,
  '1201-1301': undefined,
  // A time has a separator or is a whole hour.
  'ti-to 0900-1600': undefined,
  'tor 1900-2130': undefined,
  'lör: kl. 2000–2100': undefined,
  // Another day in another language.
  'ma 9-17': undefined,
  'do 10-12': undefined,
  '2025 till 2026': undefined,
  'lör 2025-2026, 10-12': undefined,
  'lör, 2000-2100': undefined,
  'Fri 12-8': undefined,
  'mån-fre 9-12, mån 14-18': 'mo-fr 09:00-12:00, mo 14:00-18:00',
  'mån-fre 9-12; mån 14-18': undefined,
  'fre-mån 9-12; sön 14-18': undefined,
  'mån-fre 9-12; mån stängt': 'mo-fr 09:00-12:00, mo off',
  'alla dagar 10-16; sön stängt': 'mo-su 10:00-16:00, su off',
  'sön stängt, alla dagar 10-16': undefined,
  'Sun closed, daily 10-16': undefined,
  'lör-sön stängt; mån-sön 9-17': undefined,
  'Sat-Sun closed; Mon-Sun 9-17': undefined,
  'Öppet: mån 9-17': 'mo 09:00-17:00',
  'Open: Mon 9-17': 'mo 09:00-17:00',
  'mån 9-17, öppet lör 10-14': 'mo 09:00-17:00, sa 10:00-14:00',
  'Mon 9-17, open Sat 10-14': 'mo 09:00-17:00, sa 10:00-14:00',
  'mån öppet 9-17': 'mo 09:00-17:00',
  'Mon open 9-17': 'mo 09:00-17:00',
  'mån 9-17 öppet, tis stängt': 'mo 09:00-17:00, tu off',
  'Mon 9-17 open, Tue closed': 'mo 09:00-17:00, tu off',
  'dygnet runt öppet': 'mo-su 00:00-24:00',
  '24/7 open': 'mo-su 00:00-24:00',
  // Open without hours is all day, or any hours.
  'öppet; lör-sön 24/7': undefined,
  'open; Sa-Su 24/7': undefined,
  'mån öppet, tis 9-17': undefined,
  'Mo open, Tu 9-17': undefined,
  'mån öppet\ntis 9-17': undefined,
  'Mon open\nTue 9-17': undefined,
  'mån öppet & tis 9-17': undefined,
  'Mon open & Tue 9-17': undefined,
  'mån öppet och tis 9-17': undefined,
  'Mon open and Tue 9-17': undefined,
  'mån öppet stängt tis 9-17': undefined,
  'Mon open closed Tue 9-17': undefined,
  'ti 25-30': undefined,
  mån: undefined,
  'efter överenskommelse': undefined,
}

for (const [text, osm] of Object.entries(texts)) {
  test(`D56: '${text}' ${osm ? `is ${osm}` : 'is not guessed'}`, () => {
    assert.equal(osmOfWritten(text), osm)
    if (osm !== undefined) assert.ok(!('fault' in readOsmHours(osm, 2026)))
  })
}

test('a text is first read in the language of its file', () => {
  assert.equal(osmOfWritten('ma 9-17', 'fi'), 'mo 09:00-17:00')
  assert.equal(osmOfWritten('ma 9-17', 'fr'), 'tu 09:00-17:00')
  assert.equal(osmOfWritten('do 10-12', 'es'), 'su 10:00-12:00')
  assert.equal(osmOfWritten('mandag 10-15', 'fi'), 'mo 10:00-15:00')
})

test('unknown words are those that no reading knows', () => {
  assert.deepEqual(unknownWords('Mån-tors: 8.00-16.30, fre: 8.00-14.00. Lunchstängt 12-13'), ['Lunchstängt'])
  assert.deepEqual(unknownWords('Enligt överenskommelse'), ['Enligt', 'överenskommelse'])
  assert.deepEqual(unknownWords('alla dagar 10-16'), [])
})

test('a heading names a weekday by a word of three letters or more', () => {
  for (const word of ['monday', 'Måndag', 'lundi', 'Maanantai', 'LUNES', 'Mon.', 'lunedi']) {
    assert.equal(weekdayNamed(word), 'mo', word)
  }
  for (const word of ['mo', 'daily', 'namn', 'dagligen', '']) assert.equal(weekdayNamed(word), undefined, word)
})

test('D56: hours that contradict each other are refused', () => {
  const osm = osmOfWritten('må-fr 10-16, fr 10-14')
  assert.ok(osm !== undefined && 'fault' in readOsmHours(osm, 2026))
})
