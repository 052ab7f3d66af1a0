import type { Instant } from '../place/place.ts'
import { openInstant } from '../query/open-at.ts'
import type { PlaceQuery } from '../query/query.ts'
import { filterSql } from './filter.ts'
import { fullTextSql } from './full-text.ts'
import { openSql } from './open-hours.ts'
import { inBoxSql, withinSql } from './position.ts'
import type { QueryContext } from './query-context.ts'

/** The conditions of a query at an instant, over the places as `p`: SQL that holds for its matches. */
export function conditionSql(query: PlaceQuery, context: QueryContext, now: Instant): string {
  const { nearby, bbox, fullText, openAt } = query
  const conditions = [
    ...visibility(query, context, now),
    ...typeChoice(query, context),
    ...(nearby?.radiusMetres === undefined ? [] : [withinSql(nearby.center, nearby.radiusMetres, context)]),
    ...(bbox ? [inBoxSql(bbox, context)] : []),
    ...(openAt === undefined ? [] : [openSql(openInstant(openAt, now), context)]),
    ...query.filters.map((filter) => filterSql(filter, context)),
    ...(fullText ? fullTextSql(fullText, context) : []),
  ]
  return conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ')
}

/** Deleted and not published, decided at the instant of the request and apart (D36). */
function visibility(query: PlaceQuery, { parameters }: QueryContext, now: Instant): string[] {
  if (query.narrowed) return [seenSql(parameters.add(now, 'float8'))]
  const conditions = ['not p.orphan']
  if (!query.includeDeleted) conditions.push('p.deleted is null')
  if (!query.includeNonPublished) {
    conditions.push(publishedSql(parameters.add(now, 'float8')))
  }
  return conditions
}

const publishedSql = (at: string) => `p.published <= ${at} and (p.depublished is null or p.depublished > ${at})`

/** Rows that those find who see only what is published at an instant (D50). */
export function seenSql(at: string): string {
  return `p.seen_from is null and p.deleted is null and ${publishedSql(at)}
    or p.seen_from <= ${at} and p.seen_until > ${at}`
}

/** Types of places that are not Partial, and whether Partial ones too (D13). */
function typeChoice({ types: { types, partial } }: PlaceQuery, { parameters }: QueryContext): string[] {
  if (types === 'all') return partial ? [] : ['not p.partial']
  const chosen = `not p.partial and p.type_key = any(${parameters.add(types, 'text[]')})`
  return [partial ? `p.partial or (${chosen})` : chosen]
}
