import type { TLocalizedValidationError } from 'typebox/error'
import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { charactersOf } from '../text.ts'
import { addFault, type FaultList, faultsMax, isFaulty, pointerOf, shown } from './fault-list.ts'

/** Where cleaning has found faults. */
type Cleaned = Pick<FaultList, 'faulty' | 'moved'>

/** Adds what the validator finds wrong with a cleaned value, except where cleaning has already found a fault. */
export function addValidationFaults(list: FaultList, value: unknown, validator: Validator, schema: JsonObject): void {
  const cleaned: Cleaned = { ...list, faulty: new Set(list.faulty) }
  const errors = errorsOf(value, validator)
  if (errors.length >= faultsMax) list.unlisted.isLeast = true
  const choices = errors.filter((error) => error.keyword === 'anyOf').map((error) => `${error.schemaPath}/anyOf/`)
  for (const error of errors) {
    const { instancePath: pointer } = error
    if (choices.some((choice) => error.schemaPath.startsWith(choice))) continue
    if (error.keyword === 'required') {
      const inner = schemaAt(schema, error.schemaPath)
      for (const missing of error.params.requiredProperties)
        addMissing(list, cleaned, inner, pointer + pointerOf([missing]))
    } else if (!isFaulty(cleaned, pointer)) {
      addFault(list, pointer, detailOf(error, valueAt(value, pointer), schemaAt(schema, error.schemaPath)))
    }
  }
}

/** The validator's own limit of errors is one setting for the whole process, so it is put back at once. */
function errorsOf(value: unknown, validator: Validator): TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: faultsMax })
  try {
    return validator.Errors(value)[1]
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** Names the scalars that are needed inside a missing object rather than the object (`/owner/id`, `/owner/type`). */
function addMissing(list: FaultList, cleaned: Cleaned, schema: JsonValue | undefined, pointer: string): void {
  const member = steps(pointer).at(-1)!
  const inner = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties[member] : undefined
  if (isJsonObject(inner) && inner.type === 'object' && Array.isArray(inner.required) && inner.required.length > 0) {
    for (const needed of inner.required) addMissing(list, cleaned, inner, pointer + pointerOf([String(needed)]))
  } else if (!isFaulty(cleaned, pointer)) {
    addFault(list, pointer, 'is required and cannot be null or empty')
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function detailOf(error: TLocalizedValidationError, value: unknown, schema: JsonValue | undefined): string {
  const got = `got ${shown(value)}`
  switch (error.keyword) {
    case 'type':
      return `must be ${[error.params.type]
        .flat()
        .map((type) => typeNames[type] ?? type)
        .join(' or ')}, ${got}`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters, got ${charactersOf(String(value))}`
    case 'minLength':
      return `must have at least ${error.params.limit} characters, ${got}`
    case 'maxItems':
    case 'minItems': {
      const bound = error.keyword === 'maxItems' ? 'most' : 'least'
      return `must have at ${bound} ${error.params.limit} elements, got ${Array.isArray(value) ? value.length : 0}`
    }
    case 'pattern':
      return `must ${formOf(schema) ?? `fit the pattern ${error.params.pattern}`}, ${got}`
    case 'format':
      return `must have the format ${error.params.format}, ${got}`
    case 'const':
      return `must be ${shown(error.params.allowedValue)}, ${got}`
    case 'enum':
      return `must be one of ${error.params.allowedValues.map(shown).join(', ')}, ${got}`
    case 'anyOf':
      return `must be ${choicesOf(schema)}, ${got}`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${error.params.comparison} ${error.params.limit}, ${got}`
    default:
      return `${error.message}, ${got}`
  }
}

/** What the alternatives of a schema are, where they are single values. */
function choicesOf(schema: JsonValue | undefined): string {
  const alternatives = isJsonObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : []
  const values = alternatives.map((alternative) => (isJsonObject(alternative) ? alternative.const : undefined))
  if (values.length === 0 || values.includes(undefined)) return 'of a form that the schema allows'
  return `one of ${values.map(shown).join(', ')}`
}

/** How a text is written, as far as the schema says it for people: by its examples and its description. */
function formOf(schema: JsonValue | undefined): string | undefined {
  if (!isJsonObject(schema)) return undefined
  const { examples, description } = schema
  const meaning = typeof description === 'string' ? description.replace(/\.$/, '') : undefined
  if (!Array.isArray(examples) || examples.length === 0) return meaning && `fit '${meaning}'`
  return `be written like ${examples.map(shown).join(' or ')}${meaning ? ` (${meaning})` : ''}`
}

function steps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function valueAt(value: unknown, pointer: string): unknown {
  return steps(pointer).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}

function schemaAt(schema: JsonObject, schemaPath: string): JsonValue | undefined {
  return valueAt(schema, schemaPath.replace(/^#/, '')) as JsonValue | undefined
}
