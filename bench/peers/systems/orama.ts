import { createRequire } from 'node:module'
import { join } from 'node:path'
import { startServer } from '../../support/processes.ts'
import { foundInPage, type System } from '../system.ts'
import { requestByParameters } from './request.ts'

const script = join(import.meta.dirname, '../servers/orama-server.ts')
const placesMost = 100_000

/** Orama in process behind node:http. It keeps nothing: every start reads the places again. */
export function orama(): System {
  return {
    name: 'orama',
    about: () =>
      `Orama ${createRequire(import.meta.url)('@orama/orama/package.json').version}, in process behind node:http`,
    missing: (places) =>
      places > placesMost ? `its start reads every place again; it is compared up to ${placesMost} places` : undefined,
    load: async () => undefined,
    start: async ({ corpus }) => ({
      ...(await startServer({
        script: ['--max-old-space-size=8000', script],
        environment: { ROWS: corpus.rows },
        readyPath: '/ready',
      })),
      headers: {},
    }),
    requestOf: (asked) => {
      if (asked.what === 'place') return requestByParameters(asked)
      // No set of ids, no beginning of a whole field, and a sphere of its own.
      if (asked.what !== 'search' || asked.ids || asked.nameStart || asked.nearby) return undefined
      return requestByParameters(asked)
    },
    found: foundInPage,
  }
}
