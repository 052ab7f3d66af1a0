import { type Checker, compileChecker } from '../check/check.ts'
import type { KeepsEmpty } from '../check/shape.ts'
import { placeWriteSchema } from '../check/write-schema.ts'
import type { JsonObject } from '../json.ts'
import type { Model } from '../model.ts'
import { placeSchema } from '../schema.ts'
import { createSlugs, type Slugs } from './slug.ts'

/** What the rules of writing need that follows from the model: compiled once, used for every write. */
export interface Rules {
  readonly checker: Checker
  readonly slugs: Slugs
}

/** Compiles the rules of a model; some milliseconds of work. Throws when the schema of a place type is not sound. */
export function createRules(model: Model): Rules {
  const schema = placeSchema(model.placeTypeSchemas) as unknown as JsonObject
  return {
    checker: compileChecker(schema, placeWriteSchema(model.placeTypeSchemas), keepsEmpty),
    slugs: createSlugs(model.locale),
  }
}

/** A place type stays although it is empty (D12), and so does what says closed: an opening period and a weekday (D19). */
const keepsEmpty: KeepsEmpty = ([first, second, third, weekday, ...deeper]) =>
  (first === 'placeTypes' && second !== undefined) ||
  (first === 'openHours' && second === '' && (third === undefined || (weekday !== undefined && deeper.length === 0)))
