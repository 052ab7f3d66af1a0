import { createLocator } from '../../geo/locator.ts'
import { createModel } from '../../place/model.ts'
import { parentIdOf, revise } from '../../place/rules/revise.ts'
import { createRules } from '../../place/rules/rules.ts'
import { likelySlugBase } from '../../place/rules/slug.ts'
import type { RulesOptions } from '../thread/messages.ts'
import type { PlaceRules } from './place-commands.ts'

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
