import type { Field, FieldKind } from '../../place/fields.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { placeTypes } from '../../place/place-types.ts'
import type { Visibility } from '../../place/visibility.ts'
import { facetLimits } from '../results/facets.ts'
import { typesNamed } from '../typed/typed-words.ts'
import { declaredBy, type Parameter, type ParameterSpec } from './read-parameters.ts'
import { formatNames, streamedFormats } from './search-request.ts'

/** The most places that a search returns, the default, and the default for sample places. */
export const pageLimits = { max: 500, default: 100, sampleDefault: 10 } as const

/** The parameters of a search beside the filters on fields. */
export const searchSpec = {
  offset: {
    form: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Places skipped.',
    example: '100',
  },
  limit: {
    form: 'integer',
    min: 0,
    max: pageLimits.max,
    unbounded: { word: 'all', formats: streamedFormats },
    description: `Places returned, or \`all\` as a stream in another format than JSON, which needs the permission \`read\`; ${pageLimits.default} when absent (${pageLimits.sampleDefault} with test=true), 0 for TotalHits alone.`,
    example: '20',
  },
  orderby: {
    form: 'list',
    description:
      'Searchable single-valued fields, distance or relevance, in order of precedence; a - behind a name makes it descending.',
    example: 'owner_name,created-',
  },
  q: {
    form: 'text',
    description: 'Full text: every term, between spaces, must begin a word somewhere in the place.',
    example: 'sankt kyrka',
  },
  similar: {
    form: 'boolean',
    description:
      'Where `q` finds nothing, what it may have meant is searched: words of four letters and more may be mistyped once, of eight and more twice, as in suggestions. `Similar` reports what that was. In JSON alone.',
    example: 'true',
  },
  is: {
    form: 'choices',
    choices: ['*', ...placeTypes.map(({ name }) => name)],
    meant: typesNamed,
    description: 'Place types; * for all. Without it, all but Partial.',
    example: 'Cemetery,ParishHome',
  },
  nearby: {
    form: 'text',
    description: '`longitude,latitude`: orders by distance from there, and with nearbyRadius filters.',
    example: '17.6389,59.8586',
  },
  nearbyRadius: {
    form: 'text',
    schema: { type: 'number', exclusiveMinimum: 0 },
    description: 'Radius in metres; used with nearby.',
    example: '5000',
  },
  bbox: {
    form: 'text',
    description: '`west,south,east,north`: only places in this box; west > east crosses the antimeridian.',
    example: '17.4,59.7,17.9,60',
  },
  openAt: {
    form: 'text',
    description:
      'Only places that are open then by their openHours, in the time zone of their coordinates: `now`, or a date and time with its offset. Places without hours never are.',
    example: 'now',
  },
  openOn: {
    form: 'text',
    description:
      'Only places that are open at some time of this day, by their own clocks. Several days with commas: of one of them. The first and the last of a period, as in `2026-12-24/2026-12-26`: of each of its days. At most 31 days.',
    example: '2026-12-24',
  },
  telephone: {
    form: 'text',
    description:
      'A telephone number in any notation: with the country, with the area code, or local. Finds the same number however a place divides it.',
    example: '08-465 004 63',
  },
  include: {
    form: 'choices',
    choices: ['deleted', 'non-published'],
    description: 'Also return deleted places, and places that are not published now.',
    example: 'non-published',
  },
  expand: {
    form: 'choices',
    choices: ['owner', 'categories', 'tags', 'distance'],
    description: 'Write the names of owner, categories and tags, and with nearby the distance in metres.',
    example: 'owner,tags',
  },
  fields: {
    form: 'list',
    description:
      'Only these members of places, beside the id: names as filters have them, or of what holds them, such as `contactinfo`. The names of owner, categories and tags need no `expand` then.',
    example: 'name,owner_name,placedetails_haswifi',
  },
  format: {
    form: 'choices',
    choices: formatNames,
    single: true,
    description:
      'The format of the answer, one: goes before the header `Accept`. `geojson` (RFC 7946) and `csv` have the columns that an import reads, or those of `fields`; `jsonld` is the vocabulary of schema.org, `ics` the special hours as a calendar.',
    example: 'csv',
  },
  bom: { form: 'boolean', description: 'A table begins with a byte order mark, by which Excel knows UTF-8.' },
  semicolon: {
    form: 'boolean',
    description: 'A table has semicolons between its cells, as Excel expects where numbers have a decimal comma.',
  },
  after: {
    form: 'text',
    description:
      'A cursor from the `Link` of an answer to the same search: the page behind or in front of it, whatever others write meanwhile. Not with offset.',
  },
  hours: {
    form: 'choices',
    choices: ['resolved'],
    single: true,
    description:
      '`resolved`: `openHours` as entries of which one at most is valid on any day, for clients that take the first that fits.',
    example: 'resolved',
  },
  facets: {
    form: 'list',
    description: `Adds \`Facets\`: the ${facetLimits.values} most frequent values among all matches, with their counts, of each of up to ${facetLimits.facets} fields, of \`is\` (the place type) and of \`state\`.`,
    example: 'is,owner_id,geolocationinfo_municipality',
  },
  test: { form: 'boolean', description: 'Answer sample places with every field filled.', example: 'true' },
} as const satisfies ParameterSpec

