import { type Checker, compileChecker } from '../check/check.ts'
import type { KeepsEmpty } from '../check/shape.ts'
import { placeWriteSchema } from '../check/write-schema.ts'
import type { JsonObject } from '../json.ts'
import type { Model } from '../model.ts'
import { placeSchema } from '../schema.ts'
import { createSlugs, type Slugs } from './slug.ts'

/** The parts of the write rules that follow from the model: compiled once, used for every write. */
export interface Rules {
  readonly checker: Checker
  readonly slugs: Slugs
}

/** Compiles the rules of a model, which takes some milliseconds. Throws if the schema of a place type is unsound. */
export function createRules(model: Model): Rules {
  const schema = placeSchema(model.placeTypeSchemas) as unknown as JsonObject
  return {
    checker: compileChecker(schema, placeWriteSchema(model.placeTypeSchemas), keepsEmpty),
    slugs: createSlugs(model.locale),
  }
}

/** An empty place type stays (D12), and so do an empty opening period and an empty weekday, which mean closed (D19). */
const keepsEmpty: KeepsEmpty = ([first, second, third, weekday, ...deeper]) =>
  (first === 'placeTypes' && second !== undefined) ||
  (first === 'openHours' && second === '' && (third === undefined || (weekday !== undefined && deeper.length === 0)))
