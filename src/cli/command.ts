import type { ShownKey } from '../access/access.ts'
import type { NewKey } from '../access/secret.ts'
import type { Config } from '../config.ts'
import type { ImportMode } from '../exchange/importing/import-options.ts'
import type { ImportResult } from '../exchange/importing/import-result.ts'
import type { Batches } from '../exchange/importing/pipeline.ts'
import type { ImportRecord } from '../exchange/reading/record.ts'
import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant } from '../place/place.ts'
import type { MergeMode } from '../place/request.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** The exit status of a command: 0 all is done, 1 some records were refused, 2 nothing could be done. */
export type ExitStatus = 0 | 1 | 2

/** The reason why a command cannot be carried out; only its message is printed, as one line. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The dependencies of the command line. */
export interface CommandLineDependencies {
  /** Reads the environment; throws a ConfigError for a wrong value. */
  readonly config: () => Config
  /** Serves until a signal stops it. */
  readonly serve: (config: Config, options: { readonly demo: boolean }) => Promise<void>
  readonly version: string
  readonly clock: () => Instant
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** `present`: there must be data already. */
export type DataWanted = 'present' | 'any'

/** The dependencies of a command. */
export interface CommandContext extends CommandLineDependencies {
  /**
   * Opens the data folder, or the server that has it, for `use`, and closes it afterwards. There must be data by
   * default.
   */
  readonly withBackend: <Result>(use: (backend: Backend) => Promise<Result>, data?: DataWanted) => Promise<Result>
  /** Sets an exit status other than 0. */
  readonly endWith: (status: ExitStatus) => void
}

/** A key that was just made; `key` is its secret, which cannot be shown again. */
export interface MadeKey extends ShownKey {
  readonly key: string
}

/** The options of an import. */
export interface ImportCall {
  readonly dryRun: boolean
  readonly allowOverposting: boolean
  readonly updatedBy?: string
  readonly source?: string
  readonly mode?: ImportMode
  readonly empty?: MergeMode
}

/** A file with any headings, and the edits of its understanding. */
export interface FileToPlan {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly name: string
  readonly sheet?: string | undefined
  readonly updatedBy?: string | undefined
  readonly edits?: JsonObject | undefined
}

/** The operations of the commands on webhooks. */
export type WebhookBackend = Pick<
  Webhooks,
  'list' | 'create' | 'change' | 'remove' | 'rotate' | 'ping' | 'replay' | 'skip' | 'deliveries'
>

/** The operations of the commands on a service: directly on the data folder, or through the server that has it. */
export interface Backend extends AsyncDisposable {
  readonly model: Model
  /** Yields one result for each record, in their order and with their line numbers. */
  import(records: Batches<ImportRecord>, call: ImportCall): Batches<ImportResult>
  /** Returns the plan of an import. */
  plan(file: FileToPlan): Promise<JsonObject>
  /** Plans an import and executes it: yields one result for each row. */
  importPlanned(file: FileToPlan): Batches<ImportResult>
  /** Yields NDJSON in pieces of text. */
  export(): AsyncIterable<string>
  listKeys(): Promise<readonly ShownKey[]>
  createKey(key: NewKey): Promise<MadeKey>
  rotateKey(id: string): Promise<MadeKey>
  revokeKey(id: string): Promise<void>
  readonly webhooks: WebhookBackend
  geolocate(): AsyncIterable<GeolocateProgress>
  purge(id: string): Promise<void>
  /** Writes a copy to a new file; its path must be absolute. */
  backup(file: string): Promise<void>
}

/** The author of the command line's changes in the journal. */
export const commandLineName = 'the command line'
