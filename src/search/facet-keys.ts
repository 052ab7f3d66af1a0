import type { Instant } from '../place/place.ts'
import { placeTypes } from '../place/place-types.ts'
import type { Facet } from '../query/query.ts'
import { fold } from '../query/text.ts'
import { namingFields } from './numbered-fields.ts'
import type { QueryContext } from './query-context.ts'

/** How the keys of a facet are read from the places `p`. */
export interface FacetKeys {
  /** The one key of a place, where it has at most one; null where it has none. */
  readonly one?: string
  /** Else what the keys follow from: a list of a place, or a reference. */
  readonly list?: string
  /** Tables beside `g` that have a row for each key of its column `list`, as `k.key`. */
  readonly joins?: string
  /** Whether these may have a key of a list more than once. */
  readonly repeats?: boolean
  /** Whether a place has a key, which is given as SQL. */
  readonly has: (key: string) => string
}

/** The keys of a facet, as SQL of a statement that is being written. */
export function facetKeys(facet: Facet, context: QueryContext, now: Instant): FacetKeys {
  if (facet.by === 'is') return single(typeSql())
  if (facet.by === 'state') return single(stateSql(context.parameters.add(now, 'float8')))
  const { field } = facet
  if (field.name === 'name') return single('p.folded_name')
  const kind = namingFields[field.name]
  if (kind !== undefined) return namedKeys(kind, context)
  const { number } = context.fields.get(field.name)!
  if (!field.list) return single(`(p.facts->>'${number}')`)
  return {
    list: `p.facts->'${number}'`,
    joins: 'cross join lateral jsonb_array_elements_text(g.list) as k(key)',
    has: (key) => `exists (select from jsonb_array_elements_text(p.facts->'${number}') as v where v = ${key})`,
  }
}

function single(one: string): FacetKeys {
  return { one, has: (key) => `${one} = ${key}` }
}

/** Names are known to this process alone, so it says which references have which. */
function namedKeys(kind: 'owners' | 'categories' | 'tags', { references, parameters }: QueryContext): FacetKeys {
  const named = references.named(kind)
  const texts = named.map(({ name }) => fold(name).toWellFormed())
  const keys = parameters.add(
    named.map(({ key }) => key),
    'text[]',
  )
  const names = `unnest(${keys}, ${parameters.add(texts, 'text[]')})`
  const isOwner = kind === 'owners'
  const of = isOwner ? 'p.owner_key' : `any(p.${kind})`
  const has = (key: string) => `exists (select from ${names} as n(key, name) where n.name = ${key} and n.key = ${of})`
  if (isOwner) return { list: 'p.owner_key', joins: `join ${names} as k(reference, key) on k.reference = g.list`, has }
  const joins = `cross join lateral unnest(g.list) as u(reference) join ${names} as k(reference, key) on k.reference = u.reference`
  return { list: `p.${kind}`, joins, repeats: true, has }
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
