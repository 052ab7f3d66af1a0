import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputOf } from './load.ts'

/** Searches to be asked of the index of a data folder: the name of a question -> their addresses. */
export interface InIndexOptions {
  readonly dataDir: string
  readonly questions: Readonly<Record<string, readonly string[]>>
}

/** Milliseconds of the searches of a question, in their order. */
export interface InIndexTimes {
  readonly question: string
  readonly search: readonly number[]
  /** Of writing the page that was found. */
  readonly page: readonly number[]
}

const client = join(import.meta.dirname, 'index-client.ts')

/**
 * Asks the index in a process of its own that does nothing else, so that no caller takes its caches meanwhile; on every
 * core, since the threads that collect and compile would keep the one that searches waiting.
 */
export async function measureInIndex(options: InIndexOptions): Promise<readonly InIndexTimes[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const file = join(folder, 'options.json')
  writeFileSync(file, JSON.stringify(options))
  const output = await outputOf([process.execPath, client, file], { everyCore: true }).finally(() =>
    rmSync(folder, { recursive: true }),
  )
  return JSON.parse(output) as readonly InIndexTimes[]
}
