import { createLocator } from '../geo/locator.ts'
import { createModel } from '../place/model.ts'
import { parentIdOf, revise } from '../place/rules/revise.ts'
import { createRules } from '../place/rules/rules.ts'
import type { PlaceRules } from './place-commands.ts'
import type { WorkerOptions } from './sqlite-wire.ts'

/** The rules of places for a configuration; loads the boundaries, which can take a second. */
export async function createPlaceRules({
  model,
  locator,
}: Pick<WorkerOptions, 'model' | 'locator'>): Promise<PlaceRules> {
  const rules = createRules(createModel(model))
  const locate = await createLocator(locator)
  return { parentIdOf, revise: (request, situation) => revise(request, situation, rules, locate) }
}
