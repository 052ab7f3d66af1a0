import { createRandom } from '../src/demo/template.ts'
import { asWritten } from '../src/query/text/synonyms.ts'
import type { Row } from './corpus.ts'
import type { Operation } from './operation.ts'

/** A question of the bench; each call of `ask` uses different values. */
export interface Question {
  readonly name: string
  readonly kind: 'read' | 'revalidation' | 'write'
  readonly ask: () => Operation
}

/** Questions that the floor refers to. */
export const named = { byId: 'by id', revalidation: 'revalidation (304)', create: 'create', patch: 'patch' } as const

const page = { what: 'search', limit: 100, offset: 0 } as const
const letters = /^[a-z]+$/

/** Creates the questions from some known places; the same seed gives the same values. */
export function createQuestions(known: readonly Row[], places: number, seed: number): readonly Question[] {
  const searches: Readonly<Record<string, (values: Values) => Operation>> = {
    [named.byId]: ({ place }) => ({ what: 'place', id: place().id }),
    'first page': () => page,
    'deep page': ({ random }) => ({ ...page, offset: Math.floor(places * (0.5 + random() / 20)) }),
    'one filter': ({ city }) => ({ ...page, city: city() }),
    'three filters, order': ({ city, nameStart }) => ({
      ...page,
      city: city(),
      nameStart: { start: nameStart(1), not: false },
      type: 'external',
      order: 'slug',
    }),
    'order descending, offset': ({ random }) => ({ ...page, order: 'slug-', offset: Math.floor(random() * 1000) }),
    'q, one short prefix': ({ starts }) => ({ ...page, words: starts(2, 1) }),
    'q, one word': ({ word }) => ({ ...page, words: [word()] }),
    'q, two prefixes': ({ starts }) => ({ ...page, words: starts(3, 2) }),
    'q, filter and order': ({ starts, city }) => ({ ...page, words: starts(2, 1), city: city(), order: 'slug-' }),
    'name begins': ({ nameStart }) => ({ ...page, nameStart: { start: nameStart(3), not: false } }),
    'name does not begin': ({ nameStart }) => ({ ...page, nameStart: { start: nameStart(3), not: true } }),
    'date range': ({ days }) => ({ ...page, published: days() }),
    'nearby 1 km': ({ near }) => ({ ...page, nearby: near(1_000) }),
    'nearby 20 km': ({ near }) => ({ ...page, nearby: near(20_000) }),
    'nearby 200 km': ({ near }) => ({ ...page, nearby: near(200_000) }),
    'nearby, type, q': ({ near, starts }) => ({ ...page, nearby: near(20_000), type: 'external', words: starts(2, 1) }),
    '50 ids': ({ place }) => ({ ...page, ids: Array.from({ length: 50 }, () => place().id) }),
  }
  const question = (name: string, kind: Question['kind'], ask: (values: Values) => Operation): Question => {
    const values = createValues(known, createRandom(seed + hashOf(name)))
    return { name, kind, ask: () => ask(values) }
  }
  let made = 0
  return [
    ...Object.entries(searches).map(([name, ask]) => question(name, 'read', ask)),
    question(named.revalidation, 'revalidation', searches['one filter']!),
    question(named.patch, 'write', ({ random, place }) => ({
      what: 'patch',
      id: place().id,
      change: { shortDescription: `Changed ${Math.floor(random() * 1e9)} times`, updatedBy: 'bench' },
    })),
    // Last, since each system creates different ids, and as many places as it can.
    question(named.create, 'write', ({ place }) => ({ what: 'create', body: bodyOf(place(), ++made) })),
  ]
}

/** The values of questions, drawn from places that exist. */
type Values = ReturnType<typeof createValues>

function createValues(known: readonly Row[], random: () => number) {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)]!
  const place = (holds: (row: Row) => boolean = () => true): Row => {
    let row = pick(known)
    for (let tries = 0; tries < 1000 && !holds(row); tries++) row = pick(known)
    return row
  }
  const day = () => new Date(place().published).toISOString().slice(0, 10)
  return {
    random,
    place: () => place(),
    city: () => place(({ city }) => city !== undefined && !/^[!^~]|[,\\]/.test(city)).city ?? '',
    near: (metres: number) => {
      const { longitude, latitude } = place()
      return { longitude, latitude, metres }
    },
    days: () => {
      const [from = '', to = ''] = [day(), day()].toSorted()
      return { from, to }
    },
    /** The first letters of neighbouring words of a name. */
    starts: (length: number, count: number) => {
      const longWords = (row: Row) => row.nameWords.filter((word) => word.length >= length && letters.test(word))
      const words = longWords(place((row) => longWords(row).length >= count))
      const from = Math.floor(random() * (words.length - count + 1))
      return words.slice(from, from + count).map((word) => word.slice(0, length))
    },
    word: () => asWritten(pick(place(({ nameWords }) => nameWords.length > 0).nameWords)),
    nameStart: (length: number) => place(({ name }) => letters.test(name.slice(0, length))).name.slice(0, length),
  }
}

/** The body of a create of such a place, with a unique name. */
function bodyOf({ document }: Row, number: number): Readonly<Record<string, unknown>> {
  const place = JSON.parse(document) as Record<string, unknown> & { owner: { id: string; type: string } }
  const sent = ['published', 'geolocation', 'visitingInfo', 'contactInfo', 'placeTypes', 'categories', 'tags']
  return {
    ...Object.fromEntries(sent.filter((member) => member in place).map((member) => [member, place[member]])),
    name: `${String(place.name)} ${number}`,
    owner: { id: place.owner.id, type: place.owner.type },
    updatedBy: 'bench',
  }
}

/** FNV-1a, so that omitting a question does not change the values of the others. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
