import type { ServerProcess } from '../support/processes.ts'
import type { Asked } from './questions.ts'

/** A system that can be asked, with the places in it. */
export interface RunningSystem {
  readonly url: string
  /** Headers that every request needs. */
  readonly headers: Readonly<Record<string, string>>
  /** Seconds of processor time of all its processes. */
  cpuSeconds(): number
  /** Bytes of memory that all its processes have, shared ones once. */
  memoryBytes(): number
  stop(): Promise<void>
}

/** One of the systems that are compared. */
export interface System {
  readonly name: string
  /** Why it cannot be compared here, or undefined. */
  missing(): string | undefined
  /** Puts the places of the corpus into it, once; what was loaded stays. Gives the seconds that took. */
  load(corpus: string, places: number): Promise<number>
  start(): Promise<RunningSystem>
  /** The path that asks it; undefined where it cannot express the question: never an easier one. */
  pathOf(asked: Asked): string | undefined
}

/** What an answer to a search says: exactly this is compared before anything is timed. */
export interface Found {
  readonly total: number
  readonly ids: readonly string[]
}

/** The processes of a system as one. */
export function together(main: ServerProcess, headers: Readonly<Record<string, string>> = {}): RunningSystem {
  return {
    url: main.url,
    headers,
    cpuSeconds: () => main.cpuSeconds(),
    memoryBytes: () => main.peakMemoryBytes(),
    stop: () => main.stop(),
  }
}
