import type { Names } from '../place/directory-entry.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import { placeTypes } from '../place/place-types.ts'
import { type FacetValue, type FacetValues, facetLimits, writtenValue } from '../query/facets.ts'
import type { Facet, PlaceQuery } from '../query/query.ts'
import { fold } from '../query/text.ts'
import type { Session } from '../store/postgres/session.ts'
import { conditionSql } from './condition.ts'
import { unpackDocument } from './document.ts'
import { namingFields } from './numbered-fields.ts'
import type { QueryContext } from './query-context.ts'

/** What facets are counted with. */
export interface FacetParts {
  readonly session: Session
  readonly names: Names
  /** A context for one more statement. */
  readonly context: () => QueryContext
}

/** How often each value occurs among the matches: the most frequent ones, in the order of the query. */
export async function countFacets(query: PlaceQuery, now: Instant, parts: FacetParts): Promise<FacetValues[]> {
  return Promise.all((query.facets ?? []).map((facet) => countFacet(query, facet, { ...parts, now })))
}

interface Counted {
  key: string
  count: number
  /** Of a field the first place by name and id that has the value. */
  first: string | null
}

async function countFacet(
  query: PlaceQuery,
  facet: Facet,
  { session, names, context: newContext, now }: FacetParts & { now: Instant },
): Promise<FacetValues> {
  const context = newContext()
  const text = facetSql(query, facet, context, now)
  const { rows } = await session.query<Counted>(text, context.parameters.values)
  if (facet.by !== 'field') {
    return { facet, values: rows.map((row) => ({ value: row.key, count: row.count })) }
  }
  const views = await viewsOf(rows, { session, names, context: newContext })
  const values = rows.map(
    (row): FacetValue => ({ ...writtenValue(views.get(row.first ?? '')!, facet, row.key), count: row.count }),
  )
  return { facet, values }
}

/** One place counts once for each of its values; keys are ordered as bytes. */
export function facetSql(query: PlaceQuery, facet: Facet, context: QueryContext, now: Instant): string {
  const { key, joins } = keySql(facet, context, now)
  const isList = facet.by === 'field' && facet.field.list
  const first = facet.by === 'field' ? '(min(array[p.name_key, p.id] collate "C"))[2]' : 'null'
  return `select k.key, ${isList ? 'count(distinct p.id)' : 'count(*)'} as count, ${first} as first
    from ${context.tables.place} p ${joins} cross join lateral (${key}) as k(key)
    where ${conditionSql(query, context, now)}
    group by k.key order by count desc, k.key collate "C" limit ${facetLimits.values}`
}

/** A query for the keys of the place `p`, and the tables that it needs. */
function keySql(facet: Facet, context: QueryContext, now: Instant): { key: string; joins: string } {
  if (facet.by === 'is') return { key: `select ${typeSql()}`, joins: '' }
  if (facet.by === 'state') return { key: `select ${stateSql(context.parameters.add(now, 'float8'))}`, joins: '' }
  const kind = namingFields[facet.field.name]
  if (kind === undefined) {
    const { number } = context.fields.get(facet.field.name)!
    return {
      key: `select jsonb_array_elements_text(d.facts->'${number}')`,
      joins: `join ${context.tables.detail} d on d.id = p.id`,
    }
  }
  const named = context.references.named(kind)
  const keys = context.parameters.add(
    named.map(({ key }) => key),
    'text[]',
  )
  const texts = context.parameters.add(
    named.map(({ name }) => fold(name).toWellFormed()),
    'text[]',
  )
  const of = kind === 'owners' ? 'n.key = p.owner_key' : `n.key = any(p.${kind})`
  return { key: `select n.name from unnest(${keys}, ${texts}) as n(key, name) where ${of}`, joins: '' }
}

function typeSql(): string {
  const names = placeTypes.map(({ key, name }) => `when '${key}' then '${name}'`)
  return `case when p.partial then 'Partial' else case p.type_key ${names.join(' ')} end end`
}

/** The table of states, deleted before all others. */
function stateSql(now: string): string {
  return `case when p.deleted is not null then 'deleted' when p.published is null then 'draft'
    when p.published > ${now} then 'scheduled' when p.depublished <= ${now} then 'unpublished' else 'published' end`
}

async function viewsOf(
  rows: readonly Counted[],
  { session, names, context }: FacetParts,
): Promise<Map<string, PlaceView>> {
  const ids = [...new Set(rows.flatMap(({ first }) => first ?? []))]
  if (ids.length === 0) return new Map()
  const found = await session.query<{ id: string; document: string }>(
    `select id, document from ${context().tables.document} where id = any($1)`,
    [ids],
  )
  const whole = { restricted: true, owner: true, categories: true, tags: true }
  return new Map(
    found.rows.map(({ id, document }) => [id, JSON.parse(unpackDocument(document, whole, names)) as PlaceView]),
  )
}
