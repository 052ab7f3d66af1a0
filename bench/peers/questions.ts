import { createRandom } from '../support/random.ts'
import type { Asked, AskedCreate, AskedPatch, AskedPlace, AskedSearch } from './asked.ts'
import type { Known } from './known.ts'

/** A question of the bench: how to ask it anew, each time with other values where it has any. */
export interface Question {
  readonly name: string
  readonly kind: 'read' | 'revalidation' | 'write'
  readonly ask: () => Asked
}

type Random = () => number

/** The values of questions, drawn from places that exist. */
interface Values {
  readonly random: Random
  readonly place: () => Known
  readonly city: () => string
  readonly near: (metres: number) => NonNullable<AskedSearch['nearby']>
  readonly days: () => { readonly from: string; readonly to: string }
  /** The first so many letters of some word, or so many words, of the name of some place. */
  readonly starts: (letters: number, count: number) => readonly string[]
  readonly word: () => string
  readonly nameStart: (letters: number) => string
}

type Ask = (values: Values, places: number) => Asked

/** Questions that are told apart from the others; the rest are searches that count. */
export const named = {
  byId: 'by id',
  byIdOften: 'by id, 2,000 in turn',
  neighbours: 'page of 100 neighbours',
  scattered: 'page of 100 scattered places',
  revalidation: 'revalidation (304)',
  create: 'create',
  patch: 'patch',
  mixture: '95 % reads, 5 % patches',
} as const

/** Addresses of pages of 100 of the service, before their offset. */
export const neighboursPath = '/v4/place?limit=100&offset='
export const scatteredPath = '/v4/place?orderby=created&is=*&include=non-published&limit=100&offset='
/** Deeper pages of an order that is no default cost more to find, which is another question. */
export const scatteredWithin = 20_000

/** New places come last, since each system makes other ids and as many as it can. */
const writes: readonly string[] = [named.patch, named.mixture, named.create]

/** Whether a question changes something. */
export function isWrite(name: string): boolean {
  return writes.includes(name)
}

const page = { what: 'search', limit: 100, offset: 0 } as const
const letters = /^[a-z]+$/

const reads: Readonly<Record<string, Ask>> = {
  [named.byId]: ({ place }) => ({ what: 'place', id: place().id }),
  'first page': () => page,
  'deep page': ({ random }, places) => ({ ...page, offset: Math.floor(places * (0.5 + random() / 20)) }),
  'one filter': ({ city }) => ({ ...page, city: city() }),
  'three filters, order': ({ place, nameStart }) => ({
    ...page,
    city: place().city ?? '',
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

/** Every question, in the order in which they are told. */
export const questionNames: readonly string[] = [...Object.keys(reads), named.revalidation, ...writes]

const mixedWrites = 0.05

/** The questions over places of which some are known; the same seed asks the same. */
export function createQuestions(known: readonly Known[], places: number, seed: number): readonly Question[] {
  const question = (name: string, kind: Question['kind'], ask: Ask): Question => {
    const values = createValues(known, createRandom(seed + hashOf(name)))
    return { name, kind, ask: () => ask(values, places) }
  }
  const changes = createWrites(known)
  return [
    ...Object.entries(reads).map(([name, ask]) => question(name, 'read', ask)),
    question(named.revalidation, 'revalidation', reads['one filter']!),
    question(named.patch, 'write', ({ random }) => changes.patch(random)),
    question(named.mixture, 'write', (values) => {
      if (values.random() < mixedWrites) return changes.patch(values.random)
      return values.random() < 0.5 ? placeOf(values) : { ...page, city: values.city() }
    }),
    question(named.create, 'write', ({ random }) => changes.create(random)),
  ]
}

function placeOf({ place }: Values): AskedPlace {
  return { what: 'place', id: place().id }
}

function createValues(known: readonly Known[], random: Random): Values {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)]!
  const place = () => pick(known)
  const until = <Value>(draw: () => Value, holds: (value: Value) => boolean): Value => {
    let value = draw()
    for (let tries = 0; tries < 1000 && !holds(value); tries++) value = draw()
    return value
  }
  return {
    random,
    place,
    city: () => until(place, ({ city }) => city !== undefined).city ?? '',
    near: (metres) => {
      const { longitude, latitude } = place()
      return { longitude, latitude, metres }
    },
    days: () => {
      const [from = '', to = ''] = [place().day, place().day].sort()
      return { from, to }
    },
    starts: (length, count) => {
      const long = (word: string) => word.length >= length && letters.test(word)
      const { nameWords } = until(place, (one) => one.nameWords.filter(long).length >= count)
      const from = Math.floor(random() * (nameWords.filter(long).length - count + 1))
      return nameWords
        .filter(long)
        .slice(from, from + count)
        .map((word) => word.slice(0, length))
    },
    word: () => pick(until(place, ({ nameWords }) => nameWords.length > 0).nameWords),
    nameStart: (length) => {
      const plain = ({ name }: Known) => letters.test(name.slice(0, length))
      return until(place, plain).name.slice(0, length)
    },
  }
}

/** Bodies of creates, each with a name of its own, and changes of places. */
function createWrites(known: readonly Known[]): {
  readonly create: (random: Random) => AskedCreate
  readonly patch: (random: Random) => AskedPatch
} {
  const some = (random: Random) => known[Math.floor(random() * known.length)]!
  let made = 0
  return {
    create: (random) => {
      const { body, name } = some(random)
      return { what: 'create', body: { ...body, name: `${name} ${++made}`, updatedBy: 'bench' } }
    },
    patch: (random) => ({
      what: 'patch',
      id: some(random).id,
      change: { shortDescription: `Changed ${Math.floor(random() * 1e9)} times`, updatedBy: 'bench' },
    }),
  }
}

/** FNV-1a, so that questions that are left out do not change the others. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
