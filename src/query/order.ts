import { hintOf, meantHint, nearestOf } from '../common/nearest-word.ts'
import type { Model } from '../place/model.ts'
import type { OrderKey } from './query.ts'
import { invalidParameter, quote } from './raw-query.ts'

/** What decides which orders make sense, and which one holds where none is given (D32, D33). */
export interface OrderContext {
  readonly model: Model
  readonly hasNearby: boolean
  /** Whether `q` is given at all. */
  readonly hasText: boolean
  /** Whether it holds a word; if not, relevance tells nothing apart. */
  readonly hasWords: boolean
}

/** Reads the elements of `orderby` into the keys of the order, and fills in the default where nothing is left. */
export function readOrder(elements: readonly string[], context: OrderContext): OrderKey[] {
  const keys = elements.map((element) => readKey(element, context))
  const names = keys.map((key) => (key.by === 'field' ? key.field.name : key.by))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalidParameter(`orderby names '${twice}' twice; name it once`)
  const telling = keys.filter((key) => key.by !== 'relevance' || context.hasWords)
  return telling.length > 0 ? telling : defaultOrder(context)
}

/** The name of the field, or the word, that an element of `orderby` orders by. */
export function orderName(element: string): string {
  return (element.endsWith('-') ? element.slice(0, -1) : element).toLowerCase()
}

function defaultOrder({ model, hasNearby, hasWords }: OrderContext): OrderKey[] {
  if (hasNearby) return [{ by: 'distance', descending: false }]
  const name = model.fields.get('name')
  const byName: OrderKey[] = name ? [{ by: 'field', field: name, descending: false }] : []
  return hasWords ? [{ by: 'relevance', descending: false }, ...byName] : byName
}

/** How other services write an order: `-name`, `+name`, `name desc`, `name:asc`, `desc` behind a comma. */
const elsewhereForm = /^([-+]?)(.*?)(?:(?:^|[\s:]+)(asc|desc)(?:ending)?|(-))?$/is

function orderHint(element: string, model: Model): string {
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
    throw invalidParameter('orderby distance needs nearby=<longitude>,<latitude>')
  }
  if (name === 'relevance') {
    if (context.hasText) return { by: 'relevance', descending }
    throw invalidParameter('orderby relevance needs q=<text>')
  }
  const field = context.model.fields.get(name)
  if (field?.sortable) return { by: 'field', field, descending }
  if (field?.list) throw invalidParameter(`orderby takes no field with several values, got '${field.name}'`)
  if (field) throw invalidParameter(`orderby takes no long text, got '${field.name}'`)
  throw invalidParameter(`orderby does not know ${quote(element)}${orderHint(element, context.model)}`)
}
