import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { invalidBody } from '../../common/problem.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { clean } from './clean.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
import { type KeepsEmpty, type Shape, shapeOf } from './shape.ts'
import { addValidationFaults } from './validation-faults.ts'
import { withoutCleanedFormats, writable } from './write-schema.ts'

export { checkPlaceTypeSchema } from './type-schema.ts'

/** What bodies of one kind are checked with; compiled once. */
export interface Checker {
  /** The shape of all that is read, so that it knows what a client may not send. */
  readonly shape: Shape
  /** Adds what a schema finds wrong with a cleaned value; fast when nothing is. */
  validate(value: unknown, list: FaultList): void
}

/** Compiles a checker from the schema of what is read and the schema of what is written. Throws when it cannot. */
export function compileChecker(read: JsonObject, write: JsonObject, keepsEmpty: KeepsEmpty = () => false): Checker {
  const schema = withoutCleanedFormats(write) as JsonObject
  const validator = Compile(schema)
  return {
    shape: shapeOf(read, keepsEmpty),
    validate: (value, list) => {
      if (!validator.Check(value)) addValidationFaults(list, value, validator, schema)
    },
  }
}

const advice = 'leave it out'

/** Compiled checkers of small bodies by their schema; filled as they are first used. */
const checkers = new WeakMap<TSchema, Checker>()

/**
 * A body (of a key, of a directory entry) as its schema wants it: cleaned like a place, unknown members refused.
 * Throws an `invalid-body` Problem with all faults.
 */
export function checkBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  if (!isJsonObject(body)) throw invalidBody([{ pointer: '', detail: 'the body must be a JSON object' }])
  const checker = checkerOf(schema)
  const list = createFaultList()
  const value = clean(body, checker.shape, list, { allowOverposting: false, keepNulls: false, advice }) ?? {}
  checker.validate(value, list)
  if (list.faults.length > 0) throw invalidBody(list.faults, list.unlisted)
  return value as Static<Schema>
}

function checkerOf(schema: TSchema): Checker {
  const known = checkers.get(schema)
  if (known) return known
  const json = schema as unknown as JsonObject
  const checker = compileChecker(json, writable(json))
  checkers.set(schema, checker)
  return checker
}
