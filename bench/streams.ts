import type { Bench } from './service.ts'
import type { ServerProcess } from './support/processes.ts'
import { ask, keyHeader, startService } from './world.ts'

/** A response with every place, read as fast as it arrives. */
export interface Stream {
  readonly placesPerSecond: number
  /** CPU time of the service per place. */
  readonly cpuMicroseconds: number
  readonly megabytes: number
  /** Seconds until its first bytes. */
  readonly firstSeconds: number
  /** The greatest increase of the service's memory over its size before. */
  readonly peakBytes: number
}

const formats = ['ndjson', 'csv', 'geojson', 'jsonld'] as const
const sampleMillis = 200

/** Measures all places of a search in each streamed format, and all parts of the sitemap in sequence. */
export async function measureStreams({ world }: Bench): Promise<Record<string, Stream>> {
  const publicKey = await visitorsKey(world.dataDir)
  await using server = await startService(world.dataDir, { everyCore: true, environment: { PUBLIC_KEY: publicKey } })
  const headers = await keyHeader(server, ['read'])
  const found = JSON.parse(await ask(server, '/v4/place?is=*&limit=0', headers)) as { readonly TotalHits: number }
  const paths = Object.fromEntries(formats.map((one) => [one, [`/v4/place?is=*&limit=all&format=${one}`]]))
  const index = await ask(server, '/sitemap.xml')
  const parts = [...index.matchAll(/sitemap\.xml\?part=\d+/g)].map(([path]) => `/${path}`)
  const streams: Record<string, Stream> = {}
  for (const [name, read] of Object.entries({ ...paths, sitemap: parts })) {
    streams[name] = await measureStream(server, read, { headers, places: found.TotalHits })
    console.log(`${world.places} streams ${name}: ${JSON.stringify(streams[name])}`)
  }
  return streams
}

async function visitorsKey(dataDir: string): Promise<string> {
  await using server = await startService(dataDir, { everyCore: true })
  return (await keyHeader(server, ['read-published']))['X-API-Key']
}

interface Read {
  readonly headers: Readonly<Record<string, string>>
  readonly places: number
}

async function measureStream(server: ServerProcess, paths: readonly string[], { headers, places }: Read) {
  const before = server.memoryBytes()
  let [bytes, peakBytes, firstSeconds] = [0, 0, Number.NaN]
  const sample = setInterval(() => {
    peakBytes = Math.max(peakBytes, server.memoryBytes() - before)
  }, sampleMillis)
  const [started, cpuBefore] = [performance.now(), server.cpuSeconds()]
  const seconds = () => (performance.now() - started) / 1000
  for (const path of paths) {
    const answer = await fetch(server.url + path, { headers })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    for await (const piece of answer.body!) {
      if (bytes === 0) firstSeconds = seconds()
      bytes += piece.length
    }
  }
  clearInterval(sample)
  const cpuMicroseconds = ((server.cpuSeconds() - cpuBefore) / places) * 1e6
  return { placesPerSecond: places / seconds(), cpuMicroseconds, megabytes: bytes / 1e6, firstSeconds, peakBytes }
}
