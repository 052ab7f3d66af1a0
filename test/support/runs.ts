/** Whether what is left out of most runs is asked for: see CONTRIBUTING.md. */
export const everything = process.env.TEST === 'all'

/**
 * Returns how many generated cases a property tries: a third of `all` in a short run (`npm test`), `all` of them in a run
 * of everything and with `LONG_RUNS=1`. Every run draws other cases; fast-check prints the seed of a failure.
 */
export function runs(all: number): number {
  return everything || process.env.LONG_RUNS ? all : Math.ceil(all / 3)
}
