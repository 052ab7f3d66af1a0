import fc, { type Arbitrary } from 'fast-check'
import { distanceMetres } from '../../src/geo/sphere.ts'
import { dayMillis } from '../../src/place/dates.ts'
import type { Field } from '../../src/place/fields.ts'
import type { Model } from '../../src/place/model.ts'
import type { OpenDays } from '../../src/place/open-days.ts'
import type { BBox } from '../../src/place/place.ts'
import { placeTypes } from '../../src/place/place-types.ts'
import type { Visibility } from '../../src/place/visibility.ts'
import type { Alternative, Facet, Filter, FullText, Nearby, OrderKey, PlaceQuery, Test } from '../../src/query/query.ts'
import { facetName } from '../../src/query/results/facets.ts'
import { type OrderContext, readOrder } from '../../src/query/results/order.ts'
import { cutWords, fold, withoutDiacritics } from '../../src/query/text/folded-text.ts'
import {
  boxes,
  categoryIds,
  instants,
  numbers,
  ownerIds,
  ownerTypes,
  placeIdOf,
  positions,
  tagIds,
  texts,
} from './pools.ts'

const ids = Array.from({ length: 20 }, (_, number) => placeIdOf(number))
const foldedTexts = [
  ...texts,
  ...ownerIds,
  ...ownerTypes,
  ...categoryIds,
  ...tagIds,
  ...ids.slice(0, 4),
  'slug-0001',
  'info@example.org',
  '2026-03-01',
  '08:00',
  'se',
].map(fold)
const allWords = [...new Set(foldedTexts.flatMap(cutWords))]
/** Words, prefixes of words, and what nothing begins with. */
const words = [
  ...new Set([
    ...allWords,
    ...allWords.map((word) => word.slice(0, 1)),
    ...allWords.map((word) => word.slice(0, 3)),
    'qqq',
  ]),
]
  // A cut may fall between the halves of a pair or in front of a mark; such a text is no word that a query holds.
  .filter((word) => cutWords(word)[0] === word)

const word = fc.constantFrom(...words)
const plainWord = word.map(withoutDiacritics)
const folded = fc.constantFrom(...foldedTexts)
const wordList = (minLength: number) => fc.array(word, { minLength, maxLength: 2 })
/** Terms that a cut makes one or several words of. */
const termList = (minLength: number) => fc.array(wordList(1), { minLength, maxLength: 2 })

const missing: Arbitrary<Test> = fc.constant({ is: 'missing' })
const equal = (value: Arbitrary<string | number | boolean>): Arbitrary<Test> =>
  value.map((wanted) => ({ is: 'equal', value: wanted }))
const prefix: Arbitrary<Test> = fc
  .tuple(folded, fc.integer({ min: 1, max: 4 }))
  .map(([text, length]) => ({ is: 'prefix', value: [...text].slice(0, length).join('') }))
const wordsTest: Arbitrary<Test> = fc
  .oneof(fc.tuple(wordList(1), termList(0)), fc.tuple(wordList(0), termList(1)))
  .map(([present, absent]) => ({ is: 'words', present, absent }))
const end = fc.constantFrom(...instants)
const between: Arbitrary<Test> = fc
  .tuple(fc.option(end, { nil: Number.NEGATIVE_INFINITY }), fc.option(end, { nil: Number.POSITIVE_INFINITY }))
  .map(([one, other]) => ({ is: 'between', from: Math.min(one, other), to: Math.max(one, other) }))

function arbitraryTest(field: Field): Arbitrary<Test> {
  if (field.kind === 'instant') return fc.oneof(between, missing)
  if (field.kind === 'boolean') return fc.oneof(equal(fc.boolean()), missing)
  if (field.kind === 'number') return fc.oneof(equal(fc.constantFrom(...numbers, 1.5, 7)), missing)
  if (field.kind === 'text') return fc.oneof(wordsTest, missing)
  return fc.oneof(equal(folded), prefix, wordsTest, missing)
}

function arbitraryFilter(field: Field): Arbitrary<Filter> {
  const alternative: Arbitrary<Alternative> =
    field.kind === 'id'
      ? fc.constantFrom(...ids).map((value) => ({ negated: false, test: { is: 'equal', value } }))
      : fc.record({ negated: fc.boolean(), test: arbitraryTest(field) })
  return fc.array(alternative, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ field, anyOf }))
}

/** What somebody sees. */
export const arbitrarySight: Arbitrary<Visibility> = fc.constantFrom('public', 'media', 'restricted')

