import type { LocatorOptions } from '../../geo/boundary-options.ts'
import { createLocator } from '../../geo/locator.ts'
import { createModel, type ModelOptions } from '../../place/model.ts'
import type { Place, PlaceId } from '../../place/place.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { parentIdOf } from '../../place/rules/guards.ts'
import { revise } from '../../place/rules/revise.ts'
import { createRules } from '../../place/rules/rules.ts'
import { likelySlugBase } from '../../place/rules/slug.ts'

/** The rules of places, as the record needs them; both are pure. */
export interface PlaceRules {
  /** The place that the new state would have as its parent, if it names one by its id. */
  parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined
  /** What the slug that the request leads to will most likely be made from, if it gets one: a guess for reading ahead. */
  likelySlugBase?(request: PlaceRequest, place: Place | undefined): string | undefined
  /** The new states that the request leads to; none when nothing changes. Throws a Problem when it breaks a rule. */
  revise(request: PlaceRequest, situation: Situation): readonly PlaceChange[]
}

/** What rules follow from. */
export interface RulesOptions {
  readonly model: ModelOptions
  readonly locator: LocatorOptions
}

/** The rules of places for a configuration; loads the boundaries, which can take a second. */
export async function createPlaceRules({ model, locator }: RulesOptions): Promise<PlaceRules> {
  const rules = createRules(createModel(model))
  const locate = await createLocator(locator)
  return {
    parentIdOf,
    likelySlugBase: (request, place) => likelySlugBase(request, place, rules),
    revise: (request, situation) => revise(request, situation, rules, locate),
  }
}
