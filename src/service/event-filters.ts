import { type Caller, sightOf } from '../access/access.ts'
import { LruCache } from '../common/lru-cache.ts'
import { Problem } from '../common/problem.ts'
import { type Reason, reason } from '../common/reason.ts'
import type { Model } from '../place/model.ts'
import { parseSearch } from '../query/parse/parse.ts'
import { noFilters } from '../query/parse/search-parameters.ts'
import type { PlaceQuery } from '../query/query.ts'

/** The memory that all parsed filters take. */
const bytesMax = 4 * 1024 * 1024

/** Parses filters of events, which are queries of a search: once each, since every event is matched. */
export class EventFilters {
  readonly #model: Model
  readonly #read = new LruCache<string, PlaceQuery | Problem>(bytesMax, (key) => 1_000 + 20 * key.length)

  constructor(model: Model) {
    this.#model = model
  }

  /** The query of a filter; throws the Problem of one that is none, or that the caller may not use. */
  query(filter: string, caller: Caller): PlaceQuery {
    const read = this.#readOnce(filter, caller)
    if (read instanceof Problem) throw read
    return read
  }

  /** The fault of a filter for a caller; undefined when there is none. */
  faultOf(filter: string, caller: Caller): Reason | undefined {
    const read = this.#readOnce(filter, caller)
    return read instanceof Problem ? (read.reason ?? reason('other', { text: read.message })) : undefined
  }

  #readOnce(filter: string, caller: Caller): PlaceQuery | Problem {
    return this.#read.getOrMake(`${sightOf(caller)} ${filter}`, () => {
      try {
        return queryOf(filter, this.#model, caller)
      } catch (error) {
        if (error instanceof Problem) return error
        throw error
      }
    })
  }
}

/** A place may be of concern in any state. */
function queryOf(filter: string, model: Model, caller: Caller): PlaceQuery {
  const names = [...new URLSearchParams(filter).keys()].map((name) => name.toLowerCase())
  const other = names.find((name) => noFilters.has(name))
  if (other !== undefined) throw new Problem('invalid-parameter', reason('no-filter', { name: other }))
  const { query } = parseSearch(filter, { model, sees: sightOf(caller) })
  const everyType = { types: { types: 'all', partial: true } } as const
  return { ...query, ...(!names.includes('is') && everyType), includeDeleted: true, includeNonPublished: true }
}
