import type { LocatorOptions } from '../../geo/boundary-options.ts'
import { createLocator } from '../../geo/locator.ts'
import { createModel, type ModelOptions } from '../../place/model.ts'
import type { Place, PlaceId } from '../../place/place.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { parentIdOf } from '../../place/rules/guards.ts'
import { revise } from '../../place/rules/revise.ts'
import { createRules } from '../../place/rules/rules.ts'
import { likelySlugBase } from '../../place/rules/slug.ts'
import { undoneParentId } from '../../place/rules/undo.ts'

/** The rules of places that the record needs; all are pure functions. */
export interface PlaceRules {
  /** Returns the id of the new state's parent, if the state names one by its id. */
  parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined
  /** Returns the likely base of the slug that the request leads to, if any: a guess for reading ahead. */
  likelySlugBase?(request: PlaceRequest, place: Place | undefined): string | undefined
  /**
   * Returns the new states that the request leads to; none if nothing changes. Throws a Problem if it breaks a rule.
   */
  revise(request: PlaceRequest, situation: Situation): readonly PlaceChange[]
}

/** The configuration that determines the rules. */
export interface RulesOptions {
  readonly model: ModelOptions
  readonly locator: LocatorOptions
}

/** Creates the rules of places for a configuration; loads the boundaries, which can take a second. */
export async function createPlaceRules({ model, locator }: RulesOptions): Promise<PlaceRules> {
  const rules = createRules(createModel(model))
  const locate = await createLocator(locator)
  return {
    parentIdOf: (request, place) =>
      request.action === 'undo' ? place && undoneParentId(request, place) : parentIdOf(request, place),
    likelySlugBase: (request, place) => likelySlugBase(request, place, rules),
    revise: (request, situation) => revise(request, situation, rules, locate),
  }
}
