import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Service } from '../service/service.ts'
import type { HttpLimits } from './connections/connections.ts'
import type { AccessLog } from './observability/access-log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { BuiltPage } from './pages/built-page.ts'
import type { OpenMap } from './pages/map-files.ts'
import type { FirstLink } from './requests/first-link.ts'

/** The dependencies of the HTTP interface. */
export interface HttpParts extends Service {
  readonly logger: Logger
  /** Writes whole lines of the access log; the caller decides where. */
  readonly writeAccessLog: (lines: Uint8Array) => void
  /** Configured values that must not appear in a log. */
  readonly secrets: readonly string[]
  readonly metrics: Metrics
  /** Signs in one browser. Undefined if no link was printed. */
  readonly firstLink?: FirstLink | undefined
  /** The web page. Undefined if it was not built. */
  readonly page?: BuiltPage | undefined
  /** The background map of the page. */
  readonly map: Pick<OpenMap, 'files'>
  readonly config: Pick<
    Config,
    'publicUrl' | 'corsOrigins' | 'publicKey' | 'mapStyleUrl' | 'mapOrigins' | 'rateLimit' | 'trustProxy' | 'mcp'
  > & {
    readonly version: string
  }
  /** Limits on connections and requests that differ from the defaults. */
  readonly limits?: Partial<HttpLimits> | undefined
}

/** The dependencies of routes. */
export interface RouteParts extends HttpParts {
  readonly accessLog: AccessLog
  /** The limits of this app, including the defaults. */
  readonly limits: HttpLimits
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}
