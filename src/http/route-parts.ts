import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { BBox } from '../place/place.ts'
import type { Service } from '../service/service.ts'
import type { AccessLog } from './access-log.ts'
import type { BuiltPage } from './built-page.ts'
import type { HttpLimits } from './connections.ts'
import type { FirstLink } from './first-link.ts'
import type { Metrics } from './metrics.ts'

/** The background map of the page (`MAP_TILES`): vector tiles of one file, which stays open. */
export interface MapTiles {
  /** What the page has to know of them; the version is another one for another file. */
  readonly settings: { readonly version: string; readonly maxZoom: number; readonly bounds: BBox }
  /** A tile, not compressed; undefined where the file has none. */
  read(zoom: number, x: number, y: number): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** What the HTTP interface is made over. */
export interface HttpParts extends Service {
  readonly logger: Logger
  /** Takes whole lines of the access log; where they end up is decided outside. */
  readonly writeAccessLog: (lines: Uint8Array) => void
  /** What is configured and may stand in no log. */
  readonly secrets: readonly string[]
  readonly metrics: Metrics
  /** Signs one browser in; absent where no link was printed. */
  readonly firstLink?: FirstLink | undefined
  /** The page for people; absent where it was not built. */
  readonly page?: BuiltPage | undefined
  /** The background map of the page; absent where none is configured. */
  readonly mapTiles?: MapTiles | undefined
  readonly config: Pick<
    Config,
    'publicUrl' | 'corsOrigins' | 'publicKey' | 'mapStyleUrl' | 'mapOrigins' | 'rateLimit' | 'trustProxy' | 'mcp'
  > & {
    readonly version: string
  }
  /** Bounds of connections and requests, where the defaults do not fit. */
  readonly limits?: Partial<HttpLimits> | undefined
}

/** What routes are made over. */
export interface RouteParts extends HttpParts {
  readonly accessLog: AccessLog
  /** The bounds of this app, those left out of `limits` included. */
  readonly limits: HttpLimits
  /** Aborted when the service is being stopped. */
  readonly stopping: AbortSignal
}
