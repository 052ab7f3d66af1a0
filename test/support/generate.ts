import fc, { type Arbitrary } from 'fast-check'
import type { DirectoryEntry, Names } from '../../src/place/directory-entry.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { Instant, OpenHours, Place, PlaceId, PlaceView } from '../../src/place/place.ts'
import { viewPlace } from '../../src/place/view.ts'
import {
  categoryIds,
  instantTexts,
  numbers,
  ownerIds,
  ownerTypes,
  placeIdOf,
  positions,
  tagIds,
  texts,
} from './pools.ts'

export { arbitraryQuery } from './generate-query.ts'

const text = fc.constantFrom(...texts)
const instant = fc.constantFrom(...instantTexts)
const number = fc.constantFrom(...numbers)
const uniqueList = (ids: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }).map((chosen) => chosen.map((id) => ({ id })))
const maybe = <Properties extends object>(properties: { [Name in keyof Properties]: Arbitrary<Properties[Name]> }) =>
  fc.record(properties, { requiredKeys: [] }) as Arbitrary<Partial<Properties>>

/** An object with at least one member, since an empty one is not stored (D19). */
const some = <Properties extends object>(properties: { [Name in keyof Properties]: Arbitrary<Properties[Name]> }) =>
  maybe(properties).filter((made) => Object.keys(made).length > 0)
const few = <Item>(item: Arbitrary<Item>) => fc.array(item, { minLength: 1, maxLength: 2 })

const contactInfo = some({
  city: text,
  email: fc.constantFrom('Info@Example.org', 'info@example.org', 'kyrka@example.com'),
  phone: some({ CountryCode: number, AreaCode: number, Number: number }),
  fetchAutomatically: fc.boolean(),
})
const placeDetails = some({
  info: text,
  hasToilet: fc.boolean(),
  hasCafe: fc.boolean(),
  accessibility: some({ info: text, hasRamp: fc.boolean() }),
})
const day = fc.constantFrom('2026-01-01', '2026-03-01', '2026-03-29', '2026-12-31')
const times = ['00:00', '01:30', '02:30', '08:00', '12:00', '17:00'] as const
const spans = fc.array(
  fc.record({ from: fc.constantFrom(...times, '22:00'), to: fc.constantFrom(...times, '24:00') }),
  { maxLength: 2 },
)
/** Opening hours of one period, whose spans may overlap more than a write lets them. */
const period: Arbitrary<OpenHours> = some({
  validFrom: day,
  validTo: day,
  days: some({ mo: spans, tu: spans, th: spans, fr: spans, sa: spans, su: spans }),
})
export const arbitraryHours: Arbitrary<OpenHours[]> = few(period)
const medium = fc
  .tuple(text, maybe({ tags: few(text), description: text }))
  .map(([title, rest]) => ({ title, url: 'https://example.org/a', ...rest }))
const media = some({ images: few(medium), audio: few(medium), links: few(some({ title: text, tags: few(text) })) })

/** Objects of types that no schema describes hold anything; `q` looks into their strings and numbers (D32). */
const freeType: Arbitrary<JsonObject> = some({
  built: number,
  isOpen: fc.boolean(),
  notes: fc.oneof(text, few(text), few(fc.record({ deep: text }))),
  inscription: text,
})
/** What an older schema may have left in a list. */
const onceList = <Item>(item: Arbitrary<Item>) =>
  fc.oneof({ weight: 4, arbitrary: item }, { weight: 1, arbitrary: few(item) })
const quarter = fc.record({ name: text })
/**
 * As `manyKindsModel` describes it, and what an older schema may have left: a member that its schema does not know, lists
 * where it has none, and none where it has one.
 */
const cemetery: Arbitrary<JsonObject> = maybe({
  graves: onceList(number),
  area: fc.constantFrom(1.5, 12, -0.25),
  opened: onceList(instant),
  inspected: fc.array(instant, { minLength: 1, maxLength: 4 }),
  surveyed: onceList(day),
  reference: fc.constantFrom(...categoryIds),
  keeper: onceList(text),
  hasChapel: onceList(fc.boolean()),
  quarters: fc.oneof({ weight: 4, arbitrary: few(quarter) }, { weight: 1, arbitrary: quarter }),
  formerly: text,
})
const types: Arbitrary<Record<string, JsonObject>> = fc.oneof(
  cemetery.map((made) => ({ cemetery: made })),
  freeType.map((made) => ({ churchAndChapel: made })),
  maybe({ canPrintDubblettrostkort: fc.boolean() }).map(
    (made): Record<string, JsonObject> => ({ pollingStation: made }),
  ),
  fc.constantFrom('external', 'parishHome', 'partial').map((key): Record<string, JsonObject> => ({ [key]: {} })),
)

/** Published more often than not, so that most searches find something. */
const published = fc.oneof({ weight: 3, arbitrary: fc.constant(instantTexts[0]) }, { weight: 1, arbitrary: instant })

const always = {
  name: text,
  created: instant,
  createdBy: text,
  updated: instant,
  updatedBy: text,
  position: fc.constantFrom(...positions),
  owner: fc
    .tuple(fc.constantFrom(...ownerIds), fc.constantFrom(...ownerTypes), fc.option(text, { nil: undefined }))
    .map(([id, type, name]) => ({ id, type, ...(name !== undefined && { name }) })),
  placeTypes: types,
}
const sometimes = maybe({
  shortDescription: text,
  longDescription: fc.tuple(text, text).map((both) => both.join('\n\n')),
  depublished: instant,
  depublishedBy: text,
  publishedBy: text,
  deleted: instant,
  deletedBy: text,
  geolocationInfo: some({ municipality: text, country: fc.constantFrom('SE', 'DK') }),
  contactInfo,
  visitingInfo: some({ address: text, description: text }),
  openHours: arbitraryHours,
  placeDetails,
  categories: uniqueList(categoryIds),
  tags: uniqueList(tagIds),
  media,
})

