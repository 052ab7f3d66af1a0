import { hash } from 'node:crypto'
import type { OrderKey, PlaceQuery, Position } from '../query.ts'
import { invalidParameter } from './raw-query.ts'

/** The parts of a query that decide its order, beside the places. */
type Ordering = Pick<PlaceQuery, 'order' | 'nearby' | 'fullText'>

/** The length of the signature in front of a cursor, in characters. */
const markLength = 16

/** Formats a position in an order as a text for `after`. Only holders of the key can create one. */
export function formatCursor({ values, id, isBefore }: Position, ordering: Ordering, key: string): string {
  const position = JSON.stringify([...values.map((value) => value ?? null), id, isBefore])
  return markOf(position, ordering, key) + Buffer.from(position).toString('base64url')
}

/** Parses a cursor; throws a Problem if it was not issued for this order. */
export function parseCursor(text: string, ordering: Ordering, key: string): Position {
  const position = Buffer.from(text.slice(markLength), 'base64url').toString()
  if (text.slice(0, markLength) !== markOf(position, ordering, key)) {
    throw invalidParameter(
      'after is no cursor of this search and order: take it from the Link of an answer, or leave it out',
    )
  }
  const values = JSON.parse(position) as (string | number | null)[]
  const [id, isBefore] = values.splice(-2) as unknown as [string, boolean]
  return { values: values.map((value) => value ?? undefined), id, isBefore }
}

function markOf(position: string, { order, nearby, fullText }: Ordering, key: string): string {
  const keys = order.map(nameOf)
  const of = [key, keys, keys.includes('distance') && nearby?.center, keys.includes('relevance') && fullText?.terms]
  return hash('sha256', JSON.stringify(of) + position, 'base64url').slice(0, markLength)
}

function nameOf(key: OrderKey): string {
  return (key.by === 'field' ? key.field.name : key.by) + (key.descending ? '-' : '')
}
