import type { AddressInfo, Server } from 'node:net'
import { type Config, ConfigError, secretsOf } from '../config.ts'
import { createWaterAt } from '../geo/water-at.ts'
import { type FirstStartResult, prepareDemo } from '../service/first-start.ts'
import { startFault } from '../service/open-record.ts'
import { type OpenService, openService, type ServiceLimits, type ServiceOptions } from '../service/service.ts'
import { buildApp } from './app.ts'
import type { HttpLimits } from './connections/connections.ts'
import { createMetrics } from './observability/metrics.ts'
import { openMap } from './pages/map-files.ts'
import { FirstLink, mayOfferLink } from './requests/first-link.ts'
import type { HttpParts } from './route-parts.ts'

/** The options of serving, in addition to those of the service. */
interface ServeOptions extends Omit<ServiceOptions, 'waterAt'>, Pick<HttpParts, 'page' | 'writeAccessLog'> {
  readonly limits?: ServeLimits
  /** The file with the water and borders of the map (`groundFile`). */
  readonly ground: string
  /** True if a person sees the output, so that a link may sign their browser in. */
  readonly atTerminal?: boolean
  /** Loads the demo into an empty data folder. */
  readonly demo: boolean
  /** Called before the demo is loaded, which takes seconds. */
  readonly onDemo?: () => void
}

/** The limits of all parts that differ from the defaults. */
export interface ServeLimits extends ServiceLimits {
  readonly http?: Partial<HttpLimits>
}

/** The running service over HTTP, and the results of its first start. */
export interface Serving extends FirstStartResult {
  /** Signs in the browser that opens it, once. Undefined if none was offered. */
  readonly link?: string
  /** The address on which it listens, such as http://127.0.0.1:8080. */
  readonly url: string
  /** Finishes requests in progress, refuses new ones, and closes everything. */
  close(): Promise<void>
}

/** Opens everything and listens. Resolves when searches can be answered and the demo, if requested, is loaded. */
export async function serve(config: Config, options: ServeOptions): Promise<Serving> {
  const { demo, onDemo = () => {}, limits, ...parts } = options
  if (demo) prepareDemo(config)
  let service: OpenService | undefined
  const metrics = createMetrics({
    indexStats: () => service?.indexStats(),
    outdatedPlaces: async () => service?.outdatedPlaces(),
    webhookLags: () => service?.webhooks.lags() ?? [],
    integrity: () => service?.integrity(),
  })
  const map = await openMap(config, { ground: options.ground, logger: options.logger })
  const waterAt = createWaterAt(map.files.ground)
  const opened = await openService(config, { ...options, waterAt }, metrics).catch(async (error) => {
    await map.close()
    throw startFault(error, config)
  })
  service = opened
  const firstLink = options.atTerminal && mayOfferLink(config) ? new FirstLink(options.clock()) : undefined
  const app = buildApp({
    ...opened,
    ...parts,
    limits: limits?.http,
    metrics,
    firstLink,
    map,
    secrets: secretsOf(config),
    config: { ...config, version: options.version },
  })
  const close = async () => {
    opened.stop()
    await app.close()
    await opened.close()
    await map.close()
    metrics.close()
  }
  try {
    const url = await listen(app, config)
    opened.announce(url)
    const link = firstLink && { link: `${url}/#code=${firstLink.code}` }
    return { url, close, ...link, ...(await opened.start({ demo, onDemo })) }
  } catch (error) {
    await close()
    throw startFault(error, config)
  }
}

/** The part of the HTTP application that listens. */
interface Listener {
  listen(address: { port: number; host: string }): Promise<unknown>
  readonly server: Pick<Server, 'address'>
}

/** Listens, and returns the address, such as http://127.0.0.1:8080; throws a ConfigError that names PORT or HOST. */
export async function listen(listener: Listener, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  await listener.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw faultOf(error, { port, host })
  })
  const address = listener.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Errors of resolving or opening an address that does not belong to this machine. */
const hostFaults: readonly unknown[] = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

function faultOf(error: NodeJS.ErrnoException, { port, host }: Pick<Config, 'port' | 'host'>): Error {
  const { code } = error
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${port} is taken by another program on ${host}`)
  if (code === 'EACCES') return new ConfigError(`PORT ${port} may not be opened by this user: take one above 1023`)
  return hostFaults.includes(code) ? new ConfigError(`HOST must be an address of this machine, got '${host}'`) : error
}