/** A stored place with this id: canonical, of any type and state, with every kind of field, without a parent. */
export function arbitraryPlace(id: PlaceId): Arbitrary<Place> {
  const isPublished = fc.option(published, { nil: undefined, freq: 6 })
  const isDeleted = fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0)
  return fc
    .tuple(fc.record(always), sometimes, isPublished, isDeleted)
    .map(([{ position, ...known }, { deleted, deletedBy, ...rest }, publishedAt, remove]) => ({
      id,
      slug: `slug-${id.slice(-4)}`,
      ...known,
      geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [...position] } },
      ...(publishedAt !== undefined && { published: publishedAt }),
      ...(remove && deleted !== undefined && { deleted, ...(deletedBy !== undefined && { deletedBy }) }),
      ...(rest as Partial<Place>),
    }))
}

/** One entry of the directory with the list that it stands in. */
export interface DirectoryRecord {
  readonly kind: DirectoryKind
  readonly entry: DirectoryEntry
}

/** Entries for some of the owners, categories and tags of generated places; others stay unknown. */
export const arbitraryDirectory: Arbitrary<DirectoryRecord[]> = fc
  .tuple(
    fc.subarray(recordsOf('owners', ownerIds)),
    fc.subarray(recordsOf('categories', categoryIds)),
    fc.subarray(recordsOf('tags', tagIds)),
  )
  .chain((chosen) => fc.tuple(...chosen.flat().map((record) => text.map((name) => withName(record, name)))))

function recordsOf(kind: DirectoryKind, ids: readonly string[]): DirectoryRecord[] {
  return ids.map((id) => ({ kind, entry: { id, name: id } }))
}

function withName({ kind, entry }: DirectoryRecord, name: string): DirectoryRecord {
  return { kind, entry: { ...entry, name } }
}

/** A small world: places by ascending id, children only below places without a parent, and a directory. */
export interface World {
  readonly places: readonly Place[]
  readonly directory: readonly DirectoryRecord[]
}

/** Worlds of up to `maxPlaces` places. */
export function arbitraryWorld(maxPlaces = 20): Arbitrary<World> {
  const places = fc
    .integer({ min: 0, max: maxPlaces })
    .chain((count) =>
      fc.tuple(
        fc.tuple(...Array.from({ length: count }, (_, number) => arbitraryPlace(placeIdOf(number)))),
        fc.array(fc.option(fc.nat(), { nil: undefined, freq: 2 }), { minLength: count, maxLength: count }),
      ),
    )
  return fc.record({ places: places.map(([made, parents]) => adopt(made, parents)), directory: arbitraryDirectory })
}

/** Gives the odd places parents among the even ones, where a number says which. */
function adopt(places: readonly Place[], parents: readonly (number | undefined)[]): Place[] {
  const roots = places.filter((_, number) => number % 2 === 0)
  return places.map((place, number) => {
    const choice = parents[number]
    const parent = choice === undefined || number % 2 === 0 ? undefined : roots[choice % roots.length]
    return parent ? { ...place, parent: { id: parent.id } } : place
  })
}

/** The names of a generated directory. */
export function namesOf(directory: readonly DirectoryRecord[], version = 1): Names {
  const entries = new Map(directory.map(({ kind, entry }) => [`${kind}/${entry.id}`, entry]))
  return { version, entry: (kind, id) => entries.get(`${kind}/${id}`) }
}

/** Every place of a world as a caller sees it who may see everything. */
export function viewsOf({ places, directory }: World): PlaceView[] {
  const names = namesOf(directory)
  const placeNames = new Map(places.map((place) => [place.id, place.name]))
  return places.map((place) => viewPlace(place, names, place.parent && placeNames.get(place.parent.id)))
}

/** What is done to places and asked of them, one after the other. */
export type Step<Question> =
  | { readonly kind: 'put'; readonly place: Place }
  | { readonly kind: 'purge'; readonly id: PlaceId }
  | { readonly kind: 'names'; readonly directory: DirectoryRecord[] }
  | { readonly kind: 'ask'; readonly question: Question; readonly at: Instant }

/** Ten to `longest` steps with twelve places, of which every second one may have one of the others as its parent. */
export function arbitrarySteps<Question>(
  question: Arbitrary<Question>,
  at: Arbitrary<Instant>,
  longest: number,
): Arbitrary<Step<Question>[]> {
  const roots = fc.constantFrom(...Array.from({ length: 6 }, (_, number) => placeIdOf(2 * number)))
  const put = fc
    .nat(11)
    .chain((number) =>
      fc
        .tuple(arbitraryPlace(placeIdOf(number)), fc.option(roots, { nil: undefined }))
        .map(([place, parent]) =>
          parent !== undefined && number % 2 === 1 ? { ...place, parent: { id: parent } } : place,
        ),
    )
  const step: Arbitrary<Step<Question>> = fc.oneof(
    { weight: 6, arbitrary: put.map((place) => ({ kind: 'put' as const, place })) },
    { weight: 1, arbitrary: fc.nat(11).map((number) => ({ kind: 'purge' as const, id: placeIdOf(number) })) },
    { weight: 1, arbitrary: arbitraryDirectory.map((directory) => ({ kind: 'names' as const, directory })) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), question, at }) },
  )
  return fc.array(step, { minLength: 10, maxLength: longest })
}
