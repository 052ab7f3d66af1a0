import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidayInSentence } from '../../src/pages/holiday.ts'
import { openDaysText } from '../../src/pages/open-day-text.ts'
import { dayNumber, dayText } from '../../src/place/dates.ts'
import { formatOpenDays } from '../../src/place/open-days.ts'
import { suggestLimits } from '../../src/query/results/suggestion.ts'
import { meantWord } from '../../src/query/typed/mistyped.ts'
import { addressFilter, streetAddress } from '../../src/query/typed/street-address.ts'
import { holidayOn } from '../../src/query/typed/typed-days.ts'
import { readTyped } from '../../src/query/typed/typed-search.ts'
import { holidayLists } from '../../web/build/holidays.ts'
import { byKey, read, today } from '../support/typed-reading.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

const cases: Readonly<Record<string, string>> = {
  'öppen kyrka uppsala': 'ChurchAndChapel | open | near Uppsala',
  'open churches near Uppsala': 'ChurchAndChapel | open | near Uppsala',
  'church uppsala': 'ChurchAndChapel | near Uppsala',
  'Uppsala church': 'ChurchAndChapel | near Uppsala',
  'kyrkor i norrtälje': 'ChurchAndChapel | municipality Norrtälje',
  'churches in Norrtalje': 'ChurchAndChapel | municipality Norrtälje',
  'kyrkorna i Norrtälje kommun': 'ChurchAndChapel | municipality Norrtälje',
  'kyrkor i Sigtuna': 'ChurchAndChapel | near Sigtuna',
  'kyrka nacka': 'ChurchAndChapel | municipality Nacka',
  'uppsalas kyrkogårdar': 'Cemetery | near Uppsala',
  'rullstol toalett': 'accessibletoilet | ramp',
  'wheelchair toilet': 'accessibletoilet',
  'accessible toilet': 'accessibletoilet',
  'ramp toalett': 'toilet | ramp',
  'wheelchair café': 'cafe | ramp',
  'tillgänglig kyrka': 'ChurchAndChapel | ramp',
  'kyrkogård nära mig': 'Cemetery | here',
  'nearest cemetery': 'Cemetery | here',
  'närmaste kyrka i närheten av uppsala': 'ChurchAndChapel | near Uppsala',
  'nearest church to uppsala': 'ChurchAndChapel | near Uppsala',
  'open sunday': 'open 2026-11-29',
  'öppet på lördag': 'open 2026-12-05',
  'öppet idag': 'open 2026-11-29',
  'open tomorrow': 'open 2026-11-30',
  'öppet i övermorgon': 'open 2026-12-01',
  'öppet julafton uppsala': 'open 2026-12-24 | near Uppsala',
  'kyrka Christmas Eve': 'ChurchAndChapel | open 2026-12-24',
  'open on New Year’s Day': 'open 2027-01-01',
  'öppet annandag påsk': 'open 2027-03-29',
  'öppna kyrkor midsommarafton': 'ChurchAndChapel | open 2027-06-25',
  'öppet kristi himmelsfärdsdag': 'open 2027-05-06',
  'öppet fjärde advent': 'open 2026-12-20',
  'öppet alla helgons dag': 'open 2027-11-06',
  'öppet 24 december': 'open 2026-12-24',
  'öppet 24/12': 'open 2026-12-24',
  'öppet den 6:e januari': 'open 2027-01-06',
  'open Dec 24th': 'open 2026-12-24',
  'open 2027-02-03': 'open 2027-02-03',
  'öppet kl 18': 'open 2026-11-29 18',
  'öppen kyrka lördag kl. 18.30': 'ChurchAndChapel | open 2026-12-05 18.5',
  'church open saturday at 6 pm': 'ChurchAndChapel | open 2026-12-05 18',
  'church open sunday at ten': 'ChurchAndChapel | open 2026-11-29 10',
  'öppet klockan tolv': 'open 2026-11-29 12',
  'öppet nu': 'open',
  'open now': 'open',
  '08-465 004 63': 'tel 08-465 004 63',
  '0846500463': 'tel 0846500463',
  '+46 8 465 004 63': 'tel +46 8 465 004 63',
  '0046 8-465 004 63': 'tel 0046 8-465 004 63',
  '+46 (0)8-465 004 63': 'tel +46 (0)8-465 004 63',
  '465 004 63': 'tel 465 004 63',
  'storgatan 6': 'at storgatan 6',
  'Lärkvägen 96 A': 'at Lärkvägen 96A',
  'Storgatan 6 Uppsala': 'at Storgatan 6 | near Uppsala',
  'Storgatan 6, 753 10 Uppsala': 'at Storgatan 6 | near Uppsala',
  '6 Church Street': 'at Church Street 6',
  'kyrka storgatan 6': 'ChurchAndChapel | at storgatan 6',
  'uppsala domkyrka': 'special ChurchAndChapel | near Uppsala',
  'sankt olof': 'near Sankt Olof',
  's:t olof': '“s:t olof”',
  wifi: 'wifi',
  'wi-fi': 'wifi',
  'parkering laddstolpe sigtuna': 'charging | parking | near Sigtuna',
  'parking and charging in sigtuna': 'charging | parking | near Sigtuna',
  hörslinga: 'hearingloop',
  expedition: 'Secretariat',
  'parish office': 'Secretariat',
  vallokal: 'PollingStation+MainPollingStation',
  'polling stations': 'PollingStation+MainPollingStation',
  'församlingshem med kafé': 'ParishHome | cafe',
  'kyrkor och församlingshem': 'ChurchAndChapel+ParishHome',
  sorkyrkan: '“sorkyrkan”',
  '59.86, 17.64': 'near 17.64 59.86',
  '59,86 17,64': 'near 17.64 59.86',
  'kyrka nära 59.86, 17.64': 'ChurchAndChapel | near 17.64 59.86',
  '6638000, 648000': 'near 17.63',
  [id]: `id ${id}`,
  [id.toUpperCase()]: `id ${id}`,
  'var finns en öppen kyrka nära mig': 'ChurchAndChapel | open | here',
  'is there a church open on christmas day near uppsala': 'ChurchAndChapel | open 2026-12-25 | near Uppsala',
  'which churches are open on new year’s eve in Norrtälje':
    'ChurchAndChapel | open 2026-12-31 | municipality Norrtälje',
  'Hej, jag söker en kyrkogård i Sigtuna': 'Cemetery | near Sigtuna',
  'när har expeditionen öppet': 'Secretariat',
  'when is the church open': 'ChurchAndChapel',
  'when does the church open on sunday': 'ChurchAndChapel | open 2026-11-29',
  'öppettider expeditionen uppsala': 'Secretariat | near Uppsala',
  'var ligger storkyrkan': '“storkyrkan”',
  'toalett nu': 'open | toilet',
  nu: '“nu”',
  'öppet ikväll': 'open 2026-11-29 18',
  'church open tonight': 'ChurchAndChapel | open 2026-11-29 18',
  'öppet söndag förmiddag': 'open 2026-11-29 10',
  'open tomorrow morning': 'open 2026-11-30 10',
  'öppet imorgon bitti': 'open 2026-11-30 10',
  'på fredag eftermiddag': 'open 2026-12-04 14',
  förmiddag: '“förmiddag”',
  'öppet i helgen': 'open 2026-11-29',
  'open on weekdays': 'open 2026-11-30',
  'church open next sunday': 'ChurchAndChapel | open 2026-11-29',
  'öppet lördag och söndag': 'open 2026-11-29,2026-12-05',
  'open sat 2pm': 'open 2026-12-05 14',
  'öppet lör': 'open 2026-12-05',
  'fri parkering': 'parking',
  sun: '“sun”',
  'öppet lördag 14': 'open 2026-12-05 14',
  'öppet lördag 14-16': 'open 2026-12-05 14',
  'öppet 10-12': 'open 2026-11-29 10',
  'öppet mellan 10 och 12': 'open 2026-11-29 10',
  'kyrkor öppna efter 18': 'ChurchAndChapel | open 2026-11-29 18',
  'open after 6pm': 'open 2026-11-29 18',
  'open until 8 pm': 'open 2026-11-29 20',
  'kyrka från 1100-talet': 'ChurchAndChapel | “1100-talet”',
  'öppet den 24e': 'open 2026-12-24',
  'open the 24th': 'open 2026-12-24',
  'öppet 24.12.2026': 'open 2026-12-24',
  'öppet 24/12 2027': 'open 2027-12-24',
  'öppet julafton 2027': 'open 2027-12-24',
  'open 24/7': '“24/7” | open',
  'öppet i jul': 'open 2026-12-25',
  'öppet nyår': 'open 2027-01-01',
  'öppet påsk': 'open 2027-03-28',
  'öppet i mellandagarna': 'open 2026-12-27',
  'stängt julafton': '“stängt julafton”',
  'closed on christmas day': '“closed on christmas day”',
  'inte kyrka': '“inte kyrka”',
  'kyrka utan kafé': 'ChurchAndChapel | “utan kafé”',
  'kyrka utan kafé i Sigtuna': 'ChurchAndChapel | “utan kafé” | near Sigtuna',
  'no toilet': '“no toilet”',
  'öppen förskola uppsala': '“öppen förskola” | near Uppsala',
  '"öppen kyrka" uppsala': '“öppen kyrka” | near Uppsala',
  'info@kyrka.se': '“info@kyrka.se”',
  'https://www.uppsala.se/kyrka': '“https://www.uppsala.se/kyrka”',
  'tel 08-465 004 63': 'tel 08-465 004 63',
  'ring: 08.465.004.63': 'tel 08.465.004.63',
  'storg. 6': 'at storg. 6',
  '753 10 Uppsala': 'near Uppsala',
  'Kyrka i Åre': 'ChurchAndChapel | near Åre',
  'Stora Mellösa kyrka': 'ChurchAndChapel | “Stora Mellösa”',
  'kyrkor i Skåne': 'ChurchAndChapel | county Skåne län',
  'Uppsala län kyrka': 'ChurchAndChapel | county Uppsala län',
  'Uppsala 753 10': 'near Uppsala',
  'SE-753 10': 'postal 753 10',
  '37 Kyrkogatan': 'at Kyrkogatan 37',
  'öppet klockan halv nio': 'open 2026-11-29 8.5',
  'varken kyrka eller kapell': '“varken kyrka eller kapell”',
  'kyrka uppsala, sverige': 'ChurchAndChapel | near Uppsala',
  'SWEREF 99 TM: 6638000, 648000': 'near 17.64215 59.853072',
  'ladda elbilen i uppsala': 'charging | municipality Uppsala',
  'T-slinga': 'hearingloop',
  'free wifi': 'wifi',
  tillgänglighet: 'ramp',
  'domkyrka uppsala': 'special ChurchAndChapel | near Uppsala',
  urnlund: 'special Cemetery',
  'kyrka med minneslund': 'ChurchAndChapel | “minneslund”',
  'parkering nära domkyrkan': '“domkyrkan” | parking',
  'vart kan jag rösta': 'PollingStation+MainPollingStation',
  '⛪ uppsala ♿': 'ChurchAndChapel | ramp | near Uppsala',
  'https://www.google.com/maps/place/Uppsala+domkyrka/@59.86,17.64,17z/data=!3m1!4b1': 'near 17.64 59.86',
  'https://places.example.org/p/uppsala-kyrka?lang=en': 'slug uppsala-kyrka',
  'uppsala-forsamling-uppsala-kyrka': 'slug uppsala-forsamling-uppsala-kyrka',
  '01890a5d-ac96': '“01890a5d-ac96”',
  [`https://places.example.org/v4/place/${id}`]: `id ${id}`,
  'begravningsplats stängd': 'Cemetery | “stängd”',
  'Norrtälje-Malsta församling': 'owner Norrtälje-Malsta församling',
  'kyrka norrtälje malsta församling': 'ChurchAndChapel | owner Norrtälje-Malsta församling',
  'kyrka ed': 'ChurchAndChapel | “ed”',
  'kyrka i ed': 'ChurchAndChapel | near Ed',
  'kyrka göteborg uppsala': 'ChurchAndChapel | “uppsala” | near Göteborg',
  goteborg: 'near Göteborg',
  Gothenburg: 'near Göteborg',
  'kyrkan i dalen': 'ChurchAndChapel | “dalen”',
  'toalett 12': '“12” | toilet',
  i: '“i”',
  och: '“och”',
  '12 34': '“12 34”',
  '75310': 'postal 75310',
}

