import type { CasePlace, QueryCases } from './query-cases.ts'

/** Places that are called as the instant at which they are published. */
const publishedAt = (...instants: readonly string[]): CasePlace[] =>
  instants.map((published) => ({ name: published, published }))

/** What stands for an interval that has 10:30:15.250 on 2026-01-02, in the formats of D29. */
const formats = [
  '20260102',
  '2026-01-02',
  '20260102T1030Z',
  '2026-01-02T10:30Z',
  '20260102T103015Z',
  '2026-01-02T10:30:15Z',
  '20260102T103015.250Z',
  '2026-01-02T10:30:15.250Z',
  '20260102T1130+01:00',
  '20260102T1130%2B01:00',
  '2026-01-02T05:30-05:00',
  '2026-01-02T16:00:15+05:30',
  '2026-01-02T10:30:15.25000Z',
  '2026-01-02T10:30:15.25099Z',
]

/** Filters on instants. */
export const dateCases: readonly QueryCases[] = [
  {
    title: 'D5, D29: every format of the table is read, and a + or a space before HH:mm is the + of an offset',
    places: publishedAt('2026-01-02T10:30:15.250Z', '2026-01-03T10:30:15.250Z'),
    finds: Object.fromEntries(
      [...formats, '2026-01-02T11:30%2001:00'].map((format) => [`published=${format}`, ['2026-01-02T10:30:15.250Z']]),
    ),
  },
  {
    title: 'D29: a value stands for the whole interval of its precision',
    places: publishedAt(
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T10:30:15.250Z',
      '2026-01-01T10:30:15.251Z',
      '2026-01-01T10:30:16.000Z',
      '2026-01-01T10:31:00.000Z',
      '2026-01-01T23:59:59.999Z',
      '2026-01-02T00:00:00.000Z',
    ),
    finds: {
      'published=2026-01-01': [
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T10:30:15.250Z',
        '2026-01-01T10:30:15.251Z',
        '2026-01-01T10:30:16.000Z',
        '2026-01-01T10:31:00.000Z',
        '2026-01-01T23:59:59.999Z',
      ],
      'published=2026-01-01T10:30Z': [
        '2026-01-01T10:30:15.250Z',
        '2026-01-01T10:30:15.251Z',
        '2026-01-01T10:30:16.000Z',
      ],
      'published=2026-01-01T10:30:15Z': ['2026-01-01T10:30:15.250Z', '2026-01-01T10:30:15.251Z'],
      'published=2026-01-01T10:30:15.250Z': ['2026-01-01T10:30:15.250Z'],
      'published=2026-01-01T10:30:15.25000Z': ['2026-01-01T10:30:15.250Z'],
    },
  },
  {
    title: 'D29, D30: a range runs from the start of its first to the end of its last, and may be open at one end',
    places: publishedAt(
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T12:00:00.000Z',
      '2026-01-31T23:59:59.999Z',
      '2026-02-01T00:00:00.000Z',
    ),
    finds: {
      ...Object.fromEntries(
        [
          '2026-01-01-2026-01-31',
          '20260101-20260131',
          '2026-01-01-20260131T2359Z',
          '2026-01-01T00:00Z-2026-01-31T23:59:59.999Z',
        ].map((range) => [
          `published=${range}`,
          ['2026-01-01T00:00:00.000Z', '2026-01-01T12:00:00.000Z', '2026-01-31T23:59:59.999Z'],
        ]),
      ),
      'published=2026-01-01-2026-01-01': ['2026-01-01T00:00:00.000Z', '2026-01-01T12:00:00.000Z'],
      'published=2026-01-01-2026-01-01T10:00Z': ['2026-01-01T00:00:00.000Z'],
      'published=2026-01-01-': [
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T12:00:00.000Z',
        '2026-01-31T23:59:59.999Z',
        '2026-02-01T00:00:00.000Z',
      ],
      'published=-2026-01-01': ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T12:00:00.000Z'],
      'published=2026-01-31T23:59Z-': ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
      'published=-2026-01-01T00:00Z': ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
      'published=-2026-01-01T00:00Z,2026-02-01T01:00%2B01:00': [
        '2025-12-31T23:59:59.999Z',
        '2026-01-01T00:00:00.000Z',
        '2026-02-01T00:00:00.000Z',
      ],
    },
  },
  {
    title: 'D27, D28, D29: lists mix values, ranges, null and !',
    places: [
      ...publishedAt('2024-01-01T00:00Z', '2025-01-01T00:00Z', '2026-01-01T00:00Z'),
      { name: 'draft', published: null },
    ],
    finds: {
      'include=non-published&published=2024-01-01,2026-01-01': ['2024-01-01T00:00Z', '2026-01-01T00:00Z'],
      'include=non-published&published=2024-01-01,2025-12-31-': ['2024-01-01T00:00Z', '2026-01-01T00:00Z'],
      'include=non-published&published=,2026-01-01-': ['2026-01-01T00:00Z', 'draft'],
      'include=non-published&published=,2025-06-01-,!2024-01-01': ['2025-01-01T00:00Z', '2026-01-01T00:00Z', 'draft'],
      'include=non-published&published=+2024-01-01+,!+2024-06-01-': ['2024-01-01T00:00Z', 'draft'],
      'include=non-published&published=': ['draft'],
      'include=non-published&published=!': ['2024-01-01T00:00Z', '2025-01-01T00:00Z', '2026-01-01T00:00Z'],
      'include=non-published&published=!2025-01-01': ['2024-01-01T00:00Z', '2026-01-01T00:00Z', 'draft'],
      'include=non-published&published=!2025-01-01-': ['2024-01-01T00:00Z', 'draft'],
    },
  },
  {
    title: 'D29: a date without a time is a day in UTC',
    places: publishedAt('2026-01-01T00:30+01:00', '2026-01-01T23:30-01:00'),
    finds: {
      'published=2026-01-01': [],
      'published=2025-12-31': ['2026-01-01T00:30+01:00'],
      'published=2026-01-02': ['2026-01-01T23:30-01:00'],
    },
  },
  {
    title: 'D5, D30: instants with an offset, and ranges of them, split where the grammar says',
    places: publishedAt('2026-01-01T10:00Z', '2026-01-01T15:00Z', '2026-01-01T16:00Z', '2026-01-01T17:00Z'),
    finds: {
      'published=2026-01-01T10:00-05:00': ['2026-01-01T15:00Z'],
      'published=20260101T1000-05:00': ['2026-01-01T15:00Z'],
      'published=2026-01-01T10:00-05:00-2026-01-01T11:00-05:00': ['2026-01-01T15:00Z', '2026-01-01T16:00Z'],
      'published=2026-01-01T10:00-05:00-20260101T1100-05:00': ['2026-01-01T15:00Z', '2026-01-01T16:00Z'],
      'published=2026-01-01T10:00-05:00-2026-01-01T18:00+02:00': ['2026-01-01T15:00Z', '2026-01-01T16:00Z'],
      'published=2026-01-01T12:00+02:00-2026-01-01T16:00+01:00': ['2026-01-01T10:00Z', '2026-01-01T15:00Z'],
      'published=-2026-01-01T10:00-05:00': ['2026-01-01T10:00Z', '2026-01-01T15:00Z'],
      'published=2026-01-01T11:00-05:00-': ['2026-01-01T16:00Z', '2026-01-01T17:00Z'],
      'published=2026-01-01T10:00-05:00,2026-01-01T12:00-05:00': ['2026-01-01T15:00Z', '2026-01-01T17:00Z'],
    },
  },
]
