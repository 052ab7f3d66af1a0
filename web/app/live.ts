import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Change, ChangeFollower } from '../api/change-stream.ts'
import { gatherMillis, intervalMillis, Paced } from '../api/paced.ts'
import { directoryName } from '../directory/directory-queries.ts'
import { queryNames, revisionOf, type TaggedPlace } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { ownPrefix } from '../settings.ts'

/** The same of the tiles of a map, which are many. */
const tilesIntervalMillis = 10_000

/** Brings what is shown up to date when somebody else changes it, for callers with `read`; shows nothing itself. */
export default function Live() {
  const queries = useQueryClient()
  const { api, seen, caller, may, hasEnded } = useSession()
  const id = may('read') && !hasEnded ? caller?.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const stale = new Stale(queries)
    const [name, onChanges] = [`${ownPrefix}changes.${id}`, stale.add.bind(stale)]
    let follower: ChangeFollower | undefined
    // A read that is under way has not reported yet from which revision on changes count.
    const begin = () => {
      if (queries.isFetching() > 0) return
      forget()
      follower ??= new ChangeFollower({ api, seen, name, onChanges })
    }
    const forget = queries.getQueryCache().subscribe(begin)
    begin()
    return () => {
      forget()
      follower?.close()
      stale.close()
    }
  }, [queries, api, seen, id])
  return null
}

/** The changes that are to be read again where they are shown. */
class Stale {
  readonly #queries: QueryClient
  readonly #reading = new Paced(intervalMillis, () => this.#read())
  readonly #tiles = new Paced(tilesIntervalMillis, () => this.#readTiles())
  /** The last revision of each place that has changed; undefined where anything may have. */
  #places: Map<string, number> | undefined = new Map()

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  add(changes: readonly Change[] | undefined): void {
    // The name of an owner, a category or a tag stands in any place.
    const isAny = changes?.every(({ kind }) => kind !== 'directory') !== true
    this.#add(isAny ? undefined : changes.map(({ id, revision }) => [id, revision]))
  }

  #add(places: Iterable<readonly [string, number]> | undefined): void {
    if (!places) this.#places = undefined
    else for (const [id, revision] of places) this.#places?.set(id, revision)
    this.#reading.ask(gatherMillis * (1 + Math.random()))
  }

  close(): void {
    this.#reading.close()
    this.#tiles.close()
  }

  #read(): void {
    const places = this.#places
    this.#places = new Map()
    let isBeingRead = false
    const forget = (queryKey: readonly string[], predicate: (query: Query) => boolean = () => true) => {
      isBeingRead ||= this.#queries.isFetching({ queryKey, predicate }) > 0
      void this.#queries.invalidateQueries(
        { queryKey, predicate, refetchType: refetchType() },
        { cancelRefetch: false },
      )
    }
    forget(queryNames.searches, ({ queryKey }) => queryKey[1] !== queryNames.tiles[1])
    this.#tiles.ask()
    forget(queryNames.place, (query) => !places || isOf(query, places))
    if (!places) forget([directoryName])
    // A read that was under way may not have it yet, and finishes first, however slow it is.
    if (isBeingRead) this.#add(places)
  }

  #readTiles(): void {
    void this.#queries.invalidateQueries({ queryKey: queryNames.tiles, refetchType: refetchType() })
  }
}

/** A tab that is hidden reads what is stale when it is looked at. */
function refetchType(): 'active' | 'none' {
  return document.visibilityState === 'visible' ? 'active' : 'none'
}

/** Returns true if a query read a place that has changed since, or a part of one. */
function isOf({ queryKey, state }: Query, places: ReadonlyMap<string, number>): boolean {
  const { place, etag = '' } = (state.data ?? {}) as Partial<TaggedPlace>
  // A place that was not found may exist again, under a name that no change reports.
  if (place === undefined && state.status === 'error') return true
  if (place === undefined) return queryKey.some((part) => typeof part === 'string' && places.has(part))
  const revision = places.get(place.id)
  if (revision !== undefined) return revision > revisionOf({ etag })
  return place.parent.id !== undefined && places.has(place.parent.id)
}
