import {
  type Described,
  describePlace,
  type FieldCatalogue,
  fieldCatalogue,
  type MemberCatalogue,
  memberCatalogue,
} from './fields.ts'
import { builtInPlaceTypeSchemas, type PlaceTypeSchemas } from './place-types.ts'

/** The operator's configuration of places. Plain data, so that it can be passed to a worker thread. */
export interface ModelOptions {
  /** JSON Schemas of place types, over the built-in ones (D11). */
  readonly placeTypeSchemas: PlaceTypeSchemas
  /** BCP 47 tag that decides the order of names, the slugs, and the reading of telephone numbers without +. */
  readonly locale: string
}

/** Everything about places that follows from the configuration. Created once and passed around. */
export interface Model extends ModelOptions {
  /** The schema of a place as a tree of described values. */
  readonly described: Described
  readonly fields: FieldCatalogue
  readonly members: MemberCatalogue
}

/** Creates the model from the options. */
export function createModel(options: Partial<ModelOptions> = {}): Model {
  const placeTypeSchemas = { ...builtInPlaceTypeSchemas, ...options.placeTypeSchemas }
  const described = describePlace(placeTypeSchemas)
  return {
    placeTypeSchemas,
    locale: options.locale ?? 'sv',
    described,
    fields: fieldCatalogue(described),
    members: memberCatalogue(described),
  }
}
