import type { PlaceView } from '../place/place.ts'
import { placeTypes } from '../place/place-types.ts'
import type { Facet } from '../query/query.ts'
import { type FacetValue, type FacetValues, facetLimits, writtenValue } from '../query/results/facets.ts'
import { type RenderedDocument, renderedText } from '../read-model/document.ts'
import { conditionSql } from './condition.ts'
import { type QueryContext, queryRows, type Statement } from './statement.ts'
import { foldedOwnerLength } from './tables.ts'

/** A key, the number of matches that have it, and the row id of the first of them by name and id. */
export interface CountedKey {
  readonly key: string
  readonly count: number
  readonly first: string
}

/** Counts the values of each facet among the matches: the most frequent ones, in the order of the query. */
export async function countFacets(context: QueryContext, facets: readonly Facet[]): Promise<FacetValues[]> {
  const counted: { readonly facet: Facet; readonly keys: readonly CountedKey[] }[] = []
  for (const facet of facets) counted.push({ facet, keys: await countFacet(facet, context) })
  const ofFields = counted.flatMap(({ facet, keys }) => (facet.by === 'field' ? keys : []))
  const views = await readViews(context, ofFields)
  return counted.map(({ facet, keys }) => ({
    facet,
    values: keys.map(({ key, count, first }): FacetValue => {
      const view = facet.by === 'field' && views.get(first)
      return { ...(view ? writtenValue(view, facet, key) : { value: key }), count }
    }),
  }))
}

/** The complete first places of the keys, by their row ids. */
export async function readViews(
  { session, tables }: QueryContext,
  keys: readonly Pick<CountedKey, 'first'>[],
): Promise<Map<string, PlaceView>> {
  if (keys.length === 0) return new Map()
  const { rows } = await session.query<{ id: string; rendered: RenderedDocument }>(
    `select id, document::json as rendered from ${tables.document} where id = any($1)`,
    [[...new Set(keys.map(({ first }) => first))]],
  )
  const whole = { sees: 'restricted', owner: true, categories: true, tags: true } as const
  return new Map(rows.map(({ id, rendered }) => [id, JSON.parse(renderedText(rendered, whole)) as PlaceView]))
}

/**
 * Sort keys contain neither a U+0001 before a U+0002 nor any lower character, so joined texts sort like names and ids.
 */
const firstSeparator = '\x01\x02'

/** The first match by name and id of a group, as SQL; `firstOf` reads the id from it. */
export const firstSql = `min(p.name_key || chr(1) || chr(2) || p.id)`

/** The first match of a group with a single name, so that an index of names without their sort keys suffices. */
export const firstNamedSql = 'chr(1) || chr(2) || min(p.id)'

/** The row id in a value of `firstSql`. */
export function firstOf(first: string): string {
  return first.slice(first.lastIndexOf(firstSeparator) + firstSeparator.length)
}

async function countFacet(facet: Facet, context: QueryContext): Promise<CountedKey[]> {
  const rows = await queryRows<CountedKey>(context, (statement) => {
    const { key, joins = '', first = firstSql } = facetKeys(facet, statement)
    return `select ${key} as key, count(*) as count, ${first} as first from ${context.tables.place} p ${joins}
      where (${key}) is not null and ${conditionSql(statement)}
      group by 1 order by 2 desc, 1 limit ${context.query.facetValuesMax ?? facetLimits.values}`
  })
  return rows.map((row) => ({ ...row, first: firstOf(row.first) }))
}

/** The SQL by which places are counted for a facet. */
interface FacetKeys {
  /** The key of a place; null if it has none. */
  readonly key: string
  /** Joined tables with one row per key of a list. */
  readonly joins?: string
  /** The first place of a group. */
  readonly first?: string
}

function facetKeys(facet: Facet, statement: Statement): FacetKeys {
  switch (facet.by) {
    case 'is':
      return { key: typeSql }
    case 'state':
      return { key: stateSql(statement.parameters.add(statement.now, 'float8')) }
    case 'field': {
      const { name } = facet.field
      if (name === 'name') return { key: 'p.folded_name', first: firstNamedSql }
      const { number, list } = statement.fields.get(name)!
      const fact = `(p.facts->>'${number}') collate "C"`
      // A column is read in half the time of a fact, but names of more characters may be truncated in it.
      if (name === 'owner_name')
        return {
          key: `case when length(p.folded_owner) < ${foldedOwnerLength / 2} then p.folded_owner else ${fact} end`,
        }
      if (!list) return { key: fact }
      const joins = `cross join lateral jsonb_array_elements_text(p.facts->'${number}') as v(value)`
      return { key: 'v.value collate "C"', joins }
    }
  }
}

const typeNames = placeTypes.map(({ key, name }) => `when '${key}' then '${name}'`).join(' ')
const typeSql = `(case when p.partial then 'Partial' else case p.type_key ${typeNames} end end) collate "C"`

/** The state of a place; deleted takes precedence over all others. */
function stateSql(now: string): string {
  return `(case when p.deleted is not null then 'deleted' when p.published is null then 'draft'
    when p.published > ${now} then 'scheduled' when p.depublished <= ${now} then 'unpublished' else 'published' end)
    collate "C"`
}
