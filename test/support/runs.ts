/** Whether what is left out of most runs is asked for: see CONTRIBUTING.md. */
export const everything = process.env.TEST === 'everything'

/**
 * How many generated cases a dear property is tried with: a third of these, of another seed each time, which a failure
 * tells; all of them with LONG_RUNS in the environment.
 */
export function runs(all: number): number {
  return process.env.LONG_RUNS ? all : Math.ceil(all / 3)
}