for (const [text, meant] of Object.entries(cases)) {
  test(`“${text}” means ${meant}`, () => {
    if (text === '6638000, 648000') assert.match(read(text), /^near 17\.\d+ 59\.8\d+$/)
    else assert.equal(read(text), meant)
  })
}

test('the name of a place wins over the words in it, unless every word means something', () => {
  assert.equal(read('uppsala domkyrka', 'words'), '“uppsala domkyrka”')
  assert.equal(read('uppsala kyrka', 'words'), 'ChurchAndChapel | near Uppsala')
  assert.equal(read('norrtäljes kyrka', 'whole'), '“norrtäljes kyrka”')
  assert.equal(read('sankt olof', 'words'), '“sankt olof”')
  assert.equal(read('kyrkan', 'whole'), 'ChurchAndChapel')
})

test('a mistyped word is read as the one that it is an edit from', () => {
  const isTown = (key: string) => byKey.get(key)?.town !== undefined
  const meant: Readonly<Record<string, string | undefined>> = {
    upsala: 'uppsala',
    uppsla: 'uppsala',
    goteburg: 'goteborg',
    gothenbrug: 'gothenburg',
    kykogard: 'kyrkogard',
    chruch: 'church',
    parkeing: 'parkering',
    open: 'open',
    storkyrkan: undefined,
    changing: undefined,
    sort: undefined,
    sigtona: undefined,
    areas: undefined,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(meant).map((word) => [word, meantWord(word, isTown)])), meant)
  assert.equal(read('kykogård upsala', 'none', { kykogard: 'kyrkogard', upsala: 'uppsala' }), 'Cemetery | near Uppsala')
})

