import type { OrderKey, PlaceQuery } from '../query/query.ts'
import { isAlwaysThere, isIndexed, isInstantColumn, keyColumn } from './fields.ts'
import { relevanceSql } from './full-text.ts'
import { distanceSql } from './position.ts'
import type { QueryContext } from './query-context.ts'

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
  const by = keys.map(({ sql, isComplete }, at) => {
    const direction = query.order[at]!.descending ? 'desc' : 'asc'
    // Without nulls an index is walked in both directions.
    return isComplete ? `${sql} ${direction}` : `${sql} ${direction} nulls last`
  })
  return { by: [...by, 'p.id'].join(', '), joins: [...new Set(keys.flatMap(({ join }) => join ?? []))].join(' ') }
}

interface KeySql {
  readonly sql: string
  readonly join?: string
  /** Whether no place lacks a value. */
  readonly isComplete?: boolean
}

function orderKeySql(key: OrderKey, query: PlaceQuery, context: QueryContext): KeySql {
  if (key.by === 'distance') {
    return { sql: query.nearby ? distanceSql(query.nearby.center, context.parameters) : 'null::float8' }
  }
  if (key.by === 'relevance') return { sql: query.fullText ? relevanceSql(query.fullText, context) : '0' }
  const { name, kind } = key.field
  const isComplete = isAlwaysThere(name)
  if (name === 'name') return { sql: 'p.name_key', isComplete }
  if (name === 'owner_name') return ownerNameKey(key, context)
  if (isInstantColumn(key.field)) return { sql: `p.${name}`, isComplete }
  const { number } = context.fields.get(name)!
  if (isIndexed(name)) return { sql: `p.${keyColumn(number)}`, isComplete }
  if (kind === 'instant') return { sql: `(p.facts->'${number}')::float8` }
  const join = `join ${context.tables.detail} d on d.id = p.id`
  if (kind === 'number' || kind === 'boolean') return { sql: `(d.keys->'${number}')::float8`, join }
  return { sql: `(d.keys->>'${number}') collate "C"`, join }
}

/** Names as they are known now, with the keys that they sort by. */
function ownerNameKey({ descending }: OrderKey, { references, parameters }: QueryContext): KeySql {
  const named = references.named('owners')
  const add = (values: readonly string[]) => parameters.add(values, 'text[]')
  const keys = add(named.map(({ key }) => key))
  const sorts = add(named.map(({ sort }) => sort))
  // Every owner has a name, if only its id. In order, so that the places of one owner after the other can be read.
  const sorted = `select key, sort from unnest(${keys}, ${sorts}) as o(key, sort)
    order by sort collate "C" ${descending ? 'desc' : 'asc'}`
  return { sql: 'n.sort collate "C"', join: `join (${sorted}) as n on n.key = p.owner_key`, isComplete: true }
}
