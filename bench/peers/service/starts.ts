import { gauge, metricsOf } from '../../support/metrics.ts'
import type { ServerProcess } from '../../support/processes.ts'
import { startGazetteer } from '../../support/world.ts'
import type { Starts } from '../result.ts'

/** How a service is started, and how often again after the first time. */
export interface StartOptions {
  readonly restarts: number
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts the service on a data folder that has no snapshot of the index, and then on the one that this leaves. */
export async function measureStarts(dataDir: string, { restarts, environment = {} }: StartOptions): Promise<Starts> {
  const start = async <Found>(read: (server: ServerProcess) => Found | Promise<Found>) => {
    const starting = performance.now()
    const server = await startGazetteer(dataDir, { everyCore: true, environment })
    const seconds = (performance.now() - starting) / 1000
    const found = await read(server)
    const peakBytes = server.peakMemoryBytes()
    await server.stop()
    return { seconds, peakBytes, found }
  }
  const first = await start(() => undefined)
  const later = []
  for (let time = 0; time < restarts; time++) {
    later.push(await start(async (server) => ({ memory: server.memoryBytes(), metrics: await metricsOf(server) })))
  }
  const { found } = later.at(-1)!
  return {
    firstStartSeconds: first.seconds,
    firstStartPeakBytes: first.peakBytes,
    restartSeconds: later.map(({ seconds }) => seconds),
    restartPeakBytes: Math.max(...later.map(({ peakBytes }) => peakBytes)),
    memoryBytes: found.memory,
    columnBytes: gauge(found.metrics, 'gazetteer_index_column_bytes'),
    documentBytes: gauge(found.metrics, 'gazetteer_index_document_bytes'),
  }
}
