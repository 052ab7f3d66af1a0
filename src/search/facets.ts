import type { Names } from '../place/directory-entry.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import { type FacetValue, type FacetValues, facetLimits, writtenValue } from '../query/facets.ts'
import type { Facet, PlaceQuery } from '../query/query.ts'
import type { Session } from '../store/postgres/session.ts'
import { conditionSql } from './condition.ts'
import { unpackDocument } from './document.ts'
import { type FacetKeys, facetKeys } from './facet-keys.ts'
import type { QueryContext } from './query-context.ts'

/** What facets are counted with. */
export interface FacetParts {
  readonly session: Session
  readonly names: Names
  /** A context for one more statement. */
  readonly context: () => QueryContext
}

interface AskedParts extends FacetParts {
  readonly query: PlaceQuery
  readonly now: Instant
}

/** How often each value occurs among the matches: the most frequent ones, in the order of the query. */
export async function countFacets(query: PlaceQuery, now: Instant, parts: FacetParts): Promise<FacetValues[]> {
  const asked = { ...parts, query, now }
  const facets = query.facets ?? []
  const byFacet = new Map<Facet, readonly Counted[]>()
  // One after the other, as the server does it, so that each has its time.
  for (const group of facetGroups(facets)) {
    for (const [facet, counted] of await countTogether(group, asked)) byFacet.set(facet, counted)
  }
  return Promise.all(facets.map((facet) => writtenValues(facet, byFacet.get(facet) ?? [], asked)))
}

/** Facets that are counted by one statement: those of which a place has at most one value look at the matches once. */
export function facetGroups(facets: readonly Facet[]): Facet[][] {
  const together = facets.filter(isTogether)
  const apart = facets.filter((facet) => !isTogether(facet)).map((facet) => [facet])
  return together.length === 0 ? apart : [together, ...apart]
}

function isTogether(facet: Facet): boolean {
  return facet.by !== 'field' || !(facet.field.list || facet.field.name === 'owner_name' || isName(facet))
}

function isName(facet: Facet): boolean {
  return facet.by === 'field' && facet.field.name === 'name'
}

interface Counted {
  /** Its number in the group. */
  facet: number
  key: string
  count: number
  /** The first name that has it, as names are ordered; null where that is not asked for. */
  first: string | null
}

async function countTogether(group: readonly Facet[], { session, query, now, context: newContext }: AskedParts) {
  const context = newContext()
  const { rows } = await session.query<Counted>(facetsSql(query, group, context, now), context.parameters.values)
  return new Map(group.map((facet, at) => [facet, rows.filter((row) => row.facet === at)]))
}

/** Counts a group of facets; keys are ordered as bytes. */
export function facetsSql(query: PlaceQuery, group: readonly Facet[], context: QueryContext, now: Instant): string {
  const keys = group.map((facet) => facetKeys(facet, context, now))
  const from = `${context.tables.place} p where ${conditionSql(query, context, now)}`
  const [only] = keys
  if (only?.list !== undefined) return listSql(only, only.list, from)
  if (group.some(isName)) return nameSql(from)
  return togetherSql(
    keys.map(({ one }) => one!),
    from,
  )
}

/** The matches are looked at once, and what they have together is counted; the keys are counted in what comes of that. */
function togetherSql(keys: readonly string[], from: string): string {
  const columns = keys.map((_, at) => `k${at}`)
  const each = columns.map(
    (column, at) => `(select ${at} as facet, ${column} as key, sum(count)::bigint as count, min(first) as first
      from together where ${column} is not null group by ${column} ${mostFrequent(column)})`,
  )
  return `with together as materialized (
      select ${keys.map((key, at) => `${key} as k${at}`).join(', ')}, count(*) as count, min(p.name_key) as first
      from ${from} group by ${columns.map((_, at) => at + 1).join(', ')})
    select * from (${each.join(' union all ')}) as counted order by facet, count desc, key collate "C"`
}

/** Lists are counted as they are, and their keys in those that differ, which mostly are far fewer than matches. */
function listSql({ joins, repeats }: FacetKeys, list: string, from: string): string {
  const keys = `select ${repeats ? 'distinct g.number, ' : ''}k.key, g.count, g.first
    from (select *, row_number() over () as number from lists) as g ${joins}`
  return `with lists as materialized (
      select ${list} as list, count(*) as count, min(p.name_key) as first from ${from} group by 1)
    select 0 as facet, key, sum(count)::bigint as count, min(first) as first from (${keys}) as counted
    group by key ${mostFrequent('key')}`
}

/** Names are nearly as many as places, and the first of those that have one is found by it. */
function nameSql(from: string): string {
  return `select 0 as facet, p.folded_name as key, count(*) as count, null as first from ${from}
    group by p.folded_name ${mostFrequent('p.folded_name')}`
}

/** Those with the highest counts, which are the third column. */
function mostFrequent(key: string): string {
  return `order by 3 desc, ${key} collate "C" limit ${facetLimits.values}`
}

/** Values as the first place by name and id writes them that has them. */
async function writtenValues(facet: Facet, counted: readonly Counted[], parts: AskedParts): Promise<FacetValues> {
  if (facet.by !== 'field' || counted.length === 0) {
    return { facet, values: counted.map(({ key, count }) => ({ value: key, count })) }
  }
  const views = await firstViews(facet, counted, parts)
  const values = counted.map(({ key, count }): FacetValue => ({ ...writtenValue(views.get(key)!, facet, key), count }))
  return { facet, values }
}

/** Of each key the first place by name and id. */
async function firstViews(
  facet: Facet,
  counted: readonly Counted[],
  { session, names, query, now, context: newContext }: AskedParts,
): Promise<Map<string, PlaceView>> {
  const context = newContext()
  const { parameters, tables } = context
  const keys = parameters.add(
    counted.map(({ key }) => key),
    'text[]',
  )
  const firsts = parameters.add(
    counted.map(({ first }) => first),
    'text[]',
  )
  const { has } = facetKeys(facet, context, now)
  const named = counted[0]?.first === null ? '' : 'p.name_key = c.first and'
  const { rows } = await session.query<{ key: string; document: string }>(
    `select c.key, t.document from unnest(${keys}, ${firsts}) as c(key, first)
     cross join lateral (
       select p.id from ${tables.place} p where ${named} ${has('c.key')} and ${conditionSql(query, context, now)}
       order by p.name_key, p.id limit 1) as f
     join ${tables.document} t on t.id = f.id`,
    parameters.values,
  )
  const whole = { restricted: true, owner: true, categories: true, tags: true }
  return new Map(
    rows.map(({ key, document }) => [key, JSON.parse(unpackDocument(document, whole, names)) as PlaceView]),
  )
}
