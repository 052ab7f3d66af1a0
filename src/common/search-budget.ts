import { Problem } from './problem.ts'

/** The limit on the work of one search, in milliseconds. */
export const searchMillisMax = 2_000

/** The problem of a search that exceeds this limit, with advice on reducing its work. */
export function searchTooLong(): Problem {
  return new Problem(
    'unavailable',
    `the search takes more than ${searchMillisMax / 1000} s of computing: ask for fewer facets, filters, words or alternatives, or narrow it with another filter`,
  )
}

/** The problem of a search whose caller no longer waits for it. */
export function callerGone(): Problem {
  return new Problem('unavailable', 'the caller has gone')
}
