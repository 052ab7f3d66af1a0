import { type Fault, Problem } from '../../src/common/problem.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place, PlaceId } from '../../src/place/place.ts'
import type {
  ChildAction,
  Locate,
  PlaceChange,
  PlaceRequest,
  PresentPlace,
  Situation,
} from '../../src/place/request.ts'
import { parentIdOf } from '../../src/place/rules/guards.ts'
import { revise } from '../../src/place/rules/revise.ts'
import { createRules, type Rules } from '../../src/place/rules/rules.ts'
import type { SourceKey } from '../../src/place/source.ts'

export const rules: Rules = createRules(createModel())
export const locate: Locate = ([longitude]) => (longitude > 10 ? { country: 'SE' } : undefined)
/** 2026-01-01T00:00Z. */
export const start = 1_767_225_600_000

/** The least body that a create takes, with `more` over it. */
export function body(more: JsonObject = {}): JsonObject {
  return {
    name: 'Domkyrkan',
    updatedBy: 'anna',
    owner: { id: 'uppsala', type: 'Församling' },
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.63, 59.86] } },
    ...more,
  }
}

export type Extra = Partial<{
  readonly owners: readonly (readonly string[])[]
  readonly ifMatch: readonly number[]
  readonly ownerEntries: PlaceRequest['ownerEntries']
  readonly allowOverposting: boolean
  readonly seesMedia: boolean
  readonly childActions: readonly ChildAction[]
  readonly parentKey: SourceKey
}>

/** Places in a map, written by the rules alone: what a store does, without the storing. */
export class Town {
  readonly places = new Map<PlaceId, PresentPlace>()
  readonly keys = new Map<string, PlaceId>()
  readonly rules: Rules
  readonly #locate: Locate
  now = start
  #revision = 0
  #ids = 0

  constructor(chosen: Rules = rules, where: Locate = locate) {
    this.rules = chosen
    this.#locate = where
  }

  create(content: JsonObject = body(), extra: Extra = {}): Place {
    return this.write({ ...this.#with(extra), action: 'create', newId: this.#newId(), body: content })[0]!.place
  }

  patch(id: PlaceId, content: JsonObject, extra: Extra = {}): Place {
    return this.write({ ...this.#with(extra), action: 'patch', id, body: { updatedBy: 'bo', ...content } })[0]!.place
  }

  replace(id: PlaceId, content: JsonObject, extra: Extra = {}): Place {
    return this.write({ ...this.#with(extra), action: 'replace', id, body: content })[0]!.place
  }

  remove(id: PlaceId, extra: Extra = {}): Place {
    return this.write({ ...this.#with(extra), action: 'remove', id, deletedBy: 'cia' })[0]!.place
  }

  restore(id: PlaceId, extra: Extra = {}): Place {
    return this.write({ ...this.#with(extra), action: 'restore', id, updatedBy: 'dan' })[0]!.place
  }

  import(key: string, content: JsonObject = body(), extra: Extra = {}): readonly PlaceChange[] {
    const newId = this.#newId()
    return this.write({
      ...this.#with(extra),
      action: 'import',
      newId,
      sourceKey: { source: 'import', key },
      body: content,
      dryRun: false,
    })
  }

  geolocate(id: PlaceId, where: Locate = this.#locate): readonly PlaceChange[] {
    return this.write({ ...this.#with({}), action: 'geolocate', id }, where)
  }

  get(id: PlaceId): Place {
    return this.places.get(id)!.place
  }

  children(id: PlaceId): PresentPlace[] {
    return [...this.places.values()].filter(({ place }) => place.parent?.id === id)
  }

  /** The changes of a request, kept with slugs made unique; nothing is kept when it is refused. */
  write(request: PlaceRequest, where: Locate = this.#locate): readonly PlaceChange[] {
    freeze(request)
    const situation = this.#situation(request)
    const changes = revise(request, situation, this.rules, where).map((change) => {
      const place = { ...change.place, slug: this.#slug(change) }
      this.places.set(place.id, freeze({ place, revision: ++this.#revision }))
      return { ...change, place }
    })
    if (request.action === 'import' && request.sourceKey && changes[0]) {
      this.keys.set(request.sourceKey.key, changes[0].place.id)
    }
    this.now += 1000
    return changes
  }

  #situation(request: PlaceRequest): Situation {
    const imported = request.action === 'import' ? this.keys.get(request.sourceKey?.key ?? '') : undefined
    const place = this.places.get('id' in request ? request.id : (imported ?? ''))
    const byKey = request.action === 'import' ? this.keys.get(request.parentKey?.key ?? '') : undefined
    const parent = this.places.get(byKey ?? parentIdOf(request, place?.place) ?? '')
    return { children: place ? this.children(place.place.id) : [], ...(place && { place }), ...(parent && { parent }) }
  }

  #slug({ place, slugBase, slug }: PlaceChange): string {
    if (slug !== undefined) return slug
    if (slugBase === undefined) return place.slug
    const taken = new Set(
      [...this.places.values()].filter((other) => other.place.id !== place.id).map((other) => other.place.slug),
    )
    let unique = slugBase
    for (let number = 2; taken.has(unique); number++) unique = `${slugBase}-${number}`
    return unique
  }

  #with(extra: Extra) {
    return {
      now: this.now,
      ownerEntries: {},
      allowOverposting: false,
      seesMedia: true,
      childActions: [],
      ...extra,
    }
  }

  #newId(): PlaceId {
    return `019b0000-0000-7000-8000-${(++this.#ids).toString(16).padStart(12, '0')}`
  }
}

/** Each way to write a body: `more` over the least one, or as a patch of such a place. */
export const writes: Readonly<Record<'create' | 'replace' | 'patch', (more: JsonObject, extra?: Extra) => Place>> = {
  create: (more, extra) => new Town().create(body(more), extra),
  replace(more, extra) {
    const town = new Town()
    return town.replace(town.create().id, body(more), extra)
  },
  patch(more, extra) {
    const town = new Town()
    return town.patch(town.create().id, more, extra)
  },
}

/** Freezes a value through and through, so that a rule that changes what it was given fails. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}

/** The problem that an action throws; fails when it throws none. */
export function problemOf(action: () => unknown, what = 'it'): Problem {
  try {
    action()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error(`${what} was not refused`)
}

/** The code of the problem that an action throws. */
export const codeOf = (action: () => unknown) => problemOf(action).code

/** An id that no place of a town has. */
export const unknownId = '019b0000-0000-7000-8000-ffffffffffff'

/** The faults that an action is refused for, by pointer. */
export function faultsOf(action: () => unknown, what?: string): Record<string, string> {
  const problem = problemOf(action, what)
  if (problem.code !== 'invalid-body') throw new Error(`refused with ${problem.code}: ${problem.message}`)
  return Object.fromEntries(problem.faults.map(({ pointer, detail }: Fault) => [pointer, detail]))
}
