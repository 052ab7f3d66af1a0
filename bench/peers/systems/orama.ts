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
    lacks: {
      writing: 'it keeps nothing, so that no write is durable',
      'sets of ids': 'it takes no set of ids',
      'beginnings of fields': 'it finds the beginnings of words only, not of a whole field',
      distances: 'its distances are of another sphere',
    },
    requestOf: requestByParameters,
    found: foundInPage,
  }
}
