import type { OrderKey, PlaceQuery } from '../query/query.ts'
import { createSortKey } from '../query/sort-key.ts'
import { relevanceSql } from './full-text.ts'
import { distanceSql } from './position.ts'
import type { QueryContext } from './query-context.ts'
import { isAlwaysThere, isIndexed, isInstantColumn, keyColumn } from './sorted-fields.ts'

/** The order of a query over the places `p` and their details `d`. */
export interface OrderSql {
  /** What comes behind `order by`; the id is the last key. */
  readonly by: string
  /** Tables beside `p` that it needs. */
  readonly joins: string
}

/** Missing values come last in both directions (D33). */
export function orderSql(query: PlaceQuery, context: QueryContext): OrderSql {
  const keys = query.order.map((key) => orderKeySql(key, query, context))
  const by = keys.map(({ sql, never }, at) => {
    const direction = query.order[at]!.descending ? 'desc' : 'asc'
    return never === 'missing' ? `${sql} ${direction}` : `${sql} ${direction} nulls last`
  })
  return { by: [...by, 'p.id'].join(', '), joins: [...new Set(keys.flatMap(({ joins }) => joins))].join(' ') }
}

interface KeySql {
  readonly sql: string
  readonly joins: readonly string[]
  /** Told where no place lacks a value: then an index is walked in both directions. */
  readonly never?: 'missing'
}

function orderKeySql(key: OrderKey, query: PlaceQuery, context: QueryContext): KeySql {
  if (key.by === 'distance') {
    return { sql: query.nearby ? distanceSql(query.nearby.center, context.parameters) : 'null::float8', joins: [] }
  }
  if (key.by === 'relevance') return { sql: query.fullText ? relevanceSql(query.fullText, context) : '0', joins: [] }
  const { name, kind } = key.field
  if (name === 'name') return { sql: 'p.name_key', joins: [], never: 'missing' }
  if (name === 'owner_name') return ownerNameKey(key, context)
  if (isInstantColumn(key.field))
    return { sql: `p.${name}`, joins: [], ...(isAlwaysThere(name) && { never: 'missing' }) }
  const { number } = context.fields.get(name)!
  if (isIndexed(name)) {
    return { sql: `p.${keyColumn(number)}`, joins: [], ...(isAlwaysThere(name) && { never: 'missing' }) }
  }
  if (kind === 'instant') return { sql: `(p.facts->'${number}')::float8`, joins: [] }
  const joins = [`join ${context.tables.detail} d on d.id = p.id`]
  if (kind === 'number' || kind === 'boolean') return { sql: `(d.keys->'${number}')::float8`, joins }
  return { sql: `(d.keys->>'${number}') collate "C"`, joins }
}

/** Names as they are known now, with the keys that they sort by. */
function ownerNameKey({ descending }: OrderKey, { references, parameters, model }: QueryContext): KeySql {
  const sortKey = createSortKey(model.locale)
  const named = references.named('owners')
  const keys = parameters.add(
    named.map(({ key }) => key),
    'text[]',
  )
  const sorts = parameters.add(
    named.map(({ name }) => sortKey(name)),
    'text[]',
  )
  // Every owner has a name, if only its id. In order, so that the places of one owner after the other can be read.
  const sorted = `select key, sort from unnest(${keys}, ${sorts}) as o(key, sort)
    order by sort collate "C" ${descending ? 'desc' : 'asc'}`
  const joins = [`join (${sorted}) as n on n.key = p.owner_key`]
  return { sql: 'n.sort collate "C"', joins, never: 'missing' }
}