/** The keys of the search parameters that do not select places. */
export const noFilters = new Set(declaredBy(searchSpec).byKey.keys()).difference(
  new Set(['q', 'is', 'nearby', 'nearbyradius', 'bbox', 'openat', 'openon', 'telephone']),
)

/** A query parameter as described in the OpenAPI document. */
export interface ParameterDescription {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** JSON Schema of its value as written in the address. */
  readonly schema: JsonObject
  readonly example?: string
  readonly visibility: Visibility
}

/** Describes the parameters of a route for its documentation. */
export function describeParameters(spec: ParameterSpec): ParameterDescription[] {
  return Object.entries(spec).map(([name, parameter]) => ({
    name,
    description: parameter.description,
    required: parameter.form === 'text' && parameter.required === true,
    schema: schemaOf(parameter),
    ...(parameter.example !== undefined && { example: parameter.example }),
    visibility: 'public',
  }))
}

/** Describes the parameters that select places: filters, full text, types and areas. */
export function describeFilters(model: Model): ParameterDescription[] {
  return searchParameters(model).filter(({ name }) => !noFilters.has(name.toLowerCase()))
}

/** Describes all parameters of a search: the fixed ones, and a filter for each searchable field. */
export function searchParameters(model: Model): ParameterDescription[] {
  return [...describeParameters(searchSpec), ...[...model.fields.values()].map(describeFilter)]
}

function schemaOf(parameter: Parameter): JsonObject {
  switch (parameter.form) {
    case 'text':
      return parameter.schema ?? { type: 'string' }
    case 'boolean':
      return { type: 'boolean' }
    case 'integer': {
      const { min, max, default: absent } = parameter
      const top = max < Number.MAX_SAFE_INTEGER && { maximum: max }
      const bounds = { minimum: min, ...top, ...(absent !== undefined && { default: absent }) }
      if (parameter.unbounded === undefined) return { type: 'integer', ...bounds }
      return { type: ['integer', 'string'], ...bounds, pattern: `^${parameter.unbounded.word}$` }
    }
    case 'choices':
      return parameter.single
        ? { type: 'string', enum: parameter.choices }
        : { type: 'array', items: { type: 'string', enum: parameter.choices } }
    case 'list':
      return { type: 'array', items: { type: 'string' } }
  }
}

/** The notations of a filter by the kind of its field (D28 to D31), with an example. */
const filterForms: Readonly<Record<FieldKind, { readonly forms: string; readonly example: string }>> = {
  id: { forms: 'ids separated by commas', example: '01890a5d-ac96-774b-bcce-b302099a8057' },
  string: { forms: '`text`, `^start`, `~words`, empty for none, each with `!` for not', example: '~sankt' },
  text: { forms: '`~words`, empty for none, each with `!` for not', example: '~tillgänglig !trappa' },
  number: { forms: '`number`, empty for none, each with `!` for not', example: '12' },
  boolean: { forms: '`true`, `false`, empty for none, each with `!` for not', example: 'true' },
  instant: {
    forms: '`date`, `date-date`, `date-`, `-date`, empty for none, each with `!` for not',
    example: '2026-01-01-2026-01-31',
  },
}

/** Examples for fields for which that of their kind would be odd. */
const fieldExamples: Readonly<Record<string, string>> = {
  parent_id: filterForms.id.example,
  categories_id: '0b9b2f4e-5a0c-4d0e-9d5b-3f1f6c1f0a11',
  tags_id: '5d2c8b1a-7e43-4f6b-8a90-2c1d4e5f6a7b',
  owner_id: 'unit-17,unit-18',
  owner_type: 'Pastorat',
  slug: 'uppsala-pastorat-sankt-olofs-kyrka',
  contactinfo_phone_countrycode: '46',
  geolocationinfo_country: 'SE,NO',
  openhours_validfrom: '^2026-',
  openhours_validto: '^2026-',
}

function describeFilter(field: Field): ParameterDescription {
  const { forms, example } = filterForms[field.kind]
  const lists = field.list ? ' One element must match.' : ''
  const parts = field.path[0] === 'parent' ? ' Finds parts of other places only with `is=Partial` or `is=*`.' : ''
  const needs = field.visibility === 'public' ? '' : ` Needs the permission read-${field.visibility}.`
  return {
    name: field.name,
    description: `${field.description} Filter: ${forms}; several separated by commas, any may match.${lists}${parts}${needs}`,
    required: false,
    schema: { type: field.kind === 'boolean' || field.kind === 'number' ? [field.kind, 'string'] : 'string' },
    example: fieldExamples[field.name] ?? example,
    visibility: field.visibility,
  }
}
