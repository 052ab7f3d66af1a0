import type { Logger } from 'pino'
import type { KeyRing } from '../access/key-ring.ts'
import type { Directory } from '../directory/directory.ts'
import type { ImportResult } from '../exchange/import-result.ts'
import type { Batches } from '../exchange/pipeline.ts'
import type { Revision } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant } from '../place/place.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'
import type { History } from '../service/history.ts'
import type { Places } from '../service/places.ts'
import type { Readiness, Watermark } from '../service/replica.ts'
import type { Metrics } from './metrics.ts'
import type { HttpLimits } from './server.ts'

/** How an import over HTTP is to be carried out. */
export interface ImportCall {
  readonly who: string
  readonly dryRun: boolean
  readonly allowOverposting: boolean
  /** Stands in for places that name no `updatedBy`. */
  readonly updatedBy?: string
  /** Aborted when the caller has gone or the service stops. */
  readonly signal: AbortSignal
}

export type { Readiness } from '../service/replica.ts'

/** What this process has seen of the journal. */
export interface Revisions {
  /** Whether other processes serve the same record, so that answers must say what they have seen. */
  readonly shared: boolean
  readonly seen: () => Watermark
  /** Resolves when the revision was seen, and rejects with a Problem when that takes too long. */
  readonly reach: (revision: Revision, signal: AbortSignal) => Promise<void>
}

/** What the HTTP interface is made over; `main.ts` opens it all. */
export interface HttpParts {
  readonly places: Places
  readonly history: History
  readonly directory: Directory
  readonly keys: KeyRing
  readonly model: Model
  readonly clock: () => Instant
  readonly readiness: () => Readiness
  /** What this process has seen of the journal. */
  readonly revisions: Revisions
  readonly logger: Logger
  /** Takes whole lines of the access log; where they end up is decided outside. */
  readonly writeAccessLog: (lines: string) => void
  /** What is configured and may stand in no log. */
  readonly secrets: readonly string[]
  readonly metrics: Metrics
  readonly config: {
    readonly version: string
    readonly publicUrl?: string
    readonly corsOrigins: readonly string[]
    /** A key with `read` alone that the page uses for visitors. */
    readonly publicKey?: string
    readonly mapStyleUrl?: string
    /** Origins beside that of the style that the map loads from; none when absent. */
    readonly mapOrigins?: readonly string[]
  }
  /** Reads NDJSON, possibly gzipped, and gives one result a record in their order. */
  readonly importPlaces: (bytes: AsyncIterable<Uint8Array>, call: ImportCall) => Batches<ImportResult>
  /** Everything as NDJSON in pieces of text, as an import reads it. */
  readonly exportPlaces: () => AsyncIterable<string>
  /** Derives geolocationInfo of every place anew and tells how far it is. */
  readonly geolocate: () => AsyncIterable<GeolocateProgress>
  /** Writes a consistent copy of everything to a new file. */
  readonly backup: (file: string) => Promise<void>
  readonly limits?: Partial<HttpLimits>
}
