import type { CasePlace, QueryCases } from './query-cases.ts'

const phone = (name: string, phone: Readonly<Record<string, number>>): CasePlace => ({ name, contactInfo: { phone } })
const number = (number: number): CasePlace => ({ name: `${number}`, contactInfo: { phone: { Number: number } } })
const polling = (name: string, key: string, type: object): CasePlace => ({ name, placeTypes: { [key]: { ...type } } })
const everyDay = (from: string, to: string) => ({
  openHours: [
    { days: Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from, to }]])) },
  ],
})
const at = (longitude: number, latitude: number) => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
})
const tag = 'abcdef01-2345-f789-0abc-def012345678'

/** Filters on numbers, flags, ids and hours. */
export const kindCases: readonly QueryCases[] = [
  {
    title: 'D28: flags take true, false, null, ! and lists',
    places: [
      { name: 'yes', placeDetails: { hasToilet: true } },
      { name: 'no', placeDetails: { hasToilet: false } },
      'none',
    ],
    finds: {
      'placedetails_hastoilet=true': ['yes'],
      'placedetails_hastoilet=false': ['no'],
      'placedetails_hastoilet=!true': ['no', 'none'],
      'placedetails_hastoilet=': ['none'],
      'placedetails_hastoilet=!': ['no', 'yes'],
      'placedetails_hastoilet=true,': ['none', 'yes'],
      'placedetails_hastoilet=+true+,!+false,+': ['none', 'yes'],
    },
  },
  {
    title: 'D28: numbers take exact values, lists of them, null and !',
    places: [number(5), number(0), number(7), number(46), 'none'],
    finds: {
      'contactinfo_phone_number=-5': [],
      'contactinfo_phone_number=-0': ['0'],
      'contactinfo_phone_number=0,7': ['0', '7'],
      'contactinfo_phone_number=!0': ['46', '5', '7', 'none'],
      'contactinfo_phone_number=46.0': ['46'],
      'contactinfo_phone_number=4.6e1': ['46'],
      'contactinfo_phone_number=!-0.5e1,-5': ['0', '46', '5', '7', 'none'],
      'contactinfo_phone_number=!0.5e1,5': ['0', '46', '5', '7', 'none'],
      'contactinfo_phone_number=+7+,46+': ['46', '7'],
      'contactinfo_phone_number=': ['none'],
      'contactinfo_phone_number=!': ['0', '46', '5', '7'],
      'contactinfo_phone_number=7,': ['7', 'none'],
    },
  },
  {
    title: 'D28: id takes a list of plain values, in any case',
    places: ['one', 'two', 'three'],
    finds: {
      'id={one},{two}': ['one', 'two'],
      'ID=+{one}+,{two}': ['one', 'two'],
      'id={one},01890000-0000-7000-8000-000000000000,nonsense': ['one'],
      'id={one}&id={two}': [],
      'id={one},{one}': ['one'],
    },
  },
  {
    title: 'D16, D28, D31: ids and names of owners, tags and parents are texts with every operator',
    names: { owner: 'Ägaren', tags: { [tag]: 'Pilgrim' } },
    places: [
      { name: 'Föräldern', owner: { type: 'Projekt' } },
      { name: 'Barnet', parent: 'Föräldern' },
      { name: 'Leden', tags: [{ id: tag.toUpperCase() }], owner: { type: 'Projekt' } },
    ],
    finds: {
      'owner_type=projekt': ['Föräldern', 'Leden'],
      'owner_type=!^proj': [],
      'owner_id=!^scene': [],
      'owner_name=^äg': ['Föräldern', 'Leden'],
      [`tags_id=${tag.toUpperCase()}`]: ['Leden'],
      'tags_id=^abc': ['Leden'],
      'tags_name=pilgrim': ['Leden'],
      'tags_name=!~pilgrim': ['Föräldern'],
      'is=*&parent_id={Föräldern}': ['Barnet'],
      'is=*&parent_id=': ['Föräldern', 'Leden'],
      'is=*&parent_id=!': ['Barnet'],
      'is=*&parent_name=^föräld': ['Barnet'],
    },
  },
  {
    title: 'D31: validFrom and validTo are texts, no dates',
    places: [{ name: 'A', openHours: [{ validFrom: '2026-01-01', validTo: '2026-06-30' }] }, 'B'],
    finds: {
      'openhours_validfrom=^2026': ['A'],
      'openhours_validto=~2026 06': ['A'],
      'openhours_validfrom=20260101': [],
    },
  },
  {
    title: 'D11: what is built in on the polling types is searched',
    places: [
      polling('Yes', 'pollingStation', { canPrintDubblettrostkort: true }),
      polling('No', 'pollingStation', { canPrintDubblettrostkort: false }),
      polling('Unknown', 'pollingStation', {}),
      polling('Main', 'mainPollingStation', { canPrintDubblettrostkort: true }),
    ],
    finds: {
      'placetypes_pollingstation_canprintdubblettrostkort=true': ['Yes'],
      'placetypes_pollingstation_canprintdubblettrostkort=false': ['No'],
      'placetypes_pollingstation_canprintdubblettrostkort=!': ['No', 'Yes'],
      'placetypes_mainpollingstation_canprintdubblettrostkort=true': ['Main'],
      'orderby=placetypes_pollingstation_canprintdubblettrostkort-,name': ['Yes', 'No', 'Main', 'Unknown'],
    },
  },
  {
    title: 'openAt: places that are open at an instant, each by the clocks where it is',
    places: [
      { name: 'dag', ...at(18.07, 59.33), ...everyDay('09:00', '17:00') },
      { name: 'natt', ...at(18.07, 59.33), ...everyDay('22:00', '04:00') },
      { name: 'gryning', ...at(18.07, 59.33), ...everyDay('02:00', '04:00') },
      { name: 'day', ...at(-73.97, 40.78), ...everyDay('09:00', '17:00') },
      { name: 'stängt', ...at(18.07, 59.33), openHours: [{ days: { mo: [] } }] },
      { name: 'okänt', ...at(18.07, 59.33) },
    ],
    finds: {
      'openAt=2026-06-10T09:00%2B02:00': ['dag'],
      'openAt=2026-06-10T09:00+02:00': ['dag'],
      'openat=20260610T1300Z': ['dag', 'day'],
      'openAt=2026-06-10T15:00Z': ['day'],
      // A day stands for its first instant.
      'openAt=2026-06-10': ['gryning', 'natt'],
      'openAt=2026-06-10T12:00Z&name=dag': ['dag'],
      'openAt=NOW': ['dag'],
      'openAt=': ['dag', 'day', 'gryning', 'natt', 'okänt', 'stängt'],
    },
  },
  {
    title: 'openOn: places that are open at some time of a day, by the clocks where they are',
    places: [
      { name: 'dag', ...at(18.07, 59.33), ...everyDay('09:00', '17:00') },
      { name: 'day', ...at(-73.97, 40.78), ...everyDay('09:00', '17:00') },
      { name: 'onsdag', ...at(18.07, 59.33), openHours: [{ days: { we: [{ from: '10:00', to: '11:00' }] } }] },
      { name: 'natt mot onsdag', ...at(18.07, 59.33), openHours: [{ days: { tu: [{ from: '22:00', to: '02:00' }] } }] },
      { name: 'till midnatt', ...at(18.07, 59.33), openHours: [{ days: { tu: [{ from: '22:00', to: '24:00' }] } }] },
      {
        name: 'stängt den 10',
        ...at(18.07, 59.33),
        openHours: [
          { ...everyDay('09:00', '17:00').openHours[0], validTo: '9999-12-31' },
          { validFrom: '2026-06-10', validTo: '2026-06-10', days: {} },
        ],
      },
      { name: 'okänt', ...at(18.07, 59.33) },
    ],
    finds: {
      'openOn=2026-06-10': ['dag', 'day', 'natt mot onsdag', 'onsdag'],
      'openon=2026-06-09': ['dag', 'day', 'natt mot onsdag', 'stängt den 10', 'till midnatt'],
      'openOn=2026-06-11': ['dag', 'day', 'stängt den 10'],
      'openOn=2026-06-10&openAt=2026-06-10T10:30%2B02:00': ['dag', 'onsdag'],
      'openOn=2026-06-10&name=~dag': ['dag'],
      // Several days: open on one of them; a period: on each of its days.
      'openOn=2026-06-10,2026-06-09': ['dag', 'day', 'natt mot onsdag', 'onsdag', 'stängt den 10', 'till midnatt'],
      'openOn=2026-06-09/2026-06-11': ['dag', 'day'],
      'openOn=2026-06-09 / 2026-06-10': ['dag', 'day', 'natt mot onsdag'],
      'openOn=2026-06-10/2026-06-10': ['dag', 'day', 'natt mot onsdag', 'onsdag'],
    },
  },
  {
    title: 'telephone: a number in any notation, however a place divides it',
    places: [
      phone('delat', { CountryCode: 46, AreaCode: 8, Number: 46500463 }),
      phone('helt', { CountryCode: 46, Number: 846500463 }),
      phone('utan land', { AreaCode: 8, Number: 46500463 }),
      phone('norskt', { CountryCode: 47, AreaCode: 8, Number: 46500463 }),
      phone('danskt', { CountryCode: 45, AreaCode: 33, Number: 121314 }),
      phone('annat riktnummer', { CountryCode: 46, AreaCode: 18, Number: 46500463 }),
      { name: 'inget' },
    ],
    finds: {
      'telephone=08-465 004 63': ['delat', 'helt', 'utan land'],
      'telephone=0846500463': ['delat', 'helt', 'utan land'],
      'telephone=%2B46 8 465 004 63': ['delat', 'helt', 'utan land'],
      'telephone=0046 (0)8-465 004 63': ['delat', 'helt', 'utan land'],
      'telephone=%2B47 8 46500463': ['norskt', 'utan land'],
      'telephone=%2B45 33 12 13 14': ['danskt'],
      'telephone=465 004 63': ['annat riktnummer', 'delat', 'norskt', 'utan land'],
      'telephone=08-465 004 63&name=helt': ['helt'],
      'telephone=08-465 004 64': [],
    },
  },
]
