import assert from 'node:assert/strict'
import { createLocator } from '../../../src/geo/locator.ts'
import type { JsonObject } from '../../../src/place/json.ts'
import { createModel } from '../../../src/place/model.ts'
import type { Instant, Place } from '../../../src/place/place.ts'
import { parseSearch } from '../../../src/query/parse/parse.ts'
import type { PlaceQuery } from '../../../src/query/query.ts'
import { Town } from '../../place/support.ts'
import { validPlace } from '../../support/client.ts'
import type { DirectoryRecord } from '../../support/generate.ts'
import type { CasePlace, QueryCases } from './query-cases.ts'

/** The instant at which all queries are asked. */
export const caseNow = '2026-06-15T12:00:00Z'

export const caseModel = createModel()
const owner = 'scene'
const now = Date.parse(caseNow)
const locate = await createLocator({ layers: [] })

/** The places of a case as a record has them, with the entries of the directory. */
export interface CaseWorld {
  readonly places: readonly Place[]
  readonly directory: readonly DirectoryRecord[]
}

/** The body of a create for a place of a case; `owner` has an id, and `parent` is the id of the place of that name. */
export function caseBody(place: CasePlace | string, owner: string, idOf: ReadonlyMap<string, string>): JsonObject {
  const { parent, deleted: _, ...given } = typeof place === 'string' ? { name: place } : place
  return validPlace({
    ...given,
    owner: { id: owner, type: 'Församling', ...given.owner },
    ...(parent !== undefined && { parent: { id: idOf.get(parent)! } }),
  })
}

/** Writes the places of a case by the rules only. */
export function caseWorld(cases: QueryCases): CaseWorld {
  const town = new Town(undefined, locate)
  const idOf = new Map<string, string>()
  for (const place of cases.places) {
    const { id, name } = town.create(caseBody(place, owner, idOf))
    idOf.set(name, id)
    if (typeof place === 'object' && place.deleted) town.remove(id)
  }
  return {
    places: [...town.places.values()].map(({ place }) => place),
    directory: directoryOf(cases, owner),
  }
}

/** The entries of the directory of a case whose owner has this id. */
export function directoryOf({ names = {} }: QueryCases, owner: string): DirectoryRecord[] {
  const entries = { ...(names.owner !== undefined && { owners: { [owner]: names.owner } }), ...names }
  return (['owners', 'categories', 'tags'] as const).flatMap((kind) =>
    Object.entries(entries[kind] ?? {}).map(([id, name]) => ({ kind, entry: { id, name } })),
  )
}

/** The query string as a browser sends it, with ids for `{Name}`. */
export function addressOf(query: string, idOf: ReadonlyMap<string, string>): string {
  const named = query.replace(/\{(.+?)\}/g, (_, name: string) => {
    assert.ok(idOf.has(name), `there is a place called ${name}`)
    return idOf.get(name)!
  })
  return new URL(`http://x/?${named}`).search.slice(1)
}

/** Asserts that each query of a case finds the names that it should, in the world above. */
export async function checkCases(
  { finds, sees = 'restricted' }: QueryCases,
  { places }: CaseWorld,
  find: (query: PlaceQuery, now: Instant) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  const idOf = new Map(places.map(({ id, name }) => [name, id]))
  const nameOf = new Map(places.map(({ id, name }) => [id, name]))
  for (const [text, names] of Object.entries(finds)) {
    const { query } = parseSearch(addressOf(text, idOf), { model: caseModel, sees })
    const found = await find(query, now)
    assert.deepEqual(
      found.map((id) => nameOf.get(id)),
      names,
      text,
    )
  }
}
