import type { LoadResult } from './load.ts'

/** What two systems did in neighbouring blocks. */
export interface Pair {
  readonly own: LoadResult
  readonly other: LoadResult
}

/** Runs blocks in the order A B B A, so that what drifts over time falls on both alike. */
export async function inBlocks(
  pairs: number,
  run: { readonly own: (pair: number) => Promise<LoadResult>; readonly other: (pair: number) => Promise<LoadResult> },
): Promise<Pair[]> {
  const done: Pair[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      const own = await run.own(pair)
      done.push({ own, other: await run.other(pair) })
    } else {
      const other = await run.other(pair)
      done.push({ own: await run.own(pair), other })
    }
  }
  return done
}
