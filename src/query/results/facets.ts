import { hintOf } from '../../common/nearest-word.ts'
import { named, reason } from '../../common/reason.ts'
import { referredKind } from '../../place/directory-kinds.ts'
import type { Field } from '../../place/fields.ts'
import type { Model } from '../../place/model.ts'
import type { Instant, PlaceView } from '../../place/place.ts'
import { stateOf } from '../../place/place-state.ts'
import { placeTypeName } from '../../place/place-types.ts'
import { isPartial } from '../matches.ts'
import { cut, invalidParameter } from '../parse/raw-query.ts'
import type { Facet } from '../query.ts'
import { fold } from '../text/folded-text.ts'
import { type FieldValue, fieldValues } from '../values.ts'

/** The most fields whose values one search counts, and the most values that each returns: the most frequent ones. */
export const facetLimits = { facets: 20, values: 20 } as const

/** One value of a facet, with the number of matches that have it. */
export interface FacetValue {
  /** The value as a place writes it; for `is` and `state`, a name. */
  readonly value: FieldValue
  /** The name of the owner, category or tag, if it is known. */
  readonly name?: string
  readonly count: number
}

/** The values of one facet: the greatest count first, then by key. */
export interface FacetValues {
  readonly facet: Facet
  readonly values: readonly FacetValue[]
}

/** Returns the name of a facet in the address and in the response. */
export function facetName(facet: Facet): string {
  return facet.by === 'field' ? facet.field.name : facet.by
}

/** Returns the member `Facets` of a response. */
export function facetsObject(facets: readonly FacetValues[]): Record<string, readonly FacetValue[]> {
  return Object.fromEntries(facets.map(({ facet, values }) => [facetName(facet), values]))
}

/**
 * Returns the keys under which a place counts in a facet: each distinct value once, as text, folded as filters compare
 * it. In `is`, a place counts once, under the name that finds it. In `state`, it counts under one state; `deleted`
 * takes precedence.
 */
export function facetKeys(view: PlaceView, facet: Facet, now: Instant): readonly string[] {
  if (facet.by === 'is') return [isPartial(view) ? 'Partial' : placeTypeName(view.placeTypes)]
  if (facet.by === 'state') return [stateOf(view, now)]
  return [...new Set(fieldValues(view, facet.field).map(keyOfValue))]
}

/** Returns the facet key of a value. */
export function keyOfValue(value: FieldValue): string {
  return typeof value === 'string' ? fold(value).toWellFormed() : String(value)
}

/**
 * Returns a key in the spelling of a place, which represents all places with that key: the first by name, then by id.
 */
export function writtenValue(view: PlaceView, facet: Facet, key: string): Omit<FacetValue, 'count'> {
  if (facet.by !== 'field') return { value: key }
  const value = fieldValues(view, facet.field).find((one) => keyOfValue(one) === key) ?? key
  const name = nameOf(view, facet.field.name, key)
  return name === undefined ? { value } : { value, name }
}

/**
 * Compares keys by code points, as UTF-8 and dictionaries do. UTF-16 order differs: it puts U+E000 and above after the
 * surrogates of larger code points.
 */
export function compareKeys(one: string, other: string): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return a >= 0xd800 && b >= 0xd800 ? surrogateLast(a) - surrogateLast(b) : a - b
  }
  return one.length - other.length
}

function surrogateLast(unit: number): number {
  return unit < 0xe000 ? unit + 0x10000 : unit
}

/** Returns the name beside an id in the place. */
function nameOf(view: PlaceView, field: string, key: string): string | undefined {
  const kind = referredKind(field)
  if (kind === 'owners') return view.owner.name
  return kind && view[kind]?.find(({ id }) => keyOfValue(id) === key)?.name
}

const special = ['is', 'state'] as const

/** Reads the elements of `facets`: fields with countable values, `is` and `state`, each once. */
export function readFacets(elements: readonly string[], model: Model): Facet[] {
  const facets = new Map<string, Facet>()
  for (const element of elements) {
    const facet = readFacet(element, model)
    facets.set(facetName(facet), facet)
  }
  if (facets.size <= facetLimits.facets) return [...facets.values()]
  throw invalidParameter(reason('max-values', { name: 'facets', max: facetLimits.facets, count: facets.size }))
}

/** Lists every name that `facets` accepts. */
function facetNames(model: Model): string[] {
  return [...special, ...[...model.fields.values()].filter(isCountable).map(({ name }) => name)]
}

function readFacet(element: string, model: Model): Facet {
  const name = element.toLowerCase()
  const by = special.find((known) => known === name)
  if (by !== undefined) return { by }
  const field = model.fields.get(name)
  if (field !== undefined && isCountable(field)) return { by: 'field', field }
  if (field !== undefined) throw invalidParameter(reason('facet-of-field', { got: field.name, kind: field.kind }))
  const hint = hintOf(name, facetNames(model))
  throw invalidParameter(named('facets', reason('unknown-value', { got: cut(element), hint })))
}

/** Ids and instants are hardly ever shared, and long texts are not values. */
function isCountable({ kind }: Field): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean'
}
