import { type Static, Type } from 'typebox'
import { isNarrowed, sightOf } from '../access/access.ts'
import type { Model } from '../place/model.ts'
import { placeTypes } from '../place/place-types.ts'
import { escaped } from '../query/parse/filter-signs.ts'
import { parseSearch } from '../query/parse/parse.ts'
import { invalidParameter } from '../query/parse/raw-query.ts'
import { noFilters } from '../query/parse/search-parameters.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { ToolCall, ToolParts } from './tool.ts'

/** Maximum and default number of places in one answer. */
export const placesShown = { max: 25, default: 10 } as const

/** The input of every tool that searches: the wanted places. */
export const placesInput = {
  text: Type.Optional(
    Type.String({
      description:
        'What a person would type: kinds, opening times, facilities, a town, an owner, a telephone number, an address, in Swedish or English; other words must begin words of the place.',
    }),
  ),
  types: Type.Optional(
    Type.Array(Type.String({ enum: placeTypes.map(({ name }) => name) }), { description: 'Kinds of places.' }),
  ),
  municipality: Type.Optional(Type.String({ description: 'Exact name of the municipality; suggest finds it.' })),
  near: Type.Optional(
    Type.Object(
      {
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        radiusMetres: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      },
      { description: 'Nearest first; with a radius only those within.' },
    ),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description:
        'Fields (describe_fields) and what they must be: a value, values with commas, ^begins, ~words, ! in front of each for not, dates as from-to. Also include=non-published or deleted for who may read those.',
    }),
  ),
}

/** The input for a page: the number of places, and the fields of each. */
export const pageInput = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: placesShown.max, description: 'Number of places, 10 if absent.' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Places skipped.' })),
  fields: Type.Optional(
    Type.Array(Type.String(), { description: 'Further fields to tell of each (describe_fields).' }),
  ),
}

const placesSchema = Type.Object(placesInput)
export type PlacesGiven = Static<typeof placesSchema>

/** An input whose text was read: the rest of it, the parameters that it stands for, and the search in words. */
interface UnderstoodInput {
  readonly given: PlacesGiven
  readonly read: Readonly<Record<string, string>>
  readonly label?: string
}

/** Reads the text of an input as a person would mean it. The other members of the input take precedence. */
export async function understoodInput(
  given: PlacesGiven,
  typed: ToolParts['typed'],
  call: ToolCall,
): Promise<UnderstoodInput> {
  const { text, ...others } = given
  const search = text === undefined ? undefined : await typed.understand(text, call)
  if (search === undefined || search.parts.every(({ member }) => member === 'q')) return { given, read: {} }
  const named = [
    ...(given.types ? ['is'] : []),
    ...(given.municipality === undefined ? [] : ['geolocationinfo_municipality']),
    ...(given.near ? ['nearby'] : []),
    ...Object.keys(given.filters ?? {}).map((name) => name.trim().toLowerCase()),
  ]
  const pairs = [...new URLSearchParams(search.query)].filter(([name]) => name !== 'similar' && !named.includes(name))
  return { given: others, read: Object.fromEntries(pairs), label: search.label }
}

/** Parameters that only the tools themselves set; a filter cannot have their names. */
const ownParameters = noFilters
  .difference(new Set(['include', 'orderby', 'expand', 'similar']))
  .union(new Set(['apikey']))

/**
 * Returns the search for an input, within the caller's rights (D31, D50); `more` are further parameters of a search.
 */
export function readPlaces(
  given: PlacesGiven,
  more: Readonly<Record<string, string | undefined>>,
  { caller }: Pick<ToolCall, 'caller'>,
  model: Model,
): SearchRequest {
  const filters = Object.entries(given.filters ?? {})
  const own = filters.find(([name]) => ownParameters.has(name.trim().toLowerCase()))
  if (own) throw invalidParameter(`filters takes fields, got '${own[0]}', which is no field`)
  const { near } = given
  const pairs: [string, string | undefined][] = [
    ['q', given.text],
    ['is', given.types?.join(',')],
    ['geolocationinfo_municipality', given.municipality && escaped(given.municipality)],
    ['nearby', near && `${near.longitude},${near.latitude}`],
    ['nearbyRadius', near?.radiusMetres === undefined ? undefined : String(near.radiusMetres)],
    ...filters.map(([name, value]): [string, string] => [name, String(value)]),
    ...Object.entries(more),
  ]
  const query = pairs.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`],
  )
  return parseSearch(query.join('&'), { model, sees: sightOf(caller), narrowed: isNarrowed(caller) })
}
