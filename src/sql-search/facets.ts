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

/** Facets that are counted by one statement, for which the matches are looked at once; names are so many that they are apart. */
function facetGroups(facets: readonly Facet[]): Facet[][] {
  const [names, others] = [facets.filter(isName), facets.filter((facet) => !isName(facet))]
  return [others, names].filter((group) => group.length > 0)
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
function facetsSql(query: PlaceQuery, group: readonly Facet[], context: QueryContext, now: Instant): string {
  const keys = group.map((facet) => facetKeys(facet, context, now))
  const from = `${context.tables.place} p where ${conditionSql(query, context, now)}`
  return group.some(isName) ? nameSql(from) : togetherSql(keys, from)
}

/**
 * The matches are looked at once, and each is counted by all that is asked for, in tables of the server's memory beside
 * each other. It would take each match for a value of its own, and sort them all for that, but for the offset: then it
 * knows nothing of what comes out.
 */
function togetherSql(keys: readonly FacetKeys[], from: string): string {
  const columns = keys.map((_, at) => `c${at}`)
  const each = keys.map(
    (one, at) => `(select ${at} as facet, key, sum(count)::bigint as count, min(first) as first
      from (${keysSql(one, { column: columns[at]!, without: withoutOthers(at, keys.length) })}) as k
      group by key ${mostFrequent('key')})`,
  )
  return `with counted as materialized (
      select grouping(${columns.join(', ')}) as without, ${columns.join(', ')}, count(*) as count, min(name_key) as first
      from (select ${keys.map(({ counted }, at) => `${counted} as c${at}`).join(', ')}, p.name_key from ${from} offset 0) as m
      group by grouping sets (${columns.map((column) => `(${column})`).join(', ')}))
    select * from (${each.join(' union all ')}) as f order by facet, count desc, key collate "C"`
}

/** What `grouping` gives for what was counted by one of several alone: a bit for each of the others, the first the highest. */
function withoutOthers(at: number, of: number): number {
  return 2 ** of - 1 - 2 ** (of - 1 - at)
}

/** The keys of what was counted by a column, which mostly is far less than matches. */
function keysSql(
  { joins, repeats }: FacetKeys,
  { column, without }: { readonly column: string; readonly without: number },
): string {
  const counted = `from counted where without = ${without} and ${column} is not null`
  if (joins === undefined) return `select ${column} as key, count, first ${counted}`
  return `select ${repeats ? 'distinct g.number, ' : ''}k.key, g.count, g.first
    from (select ${column} as counted, count, first, row_number() over () as number ${counted}) as g ${joins}`
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
  const asked = new Set(counted.map(({ key }) => key))
  const { has } = facetKeys(facet, context, now, (key) => asked.has(key))
  const named = counted[0]?.first === null ? '' : 'p.name_key = c.first and'
  const { rows } = await session.query<{ key: string; document: string }>(
    `select c.key, t.document from unnest(${keys}, ${firsts}) as c(key, first)
     cross join lateral (
       select p.id from ${tables.place} p where ${named} ${has('c.key')} and ${conditionSql(query, context, now)}
       order by p.name_key, p.id limit 1) as f
     join ${tables.document} t on t.id = f.id`,
    parameters.values,
  )
  const whole = { sees: 'restricted', owner: true, categories: true, tags: true } as const
  return new Map(
    rows.map(({ key, document }) => [key, JSON.parse(unpackDocument(document, whole, names)) as PlaceView]),
  )
}
