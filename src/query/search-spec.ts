import { placeTypes } from '../place/place-types.ts'
import { facetLimits } from './facets.ts'
import type { ParameterSpec } from './parameters.ts'

/** Places that a search returns at most, by default, and by default of sample places. */
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
    description: `Places returned; ${pageLimits.default} when absent (${pageLimits.sampleDefault} with test=true), 0 for TotalHits alone.`,
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
  is: {
    form: 'choices',
    choices: ['*', ...placeTypes.map(({ name }) => name)],
    description: 'Place types; * for all. Without it, all but Partial.',
    example: 'Cemetery,ParishHome',
  },
  nearby: {
    form: 'text',
    description: '`longitude,latitude`: orders by distance from there, and with nearbyRadius filters.',
    example: '17.6389,59.8586',
  },
  nearbyRadius: { form: 'text', description: 'Radius in metres; used with nearby.', example: '5000' },
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
  hours: {
    form: 'choices',
    choices: ['resolved'],
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
