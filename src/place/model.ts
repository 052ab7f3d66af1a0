import {
  type Described,
  describePlace,
  type FieldCatalogue,
  fieldCatalogue,
  type MemberCatalogue,
  memberCatalogue,
} from './fields.ts'
import { builtInPlaceTypeSchemas, type PlaceTypeSchemas } from './place-types.ts'

/** What an operator configures about places. Plain data, so that it can be handed to a worker thread. */
export interface ModelOptions {
  /** JSON Schemas of place types, over the built-in ones (D11). */
  readonly placeTypeSchemas: PlaceTypeSchemas
  /** BCP 47 tag that decides how names are ordered, slugs are made and telephone numbers without + are read. */
  readonly locale: string
}

/** Everything that follows from the configuration about what a place is; made once and handed around. */
export interface Model extends ModelOptions {
  /** What the schema says of every value of a place. */
  readonly described: Described
  readonly fields: FieldCatalogue
  readonly members: MemberCatalogue
}

/** The model that follows from the options. */
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
