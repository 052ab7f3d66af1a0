import type { TLocalizedValidationError } from 'typebox/error'
import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { eitherOf, type Param, type Reason, reason } from '../../common/reason.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { charactersOf } from '../text.ts'
import { memberHint } from './clean.ts'
import { addFault, type FaultList, faultsMax, isFaulty, pointerOf, shown } from './fault-list.ts'

/** The faults that cleaning has found. */
type Cleaned = Pick<FaultList, 'faulty' | 'moved'>

/** Adds the faults that the validator finds in a cleaned value, except where cleaning has already found one. */
export function addValidationFaults(list: FaultList, value: unknown, validator: Validator, schema: JsonObject): void {
  const cleaned: Cleaned = { ...list, faulty: new Set(list.faulty) }
  const errors = errorsOf(value, validator)
  list.hasMore ||= errors.length > faultsMax
  const choices = errors.filter((error) => error.keyword === 'anyOf').map((error) => `${error.schemaPath}/anyOf/`)
  for (const error of errors) {
    const { instancePath: pointer } = error
    if (choices.some((choice) => error.schemaPath.startsWith(choice))) continue
    // The error of the object names these members.
    if (error.keyword === 'boolean' && error.schemaPath.endsWith('/additionalProperties')) continue
    if (error.keyword === 'required') {
      const inner = schemaAt(schema, error.schemaPath)
      for (const missing of error.params.requiredProperties)
        addMissing(list, cleaned, inner, pointer + pointerOf([missing]))
    } else if (error.keyword === 'additionalProperties') {
      const { properties } = schemaAt(schema, error.schemaPath) as { readonly properties?: object }
      for (const member of error.params.additionalProperties) {
        const hint = memberHint(member, Object.keys(properties ?? {}), list)
        addFault(list, pointer + pointerOf([member]), reason('unknown-member', { hint, advice: reason('leave-out') }))
      }
    } else if (!isFaulty(cleaned, pointer)) {
      addFault(list, pointer, reasonOf(error, valueAt(value, pointer), schemaAt(schema, error.schemaPath)))
    }
  }
}

/**
 * Collects the validator's errors. Its limit of errors is a setting of the whole process, so it is restored at once.
 */
function errorsOf(value: unknown, validator: Validator): TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: faultsMax + 1 })
  try {
    return validator.Errors(value)[1]
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** Names the required scalars inside a missing object rather than the object itself (`/owner/id`, `/owner/type`). */
function addMissing(list: FaultList, cleaned: Cleaned, schema: JsonValue | undefined, pointer: string): void {
  const member = steps(pointer).at(-1)!
  const inner = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties[member] : undefined
  if (isJsonObject(inner) && inner.type === 'object' && Array.isArray(inner.required) && inner.required.length > 0) {
    for (const needed of inner.required) addMissing(list, cleaned, inner, pointer + pointerOf([String(needed)]))
  } else if (!isFaulty(cleaned, pointer)) {
    addFault(list, pointer, reason('required'))
  }
}

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const

function reasonOf(error: TLocalizedValidationError, value: unknown, schema: JsonValue | undefined): Reason {
  const got = shown(value)
  switch (error.keyword) {
    case 'type': {
      const wanted = [error.params.type].flat()
      const type = eitherOf(types.filter((type) => wanted.includes(type)).map((type) => reason(`type-${type}`)))
      return reason('wrong-type', { type, got })
    }
    case 'maxLength':
      return reason('max-characters', { max: error.params.limit, count: charactersOf(String(value)) })
    case 'minLength':
      return reason('min-characters', { min: error.params.limit, got })
    case 'maxItems':
      return reason('max-elements', { max: error.params.limit, count: lengthOf(value) })
    case 'minItems':
      return reason('min-elements', { min: error.params.limit, count: lengthOf(value) })
    case 'pattern':
      return formReason(schema, got) ?? reason('pattern', { pattern: String(error.params.pattern), got })
    case 'format':
      return reason('format', { format: error.params.format, got })
    case 'const':
      return reason('constant', { wanted: shown(error.params.allowedValue), got })
    case 'enum':
      return reason('one-of', { allowed: error.params.allowedValues.map(shown), got })
    case 'anyOf':
      return choiceReason(schema, got)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return reason(comparisons[error.params.comparison], { limit: Number(error.params.limit), got })
    default:
      return reason('schema', { message: error.message, got })
  }
}

const comparisons = { '<=': 'at-most', '>=': 'at-least', '<': 'less-than', '>': 'more-than' } as const

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

/** Lists the alternatives of a schema if all of them are single values. */
function choiceReason(schema: JsonValue | undefined, got: Param): Reason {
  const alternatives = isJsonObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : []
  const values = alternatives.map((alternative) => (isJsonObject(alternative) ? alternative.const : undefined))
  if (values.length === 0 || values.includes(undefined)) return reason('no-form', { got })
  return reason('one-of', { allowed: values.map(shown), got })
}

/**
 * Describes the expected form of a text by the examples and the description of its schema; undefined if it has neither.
 */
function formReason(schema: JsonValue | undefined, got: Param): Reason | undefined {
  if (!isJsonObject(schema)) return undefined
  const { examples, description } = schema
  const meaning = typeof description === 'string' ? description.replace(/\.$/, '') : ''
  if (!Array.isArray(examples) || examples.length === 0)
    return meaning === '' ? undefined : reason('fits-not', { meaning, got })
  const given = { examples: eitherOf(examples.map(shown)), got }
  return meaning === '' ? reason('written-like', given) : reason('written-so', { ...given, meaning })
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
