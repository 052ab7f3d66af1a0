import type { Caller } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { searchMillisMax } from '../common/search-budget.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { IsGone, SearchEngine } from './search-engine.ts'

interface EmptySearch {
  readonly engine: Pick<SearchEngine, 'search'>
  readonly request: SearchRequest
  readonly caller: Caller
  readonly isGone: IsGone
}

/** A part that a search leaves out, the parameter that includes it, and the resulting change of the query. */
interface LeftOut {
  readonly what: string
  readonly asks: string
  readonly change: Partial<PlaceQuery>
}

function leftOutOf({ types, narrowed, includeNonPublished, includeDeleted }: PlaceQuery): LeftOut[] {
  const parts: LeftOut = {
    what: 'parts of other places',
    asks: types.types === 'all' ? 'is=*' : 'Partial in is',
    change: { types: { types: types.types, partial: true } },
  }
  const hidden: LeftOut = {
    what: 'places that are not published now',
    asks: 'include=non-published',
    change: { includeNonPublished: true },
  }
  const deleted: LeftOut = { what: 'deleted places', asks: 'include=deleted', change: { includeDeleted: true } }
  return [
    ...(narrowed || includeNonPublished ? [] : [hidden]),
    ...(types.partial ? [] : [parts]),
    ...(narrowed || includeDeleted ? [] : [deleted]),
  ]
}

/**
 * Returns the hint for a search that finds nothing: what it leaves out, the parameters that include it, and how many places
 * that finds; or that only stored contact details are searched, not fetched ones (D48). Undefined if neither applies, or if
 * finding out takes too long.
 */
export async function leftOutHint(search: EmptySearch): Promise<string | undefined> {
  const { query } = search.request
  const leftOut = leftOutOf(query)
  const until = performance.now() + searchMillisMax
  try {
    const all = await countWith(leftOut, search)
    for (const some of all > 0 ? smallestFirst(leftOut) : []) {
      if (performance.now() > until) return undefined
      const count = some.length === leftOut.length ? all : await countWith(some, search)
      if (count > 0) return hint(some, count)
    }
  } catch (error) {
    // The answer itself was there in time.
    if (error instanceof Problem) return undefined
    throw error
  }
  const contact = query.filters.find(({ field }) => field.path[0] === 'contactInfo')
  return contact && `${contact.field.name} finds what is stored with a place, not what is fetched from its owner`
}

/** Returns every selection of these, smaller ones first. */
function smallestFirst(leftOut: readonly LeftOut[]): (readonly LeftOut[])[] {
  const selections: LeftOut[][] = [[]]
  for (const one of leftOut) selections.push(...selections.map((some) => [...some, one]))
  return selections.slice(1).toSorted((one, other) => one.length - other.length)
}

function hint(leftOut: readonly LeftOut[], count: number): string {
  const listed = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts)
  return `${listed(leftOut.map(({ what }) => what))} are left out: ${listed(leftOut.map(({ asks }) => asks))} finds ${count}`
}

/** Counts the places that the search finds with these included. */
async function countWith(
  leftOut: readonly LeftOut[],
  { engine, request, caller, isGone }: EmptySearch,
): Promise<number> {
  if (leftOut.length === 0) return 0
  const { after: _, facets: __, ...query } = request.query
  const changed = Object.assign({ ...query, offset: 0, limit: 0 }, ...leftOut.map(({ change }) => change)) as PlaceQuery
  const { total } = await engine.search({ ...request, query: changed }, caller, isGone)
  return total
}
