import { Problem } from './problem.ts'

/** The work that one search may take, in milliseconds. */
export const searchMillisMax = 2_000

/** The problem of a search that takes more work than that, with what makes it less. */
export function searchTooLong(): Problem {
  return new Problem(
    'unavailable',
    `the search takes more than ${searchMillisMax / 1000} s of computing: ask for fewer facets, filters, words or alternatives, or narrow it with another filter`,
  )
}

/** The problem of a search whose caller does not wait for it any more. */
export function callerGone(): Problem {
  return new Problem('unavailable', 'the caller has gone')
}
