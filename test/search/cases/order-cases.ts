import type { CasePlace, QueryCases } from './query-cases.ts'

const inCity = (name: string, city: string): CasePlace => ({ name, visitingInfo: { city } })
const same = 'x'.repeat(199)

/** The order of what is found. */
export const orderCases: readonly QueryCases[] = [
  {
    title: 'D3, D33: ascending by default, - reverses, several keys in order of precedence; pages are cut from it',
    places: [inCity('A', 'Y'), inCity('B', 'X'), inCity('C', 'Y')],
    finds: {
      'orderby=name': ['A', 'B', 'C'],
      'orderby=name-': ['C', 'B', 'A'],
      'orderby=visitinginfo_city,name-': ['B', 'C', 'A'],
      'orderby=visitinginfo_city-,name': ['A', 'C', 'B'],
      'orderby=owner_id&orderby=name-': ['C', 'B', 'A'],
      'orderby=owner_name,geolocationinfo_country,parent_name,Name-': ['C', 'B', 'A'],
      'orderby=slug-': ['C', 'B', 'A'],
      'orderby=created,name': ['A', 'B', 'C'],
      'offset=1&limit=1': ['B'],
      'limit=+2&offset=%201': ['B', 'C'],
      'offset=3': [],
    },
  },
  {
    title: 'D33: missing values come last in both directions, of every kind; false comes before true',
    places: [
      'none',
      {
        name: 'low',
        visitingInfo: { city: 'A' },
        placeDetails: { hasWifi: false },
        contactInfo: { phone: { AreaCode: 8 } },
        depublished: '2030-01-01',
      },
      {
        name: 'high',
        visitingInfo: { city: 'Ö' },
        placeDetails: { hasWifi: true },
        contactInfo: { phone: { AreaCode: 18 } },
        depublished: '2031-01-01',
      },
    ],
    finds: Object.fromEntries(
      ['visitinginfo_city', 'placedetails_haswifi', 'contactinfo_phone_areacode', 'depublished'].flatMap((field) => [
        [`orderby=${field}`, ['low', 'high', 'none']],
        [`orderby=${field}-`, ['high', 'low', 'none']],
      ]),
    ),
  },
  {
    title: 'D32, D33: names and other texts order as in Swedish, case ignored',
    places: ['Öland', 'ärla', 'Åre', 'zebra', 'Abbe', 'abc', 'Éva', 'eva b', 'Eva', 'W', 'V', 'X'].map((name) =>
      inCity(name, name),
    ),
    finds: {
      '': ['Abbe', 'abc', 'Eva', 'Éva', 'eva b', 'V', 'W', 'X', 'zebra', 'Åre', 'ärla', 'Öland'],
      'orderby=visitinginfo_city-': [
        'Öland',
        'ärla',
        'Åre',
        'zebra',
        'X',
        'W',
        'V',
        'eva b',
        'Éva',
        'Eva',
        'abc',
        'Abbe',
      ],
    },
  },
  {
    title: 'D33: numbers order by value, and instants by time',
    places: [
      { name: '10', contactInfo: { phone: { Number: 10 } }, published: '2025-01-01T00:30+01:00' },
      { name: '9', contactInfo: { phone: { Number: 9 } }, published: '2025-01-01T00:00Z' },
      { name: '5', contactInfo: { phone: { Number: 5 } }, published: '1999-01-01' },
      { name: '100', contactInfo: { phone: { Number: 100 } }, published: '2025-01-01T00:00-01:00' },
    ],
    finds: {
      'orderby=contactinfo_phone_number': ['5', '9', '10', '100'],
      'orderby=published': ['5', '10', '9', '100'],
    },
  },
  {
    title: 'D33: texts order by their first 200 characters',
    places: [
      { name: 'first', placeDetails: { info: `${same}zb` } },
      { name: 'second', placeDetails: { info: `${same}za` } },
      { name: 'third', placeDetails: { info: `${same}ya` } },
    ],
    finds: {
      'orderby=placedetails_info,name': ['third', 'first', 'second'],
      'orderby=placedetails_info,name-': ['third', 'second', 'first'],
    },
  },
]
