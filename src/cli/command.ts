import type { ShownKey } from '../access/access.ts'
import type { NewKey } from '../access/secret.ts'
import type { Config } from '../config.ts'
import type { ImportResult } from '../exchange/import-result.ts'
import type { Batches } from '../exchange/pipeline.ts'
import type { ImportRecord } from '../exchange/record.ts'
import type { Model } from '../place/model.ts'
import type { Instant } from '../place/place.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** How a command ends: 0 all is done, 1 some records were refused, 2 nothing could be done. */
export type ExitStatus = 0 | 1 | 2

/** Why a command cannot be carried out; its message is the one line that is told. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** What the command line needs of the world. */
export interface CommandLineDependencies {
  /** Reads the environment; throws a ConfigError for a wrong value. */
  readonly config: () => Config
  /** Serves until it is told to stop. */
  readonly serve: (config: Config, options: { readonly demo: boolean }) => Promise<void>
  readonly version: string
  readonly clock: () => Instant
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** Whether there must be data already. */
export type DataWanted = 'present' | 'any'

/** What a command works with. */
export interface CommandContext extends CommandLineDependencies {
  /** Does something with the data folder, or the server that has it, and closes it; wants data where nothing is said. */
  readonly withBackend: <Result>(use: (backend: Backend) => Promise<Result>, data?: DataWanted) => Promise<Result>
  /** Ends the program with another status than 0. */
  readonly endWith: (status: ExitStatus) => void
}

/** A key that was just made; `key` is its secret, which nobody can tell again. */
export interface MadeKey extends ShownKey {
  readonly key: string
}

/** How records are taken in, as the options of the command say. */
export interface ImportCall {
  readonly dryRun: boolean
  readonly allowOverposting: boolean
  readonly updatedBy?: string
}

/** What the commands do to webhooks. */
export type WebhookBackend = Pick<
  Webhooks,
  'list' | 'create' | 'change' | 'remove' | 'rotate' | 'ping' | 'replay' | 'skip' | 'deliveries'
>

/** What the commands do to a service: by itself to the data folder, or through the server that has it. */
export interface Backend extends AsyncDisposable {
  readonly model: Model
  /** One result a record, in their order and with their lines. */
  import(records: Batches<ImportRecord>, call: ImportCall): Batches<ImportResult>
  /** NDJSON in pieces of text. */
  export(): AsyncIterable<string>
  listKeys(): Promise<readonly ShownKey[]>
  createKey(key: NewKey): Promise<MadeKey>
  rotateKey(id: string): Promise<MadeKey>
  revokeKey(id: string): Promise<void>
  readonly webhooks: WebhookBackend
  geolocate(): AsyncIterable<GeolocateProgress>
  purge(id: string): Promise<void>
  /** Writes a copy to a new file, given by its absolute path. */
  backup(file: string): Promise<void>
}

/** Who the journal names for what the command line does. */
export const commandLineName = 'the command line'
