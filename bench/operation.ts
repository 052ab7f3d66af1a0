import type { Request } from './support/load.ts'

/** An operation on every system: one place, a search of visible places, a new place, or a change of one (RFC 7396). */
export type Operation =
  | { readonly what: 'place'; readonly id: string }
  | ({ readonly what: 'search' } & SearchOperation)
  | { readonly what: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: 'patch'; readonly id: string; readonly change: Readonly<Record<string, unknown>> }

/** Conditions of a search; an absent one does not restrict. Texts are folded. */
export interface SearchOperation {
  readonly ids?: readonly string[]
  readonly city?: string
  readonly nameStart?: { readonly start: string; readonly not: boolean }
  readonly type?: string
  /** Days (YYYY-MM-DD, UTC), both included. */
  readonly published?: { readonly from: string; readonly to: string }
  /** Prefixes of words; all must be found. */
  readonly words?: readonly string[]
  readonly nearby?: { readonly longitude: number; readonly latitude: number; readonly metres: number }
  /** Absent: by relevance with words, by distance nearby, otherwise by name. */
  readonly order?: 'slug' | 'slug-'
  readonly limit: number
  readonly offset: number
}

/** The request to the service. */
export function serviceRequest(operation: Operation): Request {
  if (operation.what === 'search') return { path: `/v4/place?${queryOf(operation)}` }
  return requestOf(operation, '/v4/place')
}

/** The request to a peer. A search is JSON, so a peer need not parse a grammar. */
export function peerRequest(operation: Operation): Request {
  if (operation.what !== 'search') return requestOf(operation, '/place')
  const { what: _, ...search } = operation
  return { path: `/place?asked=${encodeURIComponent(JSON.stringify(search))}` }
}

function requestOf(operation: Exclude<Operation, { readonly what: 'search' }>, path: string): Request {
  if (operation.what === 'create') return { method: 'PUT', path, body: JSON.stringify(operation.body) }
  if (operation.what === 'place') return { path: `${path}/${operation.id}` }
  return { method: 'PATCH', path: `${path}/${operation.id}`, body: JSON.stringify(operation.change) }
}

function queryOf({
  ids,
  city,
  nameStart,
  type,
  published,
  words,
  nearby,
  order,
  limit,
  offset,
}: SearchOperation): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (offset > 0) query.set('offset', String(offset))
  if (ids) query.set('id', ids.join())
  if (city !== undefined) query.set('visitinginfo_city', city)
  if (nameStart) query.set('name', `${nameStart.not ? '!' : ''}^${nameStart.start}`)
  if (type !== undefined) query.set('is', type[0]!.toUpperCase() + type.slice(1))
  if (published) query.set('published', `${published.from}-${published.to}`)
  if (words) query.set('q', words.join(' '))
  if (nearby) {
    query.set('nearby', `${nearby.longitude},${nearby.latitude}`)
    query.set('nearbyRadius', String(nearby.metres))
  }
  if (order) query.set('orderby', order)
  return query.toString()
}
