import { parseOwnerKey } from '../index/columns/owner-key.ts'
import type { DirectoryKind } from '../place/directory-entry.ts'
import type { Instant } from '../place/place.ts'
import { placeTypes } from '../place/place-types.ts'
import type { Facet } from '../query/query.ts'
import { fold } from '../query/text.ts'
import { storable } from '../store/sql/storable.ts'
import type { QueryContext } from './query-context.ts'
import type { References } from './references.ts'

/** How the keys of a facet are read from the places `p`. */
export interface FacetKeys {
  /** What places are counted by: their key, null where they have none; or a reference or a list, which keys follow from. */
  readonly counted: string
  /** Tables beside `g` that have a row for each key of its column `counted`, as `k.key`, where that is not the key itself. */
  readonly joins?: string
  /** Whether these may have a key of a list more than once. */
  readonly repeats?: boolean
  /** Whether a place has a key, which is given as SQL. */
  readonly has: (key: string) => string
}

/** The keys of a facet, as SQL of a statement that is being written; where only some keys are asked for, of those alone. */
export function facetKeys(
  facet: Facet,
  context: QueryContext,
  now: Instant,
  isAsked: (key: string) => boolean = () => true,
): FacetKeys {
  if (facet.by === 'is') return single(typeSql())
  if (facet.by === 'state') return single(stateSql(context.parameters.add(now, 'float8')))
  const { field } = facet
  if (field.name === 'name') return single('p.folded_name')
  const referring = referringFacets[field.name]
  if (referring) return referenceKeys(referring, context, isAsked)
  const { number } = context.fields.get(field.name)!
  if (field.kind === 'number') return numberKeys(number, field.list)
  if (!field.list) return single(`(p.facts->>'${number}')`)
  return {
    counted: `p.facts->'${number}'`,
    joins: 'cross join lateral jsonb_array_elements_text(g.counted) as k(key)',
    has: (key) => `exists (select from jsonb_array_elements_text(p.facts->'${number}') as v where v = ${key})`,
  }
}

function single(counted: string): FacetKeys {
  return { counted, has: (key) => `${counted} = ${key}` }
}

/** Numbers are kept in all their digits, while their keys are what JavaScript makes of them. */
function numberKeys(number: number, isList: boolean): FacetKeys {
  const [fact, text] = [`p.facts->'${number}'`, `(p.facts->>'${number}')`]
  if (!isList) {
    return {
      counted: text,
      joins: `cross join lateral (select ${numberText('g.counted')} as key) as k`,
      has: (key) => `${text}::float8 = ${key}::float8`,
    }
  }
  return {
    counted: fact,
    joins: `cross join lateral (select ${numberText('v')} as key from jsonb_array_elements_text(g.counted) as v) as k`,
    has: (key) => `exists (select from jsonb_array_elements_text(${fact}) as v where v::float8 = ${key}::float8)`,
  }
}

/**
 * A number in all its digits as JavaScript writes it: with an exponent below 1e-6 and from 1e21 on, and with no more than
 * 17 digits (ECMA-262, Number::toString).
 */
function numberText(digits: string): string {
  const [value, size] = [`${digits}::numeric`, `abs(${digits}::numeric)`]
  const scientific = `ltrim(to_char(${value}, '9.9999999999999999EEEE'))`
  return `case when ${value} = 0 or (${size} >= 1e-6 and ${size} < 1e21) then ${digits}
    else regexp_replace(${scientific}, '\\.?0*e([+-])0?', 'e\\1') end`
}

/** A reference of places by which they are counted, and the text that stands for it. */
interface Referring {
  readonly column: 'owner_key' | 'categories' | 'tags' | 'municipality'
  readonly texts: (references: References) => readonly { readonly key: string; readonly text: string }[]
}

/**
 * Fields of what places refer to. Columns of references are narrow, so they are read faster than the facts of a place; what
 * stands for them, such as names, is known to this process.
 */
const referringFacets: Readonly<Record<string, Referring>> = {
  owner_id: {
    column: 'owner_key',
    texts: (references) => references.known('owners').map(({ key, text }) => ({ key, text: parseOwnerKey(text).id })),
  },
  categories_id: { column: 'categories', texts: (references) => references.known('categories') },
  tags_id: { column: 'tags', texts: (references) => references.known('tags') },
  owner_name: { column: 'owner_key', texts: (references) => namesOf(references, 'owners') },
  categories_name: { column: 'categories', texts: (references) => namesOf(references, 'categories') },
  tags_name: { column: 'tags', texts: (references) => namesOf(references, 'tags') },
  geolocationinfo_municipality: {
    column: 'municipality',
    texts: (references) => references.known('municipalities'),
  },
}

function namesOf(references: References, kind: DirectoryKind) {
  return references.named(kind).map(({ key, name }) => ({ key, text: name }))
}

function referenceKeys(
  { column, texts }: Referring,
  { references, parameters }: QueryContext,
  isAsked: (key: string) => boolean,
): FacetKeys {
  const known = texts(references)
    .map(({ key, text }) => ({ key, folded: storable(fold(text)) }))
    .filter(({ folded }) => isAsked(folded))
  const keys = parameters.add(
    known.map(({ key }) => key),
    'text[]',
  )
  const folded = parameters.add(
    known.map(({ folded }) => folded),
    'text[]',
  )
  const table = `unnest(${keys}, ${folded})`
  const isList = column === 'categories' || column === 'tags'
  const of = isList ? `any(p.${column})` : `p.${column}`
  const join = (reference: string) => `join ${table} as k(reference, key) on k.reference = ${reference}`
  return {
    counted: `p.${column}`,
    joins: isList ? `cross join lateral unnest(g.counted) as u(reference) ${join('u.reference')}` : join('g.counted'),
    repeats: isList,
    has: (key) => `exists (select from ${table} as n(key, text) where n.text = ${key} and n.key = ${of})`,
  }
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