const fullText: Arbitrary<FullText> = fc.record({
  terms: fc.array(fc.array(fc.oneof(word, plainWord), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  sees: arbitrarySight,
})

/** Radii among them that end exactly on a place (D34). */
const nearby: Arbitrary<Nearby> = fc
  .tuple(fc.constantFrom(...positions), fc.constantFrom(...positions), fc.constantFrom(undefined, 0, 1, 100_000, 3e7))
  .map(([center, rim, radius]) => {
    const radiusMetres = radius === 0 ? distanceMetres(center, rim) : radius
    return radiusMetres === undefined || radiusMetres === 0 ? { center } : { center, radiusMetres }
  })

/** One or two days of those that the hours of generated places have. */
const openOn: Arbitrary<OpenDays> = fc.record({
  days: fc.uniqueArray(
    fc.constantFrom(...instants).map((instant) => Math.floor(instant / dayMillis)),
    { minLength: 1, maxLength: 2 },
  ),
  isEvery: fc.boolean(),
})
/** Among them instants around the change to summer time in Europe and back. */
const openAt: Arbitrary<NonNullable<PlaceQuery['openAt']>> = fc.oneof(
  fc.constant('now' as const),
  fc.constantFrom(...instants),
  fc.constantFrom(
    ...['03-29T00:59:59.999', '03-29T01:00', '03-29T01:30', '10-25T00:30', '10-25T01:30'].map((text) =>
      Date.parse(`2026-${text}Z`),
    ),
  ),
)

const typeKeys = placeTypes.map(({ key }) => key).filter((key) => key !== 'partial')
const types = fc.record({
  types: fc.oneof(
    { weight: 3, arbitrary: fc.constant('all' as const) },
    { weight: 1, arbitrary: fc.subarray(typeKeys) },
  ),
  partial: fc.boolean(),
})

/** The value once in so many times, else undefined. */
const oneIn = <Value>(times: number, value: Arbitrary<Value>): Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: times - 1, arbitrary: fc.constant(undefined) })

/** What a query may do without. */
interface Optional {
  readonly fullText: FullText | undefined
  readonly nearby: Nearby | undefined
  readonly bbox: BBox | undefined
  readonly openAt: PlaceQuery['openAt']
  readonly openOn: OpenDays | undefined
  readonly facets: readonly Facet[] | undefined
}

/** What is not asked for is absent from a query, not undefined. */
function withoutAbsent<Part extends Optional>({
  fullText: text,
  nearby: near,
  bbox,
  openAt,
  openOn,
  facets,
  ...rest
}: Part) {
  return {
    ...rest,
    ...(text && { fullText: text }),
    ...(near && { nearby: near }),
    ...(bbox && { bbox }),
    ...(openAt !== undefined && { openAt }),
    ...(openOn !== undefined && { openOn }),
    ...(facets && { facets }),
  }
}

/**
 * Queries over every field kind, operator and order of a model, complete as the parser would give them. The filters
 * are few, so that what they leave can be ordered.
 */
export function arbitraryQuery(model: Model): Arbitrary<PlaceQuery> {
  const fields = [...model.fields.values()]
  const sortable = fields.filter((field) => field.sortable)
  // Names and owners are on every place, so that filters on them often leave something.
  const common = fields.filter(({ name }) => ['name', 'shortdescription', 'owner_id', 'owner_name'].includes(name))
  const filter = fc.oneof(fc.constantFrom(...common), fc.constantFrom(...fields)).chain(arbitraryFilter)
  const parts = fc.record({
    filters: fc.oneof(fc.constant<Filter[]>([]), fc.array(filter, { minLength: 1, maxLength: 2 })),
    fullText: oneIn(4, fullText),
    nearby: oneIn(3, nearby),
    bbox: oneIn(8, fc.constantFrom(...boxes)),
    openAt: oneIn(4, openAt),
    openOn: oneIn(6, openOn),
    types,
    narrowed: fc.boolean(),
    includeDeleted: fc.boolean(),
    includeNonPublished: fc.boolean(),
    offset: fc.constantFrom(0, 0, 0, 1, 3, 1000),
    limit: fc.constantFrom(500, 500, 5, 1, 0),
    facets: oneIn(3, fc.uniqueArray(arbitraryFacet(fields), { minLength: 1, maxLength: 3, selector: facetName })),
  })
  return parts
    .map(withoutAbsent)
    .chain((query) =>
      fc
        .oneof(
          fc.constant(readOrder([], orderContext(model, query.nearby !== undefined, query.fullText !== undefined))),
          arbitraryOrder(sortable, query.nearby !== undefined, query.fullText !== undefined),
        )
        .map((order) => ({ ...query, order })),
    )
}

/** Fields of few values and of many, and what is no field. */
function arbitraryFacet(fields: readonly Field[]): Arbitrary<Facet> {
  const countable = fields.filter(({ kind }) => ['string', 'number', 'boolean'].includes(kind))
  const telling = countable.filter(({ name }) => /^(owner|categories|tags|name$|shortdesc)/.test(name))
  const field = fc.oneof(fc.constantFrom(...countable), fc.constantFrom(...telling))
  return fc.oneof(
    { weight: 4, arbitrary: field.map((one): Facet => ({ by: 'field', field: one })) },
    { weight: 1, arbitrary: fc.constantFrom<Facet>({ by: 'is' }, { by: 'state' }) },
  )
}

function orderContext(model: Model, hasNearby: boolean, hasText: boolean): OrderContext {
  return { model, hasNearby, hasText, hasWords: hasText }
}

function arbitraryOrder(sortable: readonly Field[], hasNearby: boolean, hasText: boolean): Arbitrary<OrderKey[]> {
  const byField = fc.constantFrom(...sortable).map((field) => ({ by: 'field' as const, field }))
  const special = [
    ...(hasNearby ? [fc.constant({ by: 'distance' as const })] : []),
    ...(hasText ? [fc.constant({ by: 'relevance' as const })] : []),
  ]
  const key = fc
    .tuple(fc.oneof(byField, ...special), fc.boolean())
    .map(([chosen, descending]): OrderKey => ({ ...chosen, descending }))
  const selector = (made: OrderKey) => (made.by === 'field' ? made.field.name : made.by)
  return fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector })
}
