import { isDone, isWanted } from '../plan.ts'
import type { ServiceFigures } from '../result.ts'
import type { Run } from '../run.ts'
import { gazetteer } from '../systems/gazetteer.ts'
import { measureBesideWrites } from './beside-writes.ts'
import { encodings, measureEncoding } from './compressed-pages.ts'
import { measureGrowth } from './growth.ts'
import { measureIndex } from './index-times.ts'
import { measureStoredDocuments } from './stored-documents.ts'

/** What is measured of the service alone: the name by which it is chosen, and whether it is kept already. */
interface Part {
  readonly name: string
  isKept(): boolean
  measure(): Promise<void>
}

/** Measures the service alone: what grows, times in the index, reads beside writes, compressed pages, and documents that stay in the store. */
export async function measureService(run: Run): Promise<void> {
  const system = gazetteer()
  const common = { system: system.name, about: system.about(), places: run.materials.places, seed: run.plan.seed }
  const kept = () => run.kept(system.name)
  const part = (name: string, of: keyof ServiceFigures, measure: () => Promise<ServiceFigures>): Part => ({
    name,
    isKept: () => isDone(run.plan, kept()?.service?.[of]),
    measure: async () => run.keep({ ...common, service: await measure() }),
  })
  const parts: Part[] = [
    part('import and start', 'growth', async () => ({ growth: await measureGrowth(run) })),
    part('time in the index', 'inIndex', async () => ({ inIndex: await measureIndex(run) })),
    part('documents in the store', 'storedDocuments', async () => ({
      storedDocuments: await measureStoredDocuments(run),
    })),
    part('reads beside writes', 'besideWrites', async () => ({ besideWrites: await measureBesideWrites(run) })),
    ...encodings.map(
      (encoding): Part => ({
        name: `compressed pages, ${encoding}`,
        isKept: () =>
          isDone(
            run.plan,
            kept()?.comparisons.find(({ question }) => question === `${encoding}, hot`),
          ),
        measure: async () => run.keep({ ...common, comparisons: await measureEncoding(encoding, run) }),
      }),
    ),
  ].filter(({ name, isKept }) => isWanted(run.plan, name) && !isKept())
  for (const [at, { name, measure }] of parts.entries()) {
    if (run.isOver()) return run.leave(parts.length - at)
    await measure()
    run.say(`gazetteer ${name}`)
  }
}
