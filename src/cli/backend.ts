import type { ShownKey } from '../access/access.ts'
import type { NewKey } from '../access/secret.ts'
import type { ImportResult } from '../exchange/import-result.ts'
import type { Batches } from '../exchange/pipeline.ts'
import type { ImportRecord } from '../exchange/record.ts'
import type { Model } from '../place/model.ts'
import type { GeolocateProgress } from '../service/geolocate.ts'

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

/** Whether there must be data already. */
export type DataWanted = 'present' | 'any'

/** What the commands do to a service: by itself to the data folder, or through the server that has it. */
export interface Backend {
  readonly model: Model
  /** One result a record, in their order and with their lines. */
  import(records: Batches<ImportRecord>, call: ImportCall): Batches<ImportResult>
  /** NDJSON in pieces of text. */
  export(): AsyncIterable<string>
  listKeys(): Promise<readonly ShownKey[]>
  createKey(key: NewKey): Promise<MadeKey>
  rotateKey(id: string): Promise<MadeKey>
  revokeKey(id: string): Promise<void>
  geolocate(): AsyncIterable<GeolocateProgress>
  purge(id: string): Promise<void>
  /** Writes a copy to a new file, given by its absolute path. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** Who the journal names for what the command line does. */
export const commandLineName = 'the command line'