test('this evening goes on after its time', () => {
  const context = { today: dayNumber(today)!, minute: 20 * 60, named: () => undefined, fit: 'none' } as const
  assert.deepEqual(readTyped('öppet ikväll', context), [{ is: 'open', text: 'öppet ikväll' }])
})

test('every part has the text that it was read from', () => {
  const context = { today: 0, named: (key: string) => byKey.get(key), fit: 'none' } as const
  const parts = readTyped('Öppen  kyrka, nära Uppsala med toalett på lördag', context)
  assert.deepEqual(
    parts.map(({ text }) => text),
    ['kyrka', 'Öppen lördag', 'toalett', 'nära Uppsala'],
  )
})

test('a text that is longer than suggestions take is only text, and reading takes time linear in it', () => {
  const { characters, words } = suggestLimits
  assert.equal(read('kyrka '.repeat(words + 1).trim()), `“${'kyrka '.repeat(words + 1).trim()}”`)
  assert.equal(read(`kyrka ${'å'.repeat(characters)}`), `“kyrka ${'å'.repeat(characters)}”`)
  const short = [
    '1',
    '1 ',
    '( ',
    'a',
    'a ',
    '1.',
    '1,1 ',
    'kl ',
    '+4',
    '24 ',
    "a'",
    '1/1/',
    'gatan ',
    '"',
    'a-',
    'a@',
    'a.',
  ]
  for (const piece of [...short, 'den ', 'öppet 1 ', '10-', 'till 1', 'www.', '/p/', 'https://', '⛪', 'inte kyrka ']) {
    const whole = piece.repeat(100_000)
    const began = performance.now()
    read(whole)
    read(whole.slice(0, characters))
    assert.ok(performance.now() - began < 2_000, piece)
  }
})

