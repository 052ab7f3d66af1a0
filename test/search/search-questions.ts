/** What questions about a world draw from. */
export interface Drawn {
  readonly random: () => number
  /** How many places there are. */
  readonly count: number
  readonly ids: readonly string[]
  /** `longitude,latitude` and cities of some of them. */
  readonly positions: readonly string[]
  readonly cities: readonly string[]
}

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

/** What `createDraw` gives. */
export type Draw = ReturnType<typeof createDraw>

/** Draws what is put into questions, so that two of a kind differ. */
export function createDraw({ random, count, ids, positions, cities }: Drawn) {
  const below = (end: number) => Math.floor(random() * end)
  const pick = (from: readonly string[]) => from[below(from.length)]!
  const letter = () => String.fromCharCode(97 + below(26))
  return {
    count,
    below,
    letter,
    start: () => `${letter()}${letter()}`,
    word: () => pick(words),
    commonStart: () => pick(starts),
    id: () => pick(ids),
    near: () => pick(positions),
    city: () => encodeURIComponent(pick(cities)),
    day: () => `2025-12-${String(10 + below(20))}`,
  }
}

/** The query strings of the searches that are asked, by what they are. */
export function searchQuestions(draw: Draw): Readonly<Record<string, () => string>> {
  const { count, below, letter, start, word, commonStart, id, near, city, day } = draw
  return {
    'by id': () => `id=${id()}`,
    'first page': () => 'limit=100',
    'deep page': () => `offset=${count >> 1}`,
    'one filter': () => `visitinginfo_city=${city()}`,
    'three filters, order': () =>
      `visitinginfo_city=${city()}&name=^${letter()}&owner_type=!x&orderby=visitinginfo_address`,
    'order by slug': () => 'orderby=slug',
    'order by slug, descending, offset': () => `orderby=slug-&offset=${below(1000)}`,
    'order by address, offset': () => `orderby=visitinginfo_address&offset=${below(1000)}`,
    'order by city, name descending': () => 'orderby=visitinginfo_city,name-',
    'order by owner name': () => 'orderby=owner_name',
    'order by owner id': () => 'orderby=owner_id-',
    'order by short description': () => 'orderby=shortdescription',
    'order by created': () => 'orderby=created-',
    'order by updated, id': () => 'orderby=updated,id-',
    'order by slug, deep': () => `orderby=slug&offset=${count >> 1}`,
    'q letter': () => `q=${letter()}`,
    'q short prefix': () => `q=${commonStart()}`,
    'q two letters': () => `q=${start()}`,
    'q word': () => `q=${word()}`,
    'q two prefixes': () => `q=${commonStart()}%20${commonStart()}`,
    'q, filter, order': () => `q=${commonStart()}&visitinginfo_city=${city()}&orderby=slug-`,
    prefix: () => `name=^${start()}`,
    'prefix of address': () => `visitinginfo_address=^${1 + below(99)}`,
    negation: () => `name=!^${start()}`,
    words: () => `name=~${word()}`,
    'date range': () =>
      `created=${day()}-${day()}`.replace(/=(.{10})-(.{10})/, (_, a, b) => (a < b ? `=${a}-${b}` : `=${b}-${a}`)),
    'nearby 1 km': () => `nearby=${near()}&nearbyradius=1000`,
    'nearby 20 km': () => `nearby=${near()}&nearbyradius=20000`,
    'nearby 200 km': () => `nearby=${near()}&nearbyradius=200000`,
    'nearby, no radius': () => `nearby=${near()}`,
    'nearby, type, q': () => `nearby=${near()}&nearbyradius=20000&is=External&q=${commonStart()}`,
    'facets of all': () => 'limit=100&facets=is,owner_id,visitinginfo_city,categories_id,placedetails_hastoilet',
    'facets of q': () => `q=${start()}&facets=is,owner_id,visitinginfo_city,categories_id`,
    'facets of a prefix of the address': () =>
      `visitinginfo_address=^${1 + below(99)}&facets=owner_id,visitinginfo_city,categories_id`,
    'facets of 20 km': () => `nearby=${near()}&nearbyradius=20000&facets=is,owner_id,visitinginfo_city,categories_id`,
    'facet name': () => 'facets=name',
    'open then': () => `openAt=2026-0${1 + below(9)}-1${below(10)}T1${below(10)}:07Z`,
    'open on a day': () => `openOn=2026-0${1 + below(9)}-1${below(10)}`,
    'open on a weekend': () => 'openOn=2026-06-13,2026-06-14',
    'open every day of a period': () => 'openOn=2026-06-10/2026-06-16',
    'open now': () => 'openAt=now',
    'open now, 20 km': () => `openAt=now&nearby=${near()}&nearbyradius=20000`,
    'open now, q': () => `openAt=now&q=${start()}`,
    '50 ids': () => `id=${Array.from({ length: 50 }, id).join(',')}`,
  }
}
