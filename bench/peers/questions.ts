import type { Row } from './corpus.ts'

/** What is asked, in words that every system can be told. Absent: no such condition. */
export interface Asked {
  /** One place, by a path of its own. */
  readonly placeId?: string
  readonly ids?: readonly string[]
  /** Folded; exactly this. */
  readonly city?: string
  readonly ownerId?: string
  /** Folded; how the name begins, or with `not` how it does not. */
  readonly nameStart?: { readonly start: string; readonly not: boolean }
  readonly type?: string
  /** Days (YYYY-MM-DD, UTC), both included. */
  readonly published?: { readonly from: string; readonly to: string }
  /** Beginnings of words, folded; all must be found. */
  readonly words?: readonly string[]
  readonly nearby?: { readonly longitude: number; readonly latitude: number; readonly metres: number }
  /** By name unless told otherwise; a search by words by relevance first, one nearby by distance. */
  readonly order?: 'slug' | 'slug-'
  readonly limit: number
  readonly offset: number
}

/** A question of the bench: how to ask it anew, each time with other values. */
export interface Question {
  readonly name: string
  readonly ask: () => Asked
}

export type Random = () => number

const words = [
  'church',
  'auto',
  'pizza',
  'dental',
  'school',
  'farm',
  'bank',
  'hotel',
  'garage',
  'salon',
  'law',
  'center',
]
const starts = ['ch', 'st', 'pi', 'sch', 'ba', 'ho', 'ga', 'sal', 'ce', 'br', 'mc', 'de']

/** The questions over a corpus of which some rows are known; the same seed asks the same. */
export function createQuestions(sample: readonly Row[], places: number, random: Random): readonly Question[] {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)]!
  const row = () => pick(sample)
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  const city = () => pick(withCity).city!
  const withCity = sample.filter((known) => known.city !== undefined)
  const days = sample.flatMap(({ published }) =>
    published === undefined ? [] : new Date(published).toISOString().slice(0, 10),
  )
  const page = { limit: 100, offset: 0 }
  const near = (metres: number) => {
    const { longitude, latitude } = row()
    return { longitude, latitude, metres }
  }
  const range = () => {
    const [from = '', to = ''] = [pick(days), pick(days)].sort()
    return { from, to }
  }
  const asked: Readonly<Record<string, () => Asked>> = {
    'by id': () => ({ ...page, placeId: row().id }),
    'first page': () => page,
    'deep page': () => ({ ...page, offset: Math.floor(places / 2) }),
    'one filter': () => ({ ...page, city: city() }),
    'three filters, order': () => ({
      ...page,
      city: city(),
      nameStart: { start: letter(), not: false },
      type: 'external',
      order: 'slug',
    }),
    'order descending, offset': () => ({ ...page, order: 'slug-', offset: Math.floor(random() * 1000) }),
    'q, one short prefix': () => ({ ...page, words: [pick(starts)] }),
    'q, one word': () => ({ ...page, words: [pick(words)] }),
    'q, two prefixes': () => ({ ...page, words: [pick(starts), pick(starts)] }),
    'q, filter and order': () => ({ ...page, words: [pick(starts)], city: city(), order: 'slug-' }),
    'name begins': () => ({ ...page, nameStart: { start: `${letter()}${letter()}`, not: false } }),
    'name does not begin': () => ({ ...page, nameStart: { start: `${letter()}${letter()}`, not: true } }),
    'date range': () => ({ ...page, published: range() }),
    'nearby 1 km': () => ({ ...page, nearby: near(1_000) }),
    'nearby 20 km': () => ({ ...page, nearby: near(20_000) }),
    'nearby 200 km': () => ({ ...page, nearby: near(200_000) }),
    'nearby, type, q': () => ({ ...page, nearby: near(20_000), type: 'external', words: [pick(starts)] }),
    '50 ids': () => ({ ...page, ids: Array.from({ length: 50 }, () => row().id) }),
  }
  return Object.entries(asked).map(([name, ask]) => ({ name, ask }))
}