test('a time that has passed is meant for the next such day', () => {
  const context = { today: dayNumber('2026-11-29')!, minute: 22 * 60, named: () => undefined, fit: 'none' } as const
  const dayOf = (text: string) => {
    const [part] = readTyped(text, context)
    if (part?.is === 'days') return formatOpenDays(part)
    return part?.is === 'time' ? dayText(part.day) : undefined
  }
  assert.equal(dayOf('öppet söndag kl 10'), '2026-12-06')
  assert.equal(dayOf('öppet söndag kl 23'), '2026-11-29')
  assert.equal(dayOf('öppet kl 10'), '2026-11-30')
  assert.equal(dayOf('öppet idag kl 10'), '2026-11-29')
  assert.equal(dayOf('öppet söndag'), '2026-11-29')
})

test('a street and a number are an address, whose filter finds no longer number', () => {
  assert.equal(streetAddress('Domkyrkan'), undefined)
  assert.equal(streetAddress('grupp 4'), undefined)
  assert.equal(streetAddress('Stora Nygatan 5b'), 'Stora Nygatan 5b')
  assert.equal(
    addressFilter('Storgatan 6'),
    `~storgatan 6 ${Array.from('0123456789', (digit) => `!6${digit}`).join(' ')}`,
  )
})

test('searches and the hours of places know the same holidays of Sweden, by the same names', () => {
  const [first, last] = [dayNumber('2027-01-01')!, dayNumber('2027-12-31')!]
  const inSearches = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((day) => {
    const holiday = holidayOn(day)
    return holiday?.isInDoubt ? [[dayText(day), holiday.en, holiday.sv]] : []
  })
  const ofPlaces = holidayLists().SE!.filter(([day]) => day.startsWith('2027'))
  assert.deepEqual(inSearches, ofPlaces)
  assert.ok(inSearches.some(([, , sv]) => sv === 'påskafton'))
})

