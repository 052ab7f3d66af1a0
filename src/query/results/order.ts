import { hintOf, meantHint, nearestOf } from '../../common/nearest-word.ts'
import { named, type Param, reason } from '../../common/reason.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { Model } from '../../place/model.ts'
import type { PlaceView } from '../../place/place.ts'
import { cut, invalidParameter, nearbyNeeded } from '../parse/raw-query.ts'
import type { OrderKey, PlaceQuery } from '../query.ts'
import { relevanceTier, searchedWords } from '../text/relevance.ts'
import type { SortKey } from '../text/sort-key.ts'
import { fieldValues } from '../values.ts'

/** The conditions for valid orders and for the default order (D32, D33). */
export interface OrderContext {
  readonly model: Model
  readonly hasNearby: boolean
  /** True if `q` is present. */
  readonly hasText: boolean
  /** True if `q` contains a word. Without one, relevance distinguishes nothing. */
  readonly hasWords: boolean
}

/** Reads the elements of `orderby` into the keys of the order. Uses the default order if no key is left. */
export function readOrder(elements: readonly string[], context: OrderContext): OrderKey[] {
  const keys = elements.map((element) => readKey(element, context))
  const names = keys.map((key) => (key.by === 'field' ? key.field.name : key.by))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalidParameter(reason('order-twice', { name: twice }))
  const telling = keys.filter((key) => key.by !== 'relevance' || context.hasWords)
  return telling.length > 0 ? telling : defaultOrder(context)
}

/** Returns the field name or word in an element of `orderby`. */
export function orderName(element: string): string {
  return (element.endsWith('-') ? element.slice(0, -1) : element).toLowerCase()
}

function defaultOrder({ model, hasNearby, hasWords }: OrderContext): OrderKey[] {
  if (hasNearby) return [{ by: 'distance', descending: false }]
  const name = model.fields.get('name')
  const byName: OrderKey[] = name ? [{ by: 'field', field: name, descending: false }] : []
  return hasWords ? [{ by: 'relevance', descending: false }, ...byName] : byName
}

/** Notations of other services: `-name`, `+name`, `name desc`, `name:asc`, `desc` after a comma. */
const elsewhereForm = /^([-+]?)(.*?)(?:(?:^|[\s:]+)(asc|desc)(?:ending)?|(-))?$/is

function orderHint(element: string, model: Model): Param {
  const [, sign, name = '', direction, dash] = elsewhereForm.exec(element) ?? []
  if (name === '') return "; a - behind the name of a field makes it descending, as in 'name-'"
  const fields = [...model.fields.values()].filter(({ sortable }) => sortable).map((sortable) => sortable.name)
  const known = ['distance', 'relevance', ...fields]
  const nearest = nearestOf(name.trim(), known)
  if (nearest === undefined) return hintOf(name, known)
  const descending = sign === '-' || dash !== undefined || direction?.toLowerCase() === 'desc'
  return meantHint(descending ? `${nearest}-` : nearest)
}

function readKey(element: string, context: OrderContext): OrderKey {
  const name = orderName(element)
  const descending = element.endsWith('-')
  if (name === 'distance') {
    if (context.hasNearby) return { by: 'distance', descending }
    throw nearbyNeeded('orderby distance')
  }
  if (name === 'relevance') {
    if (context.hasText) return { by: 'relevance', descending }
    throw invalidParameter(reason('needs-parameter', { name: 'orderby relevance', needed: 'q=<text>' }))
  }
  const field = context.model.fields.get(name)
  if (field?.sortable) return { by: 'field', field, descending }
  if (field?.list) throw invalidParameter(reason('order-of-list', { got: field.name }))
  if (field) throw invalidParameter(reason('order-of-text', { got: field.name }))
  const hint = orderHint(element, context.model)
  throw invalidParameter(named('orderby', reason('unknown-value', { got: cut(element), hint })))
}

/** The value that one key of an order compares; undefined if the place has none. */
type OrderValue = string | number | undefined

/** The sort keys of texts. */
interface SortKeys {
  readonly sortKey: (text: string) => SortKey
}

/** Compares two values. Missing values come last in both directions (D33). */
export function compareValues(one: OrderValue, other: OrderValue, descending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const compared = one < other ? -1 : Number(one > other)
  return descending ? -compared : compared
}

/** Returns the value of a place that a key of an order compares. */
export function orderValue(view: PlaceView, key: OrderKey, query: PlaceQuery, { sortKey }: SortKeys): OrderValue {
  if (key.by === 'distance') {
    return query.nearby && distanceMetres(query.nearby.center, view.geolocation.geometry.coordinates)
  }
  if (key.by === 'relevance') return query.fullText && relevanceTier(searchedWords(view.name), query.fullText)
  const [value] = fieldValues(view, key.field)
  if (typeof value === 'string') return sortKey(value)
  return typeof value === 'boolean' ? Number(value) : value
}
