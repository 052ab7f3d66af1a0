import { sample } from '../../support/random.ts'
import { type Comparison, compare } from '../measure.ts'
import { neighboursPath } from '../questions.ts'
import type { Run } from '../run.ts'
import { gazetteer } from '../systems/gazetteer.ts'

/** Codings that browsers and programs accept, by their names in HTTP. */
export const encodings = ['zstd', 'br', 'gzip']

/** Five times as many pages as are kept, asked for in turn, so that none is kept when its turn comes; and some that are. */
const coldPages = 10_000
const hotPages = 200

/** Pages in a coding against the same as they are, cold and hot. */
export async function measureEncoding(encoding: string, run: Run): Promise<Comparison[]> {
  const system = gazetteer()
  const running = await system.start(run.materials, false)
  try {
    const half = Math.floor(run.materials.places / 2)
    const paths = sample(run.measuring.random, coldPages, Math.min(half, coldPages * 50)).map(
      (offset) => neighboursPath + offset,
    )
    const side = (some: readonly string[], headers: Readonly<Record<string, string>>) => ({
      running,
      requests: some.map((path) => ({ path, headers: { ...running.headers, ...headers } })),
    })
    const comparisons = []
    for (const [what, some] of [
      ['cold', paths],
      ['hot', paths.slice(0, hotPages)],
    ] as const) {
      const sides = { own: side(some, { 'Accept-Encoding': encoding }), peer: side(some, {}) }
      const question = { name: `${encoding}, ${what}`, kind: 'read', mode: 'distinct' } as const
      comparisons.push(await compare(question, sides, { ...run.measuring, latencySeconds: 0 }))
    }
    return comparisons
  } finally {
    await running.stop()
  }
}
