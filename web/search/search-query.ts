import { facilities } from '../place/facilities.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { type Lacking, lackings, type SearchValue } from './search-value.ts'

/** Which places match, as parameters of the service. `now` decides between states, to the minute. */
export function matchQuery(value: SearchValue, now: Date): PlaceQuery {
  const filters = (['owner_id', 'geolocationinfo_municipality', 'categories_id', 'tags_id'] as const).map(
    (name) => [name, value[name].map(escaped).join(',')] as const,
  )
  const has = facilities.filter(({ filter }) => value.has.includes(filter)).map(({ field }) => [field, 'true'] as const)
  const lacks = value.lacks.flatMap((name) => lackings[name as Lacking].map((field) => [field, escapedNull] as const))
  const query: Record<string, unknown> = {
    q: value.q.trim(),
    is: value.is.join(','),
    ...Object.fromEntries([...filters, ...has, ...lacks]),
    ...stateQuery(value.state, now),
    openAt: value.openNow ? 'now' : '',
    bbox: value.bbox?.join(',') ?? '',
  }
  return Object.fromEntries(Object.entries(query).filter(([, given]) => given !== '')) as PlaceQuery
}

/** Which of the matches stand in the list, in which order, and what is told of them. */
export function pageQuery({ page, orderby, near }: SearchValue, pageSize: number): PlaceQuery {
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    expand: near ? ['owner', 'distance'] : ['owner'],
    ...(orderby && { orderby: [orderby] }),
    ...(near && { nearby: near.join(',') }),
  }
}

/** The filters that leave the places of one state, as the specification's table of states says. */
function stateQuery(state: SearchValue['state'], now: Date): Record<string, string> {
  const moment = `${now.toISOString().slice(0, 16)}Z`
  switch (state) {
    case 'published':
      return {}
    case 'any':
      return { include: 'non-published' }
    case 'draft':
      return { include: 'non-published', published: escapedNull }
    case 'scheduled':
      return { include: 'non-published', published: `${moment}-` }
    case 'unpublished':
      return { include: 'non-published', depublished: `-${moment}` }
    case 'deleted':
      return { include: 'deleted,non-published', deleted: '!' }
  }
}

/** A list of two empty values: null, where a lone empty value would be left out above. */
const escapedNull = ','

/** A value in which the signs of the filter language mean themselves (D27). */
export function escaped(value: string): string {
  return value.replaceAll(/[\\,]/g, '\\$&').replace(/^[!^~]/, '\\$&')
}
