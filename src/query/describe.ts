import type { Field, FieldKind } from '../place/fields.ts'
import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Visibility } from '../place/visibility.ts'
import type { Parameter, ParameterSpec } from './parameters.ts'
import { searchSpec } from './search-spec.ts'

/** A query parameter as the OpenAPI document tells of it. */
export interface ParameterDescription {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** JSON Schema of its value as it is written. */
  readonly schema: JsonObject
  readonly example?: string
  readonly visibility: Visibility
}

/** The parameters that a route declares, for documentation. */
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

/** Everything that a search takes: the fixed parameters, and a filter for each searchable field. */
export function searchParameters(model: Model): ParameterDescription[] {
  return [...describeParameters(searchSpec), ...[...model.fields.values()].map(describeFilter)]
}

function schemaOf(parameter: Parameter): JsonObject {
  if (parameter.form === 'boolean') return { type: 'boolean' }
  if (parameter.form === 'integer') {
    const { min, max } = parameter
    const top = max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }
    return {
      type: 'integer',
      minimum: min,
      ...top,
      ...(parameter.default !== undefined && { default: parameter.default }),
    }
  }
  if (parameter.form === 'choices') {
    return { type: 'array', items: { type: 'string', enum: parameter.choices } }
  }
  return parameter.form === 'list' ? { type: 'array', items: { type: 'string' } } : { type: 'string' }
}

/** The forms that a filter takes, by the kind of its field (D28 to D31), and an example of one. */
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

/** Where the example of the kind would be odd. */
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
    schema: { type: 'string' },
    example: fieldExamples[field.name] ?? example,
    visibility: field.visibility,
  }
}
