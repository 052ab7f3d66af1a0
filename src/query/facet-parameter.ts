import { hintOf } from '../common/nearest-word.ts'
import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'
import { facetLimits, facetName } from './facets.ts'
import type { Facet } from './query.ts'
import { invalidParameter, quote } from './raw-query.ts'

const special = ['is', 'state'] as const

/** Reads the elements of `facets`: fields with values that can be counted, `is` and `state`, each once. */
export function readFacets(elements: readonly string[], model: Model): Facet[] {
  const facets = new Map<string, Facet>()
  for (const element of elements) {
    const facet = readFacet(element, model)
    facets.set(facetName(facet), facet)
  }
  if (facets.size <= facetLimits.facets) return [...facets.values()]
  throw invalidParameter(`facets takes at most ${facetLimits.facets} fields, got ${facets.size}`)
}

/** Every name that `facets` takes. */
function facetNames(model: Model): string[] {
  return [...special, ...[...model.fields.values()].filter(isCountable).map(({ name }) => name)]
}

function readFacet(element: string, model: Model): Facet {
  const name = element.toLowerCase()
  const by = special.find((known) => known === name)
  if (by !== undefined) return { by }
  const field = model.fields.get(name)
  if (field !== undefined && isCountable(field)) return { by: 'field', field }
  if (field !== undefined) {
    throw invalidParameter(`facets takes fields of short texts, numbers and flags, got '${field.name}' (${field.kind})`)
  }
  throw invalidParameter(`facets does not know ${quote(element)}${hintOf(name, facetNames(model))}`)
}

/** Ids and instants are hardly ever shared, and long texts are no values. */
function isCountable({ kind }: Field): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean'
}
