import type { Request } from '../../support/request.ts'
import type { Asked } from '../asked.ts'

/** The request to a server of the bench, which takes a search as it is, so that it has nothing to parse but JSON. */
export function requestByParameters(asked: Asked): Request {
  if (asked.what === 'place') return { path: `/place/${asked.id}` }
  if (asked.what === 'create') return { method: 'PUT', path: '/place', body: JSON.stringify(asked.body) }
  if (asked.what === 'patch') return { method: 'PATCH', path: `/place/${asked.id}`, body: JSON.stringify(asked.change) }
  const { what: _, ...search } = asked
  return { path: `/place?asked=${encodeURIComponent(JSON.stringify(search))}` }
}
