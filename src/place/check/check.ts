import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { type Fault, invalidBody, messageOf } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { describePlace, fieldsIn } from '../fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { placeTypes, schemaOrgKeyword } from '../place-types.ts'
import { clean } from './clean.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
import { type KeepsEmpty, type Shape, shapeOf } from './shape.ts'
import { addValidationFaults } from './validation-faults.ts'
import { withoutCleanedFormats, writable } from './write-schema.ts'

/** The compiled means of checking bodies of one kind. */
export interface Checker {
  /** The shape of everything that is read, which also identifies members that a client may not send. */
  readonly shape: Shape
  /** Adds the faults that the schema finds in a cleaned value. */
  validate(value: unknown, list: FaultList): void
}

/** Compiles a checker from the schema for reading and the schema for writing. Throws if either cannot be compiled. */
export function compileChecker(read: JsonObject, write: JsonObject, keepsEmpty: KeepsEmpty = () => false): Checker {
  const schema = withoutCleanedFormats(write)
  const validator = Compile(schema)
  return {
    shape: shapeOf(read, keepsEmpty),
    validate: (value, list) => {
      if (!validator.Check(value)) addValidationFaults(list, value, validator, schema)
    },
  }
}

const advice = reason('leave-out')

/** Compiled checkers of small bodies by schema, filled on first use. */
const checkers = new WeakMap<TSchema, Checker>()

/**
 * Checks a body (of a key, of a directory entry) against its schema, and returns it cleaned like a place. Refuses
 * unknown members. Throws an `invalid-body` Problem with all faults.
 */
export function checkBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  if (!isJsonObject(body)) throw invalidBody([{ pointer: '', ...reason('no-object') }])
  const checker = checkerOf(schema)
  const list = createFaultList()
  const value = clean(body, checker.shape, list, { allowOverposting: false, keepNulls: false, advice }) ?? {}
  checker.validate(value, list)
  if (list.faults.length > 0) throw invalidBody(list.faults, list.hasMore)
  return value as Static<Schema>
}

/** Returns the function that finds the faults of values which are taken as they are sent, in objects without other members. */
export function faultFinder(schema: TSchema): (value: unknown) => readonly Fault[] {
  const json = schema as unknown as JsonObject
  const { validate } = compileChecker(json, json)
  return (value) => {
    const list = createFaultList()
    validate(value, list)
    return list.faults
  }
}

function checkerOf(schema: TSchema): Checker {
  return checkers.getOrInsertComputed(schema, () => {
    const json = schema as unknown as JsonObject
    return compileChecker(json, writable(json))
  })
}

const types: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const references = ['$ref', '$dynamicRef', '$recursiveRef'] as const
const depthMax = 16

/**
 * Returns the reason why a JSON Schema cannot describe the properties of a place type (D11), or undefined if it can.
 * `key` must be a key of `placeTypes`. The schema must describe an object, be self-contained, compile, and yield a
 * distinct filter name for every scalar.
 */
export function checkPlaceTypeSchema(key: string, schema: unknown): string | undefined {
  if (!placeTypes.some((type) => type.key === key)) {
    return `'${key}' is no place type: it must be one of ${placeTypes.map((type) => type.key).join(', ')}`
  }
  if (!isJsonObject(schema) || schema.type !== 'object') return "the schema must be a JSON object with type 'object'"
  const type = schema[schemaOrgKeyword]
  if (type !== undefined && !/^[A-Z][A-Za-z]*$/.test(String(type))) {
    return `${schemaOrgKeyword} must name a type of schema.org, such as Church, got '${String(type)}'`
  }
  return structureFault(schema, '#', 0) ?? compileFault(schema) ?? nameFault(key, schema)
}

function structureFault(schema: JsonValue | undefined, where: string, depth: number): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isJsonObject(schema)) return `${where} must be a schema`
  if (depth > depthMax) return `${where} is nested deeper than ${depthMax} levels`
  const reference = references.find((word) => word in schema)
  if (reference) return `${where} has ${reference}, which is not supported: write the schema in its place`
  const hidden = ['restricted', 'visibility'].find((word) => schema[word] !== undefined)
  if (hidden !== undefined) {
    return `${where} has ${hidden}, which is for the members of the specification alone: everything in a place type is public`
  }
  const wrong = [schema.type ?? []].flat().find((type) => !types.has(type))
  if (wrong !== undefined) return `${where} has the unknown type '${String(wrong)}'`
  const { properties = {}, items } = schema
  if (!isJsonObject(properties)) return `${where}/properties must be an object`
  if (Object.hasOwn(properties, '__proto__')) return `${where} has the property '__proto__'`
  const members = Object.entries(properties).map(([member, inner]) => [`properties/${member}`, inner] as const)
  const nested = items === undefined ? members : [...members, ['items', items] as const]
  return nested
    .map(([name, inner]) => structureFault(inner, `${where}/${name}`, depth + 1))
    .find((fault) => fault !== undefined)
}

function compileFault(schema: JsonObject): string | undefined {
  try {
    Compile(withoutCleanedFormats(writable(schema))).Check({})
    return undefined
  } catch (error) {
    return `the schema cannot be compiled: ${messageOf(error)}`
  }
}

/** Filter names are in lower case and join members with `_`, so `aB` and `ab`, or `a_b` and `b` inside `a`, collide. */
function nameFault(key: string, schema: JsonObject): string | undefined {
  const seen = new Map<string, string>()
  for (const { name, path } of fieldsIn(describePlace({ [key]: schema }))) {
    const former = seen.get(name)
    const way = path.join('.')
    if (former !== undefined) return `${former} and ${way} would have the same filter name, ${name}`
    seen.set(name, way)
  }
  return undefined
}