test('holidays are the days of the Swedish calendar', () => {
  const dayOf = (name: string) => {
    for (let day = dayNumber('2026-01-01')!; day < dayNumber('2027-01-01')!; day++)
      if (holidayOn(day)?.sv === name) return dayText(day)
    return undefined
  }
  const expected: Readonly<Record<string, string>> = {
    skärtorsdagen: '2026-04-02',
    långfredagen: '2026-04-03',
    påskdagen: '2026-04-05',
    'annandag påsk': '2026-04-06',
    'Kristi himmelsfärdsdag': '2026-05-14',
    pingstdagen: '2026-05-24',
    midsommarafton: '2026-06-19',
    'alla helgons dag': '2026-10-31',
    'första advent': '2026-11-29',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, dayOf(name)])), expected)
})

test('a day is named as sentences have it, in both languages', () => {
  const texts: Readonly<Record<string, readonly [en: string, sv: string]>> = {
    '2026-11-29': ['open on the First Sunday of Advent, 29 November', 'öppet första advent, 29 november'],
    '2026-12-20': ['open on the Fourth Sunday of Advent, 20 December', 'öppet fjärde advent, 20 december'],
    '2026-12-24': ['open on Christmas Eve, 24 December', 'öppet julafton, 24 december'],
    '2027-05-06': ['open on Ascension Day, 6 May', 'öppet Kristi himmelsfärdsdag, 6 maj'],
    '2027-06-06': ['open on National Day, 6 June', 'öppet nationaldagen, 6 juni'],
    '2026-12-05': ['open Saturday 5 December', 'öppet lördag 5 december'],
  }
  for (const [day, [en, sv]] of Object.entries(texts)) {
    assert.deepEqual([openDaysText(day, 'en'), openDaysText(day, 'sv')], [en, sv])
  }
  const names = ['Early May bank holiday', 'National Holiday', 'Day of Restoration of Independence', 'Boxing Day']
  assert.deepEqual(
    names.map((name) => holidayInSentence(name, 'en')),
    [...names.slice(0, 3).map((name) => `the ${name}`), 'Boxing Day'],
  )
})
