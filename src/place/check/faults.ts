import type { TLocalizedValidationError } from 'typebox/error'
import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import type { Fault } from '../../common/problem.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { charactersOf } from '../text.ts'

/** The most faults that one answer lists. */
export const faultsMax = 1000

/** The way to a value in a body: member names and list indexes. */
export type Path = readonly (string | number)[]

/** The faults found so far in one body. */
export interface FaultList {
  readonly faults: Fault[]
  /** The pointers of values that have a fault in them. One that is only over-posted is dropped, so it has none. */
  readonly faulty: Set<string>
  /** The lists that lost elements: the index that each of those left had in the body. */
  readonly moved: Map<string, readonly number[]>
  /** How many there are beyond those that are kept; `isLeast` where nobody has counted them all. */
  readonly unlisted: { count: number; isLeast: boolean }
}

/** An empty list of faults. */
export function createFaultList(): FaultList {
  return { faults: [], faulty: new Set(), moved: new Map(), unlisted: { count: 0, isLeast: false } }
}

/** Says which elements of a list are left; from here on pointers into it count these. */
export function addMoved(list: FaultList, pointer: string, indexes: readonly number[]): void {
  list.moved.set(pointer, indexes)
}

/** The pointer into the body as it was sent, from one into what is left of it. */
function sentPointer(moved: FaultList['moved'], pointer: string): string {
  if (moved.size === 0) return pointer
  return pointer.split('/').reduce((above, step) => `${above}/${moved.get(above)?.[Number(step)] ?? step}`)
}

/** Adds a fault, unless the pointer has the same one; where there are too many already it is only counted. */
export function addFault(list: FaultList, cleanedPointer: string, detail: string): void {
  if (isFull(list)) {
    list.unlisted.count++
    return
  }
  const pointer = sentPointer(list.moved, cleanedPointer)
  if (list.faulty.has(pointer) && list.faults.some((fault) => fault.pointer === pointer && fault.detail === detail))
    return
  list.faults.push({ pointer, detail })
  for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)) {
    list.faulty.add(pointer.slice(0, end))
  }
}

/** Adds the fault of a member that may not be sent (D17), which is dropped and hides nothing else. */
export function addOverposted(list: FaultList, pointer: string, detail: string): void {
  if (isFull(list)) list.unlisted.count++
  else list.faults.push({ pointer, detail })
}

/** Whether there are so many faults that more are not kept. */
export function isFull(list: FaultList): boolean {
  return list.faults.length >= faultsMax
}

/** Whether a value or something inside it has a fault. */
export function isFaulty({ faulty, moved }: Pick<FaultList, 'faulty' | 'moved'>, pointer: string): boolean {
  return faulty.has(sentPointer(moved, pointer))
}

/** The longest member name that a pointer repeats; no member that a place may have is as long. */
const stepCharactersMax = 200

/** The JSON pointer of a path (RFC 6901); a name that is too long to be one of ours is cut. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function cut(step: string): string {
  return step.length > stepCharactersMax ? `${step.slice(0, stepCharactersMax).toWellFormed()}…` : step
}

const shownMax = 60

/** A value as a message shows it: short, and harmless whatever it is. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const cut = value.length > shownMax ? `${value.slice(0, shownMax)}…` : value
  return `'${cut.toWellFormed().replaceAll('\0', '\u{fffd}')}'`
}

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
  const member = lastStep(pointer)
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

function lastStep(pointer: string): string {
  return steps(pointer).at(-1) ?? 'the body'
}

function valueAt(value: unknown, pointer: string): unknown {
  return steps(pointer).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}

function schemaAt(schema: JsonObject, schemaPath: string): JsonValue | undefined {
  return valueAt(schema, schemaPath.replace(/^#/, '')) as JsonValue | undefined
}
