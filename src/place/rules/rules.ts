import { type Checker, compileChecker } from '../check/check.ts'
import type { KeepsEmpty } from '../check/shape.ts'
import { placeWriteSchema } from '../check/write-schema.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Model } from '../model.ts'
import { placeSchema } from '../schema.ts'
import { createSlugs, type Slugs } from './slug.ts'

/** What the rules of writing need that follows from the model: compiled once, used for every write. */
export interface Rules {
  readonly checker: Checker
  readonly slugs: Slugs
  /** The ways to what a caller without `read-restricted` could write but does not see (D39). */
  readonly hiddenPaths: readonly (readonly string[])[]
}

/** Compiles the rules of a model; some milliseconds of work. Throws when the schema of a place type is not sound. */
export function createRules(model: Model): Rules {
  const schema = placeSchema(model.placeTypeSchemas) as unknown as JsonObject
  return {
    checker: compileChecker(schema, placeWriteSchema(model.placeTypeSchemas), keepsEmpty),
    slugs: createSlugs(model.locale),
    hiddenPaths: hiddenPaths(schema, []).filter(([member]) => member !== 'updatedBy'),
  }
}

/** A place type stays although it is empty (D12), and so does what says closed: an opening period and a weekday (D19). */
const keepsEmpty: KeepsEmpty = ([first, second, third, weekday, ...deeper]) =>
  (first === 'placeTypes' && second !== undefined) ||
  (first === 'openHours' && second === '' && (third === undefined || (weekday !== undefined && deeper.length === 0)))

function hiddenPaths(schema: JsonValue | undefined, path: readonly string[]): (readonly string[])[] {
  if (!isJsonObject(schema) || schema.readOnly === true) return []
  if (schema.restricted === true) return [path]
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([member, inner]) => hiddenPaths(inner, [...path, member]))
}
