import type { Request } from '../support/request.ts'
import type { Asked } from './asked.ts'
import type { CorpusFiles } from './corpus.ts'

/** The places of a size, and where a system may keep what it makes of them. */
export interface Materials {
  readonly corpus: CorpusFiles
  readonly places: number
  /** A folder for this size, kept between runs. */
  readonly folder: string
}

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
  /** What runs, with versions. */
  about(): string
  /** Why it cannot be compared here, or at this many places; undefined when it can. */
  missing(places: number): string | undefined
  /** Puts the places into it; what was loaded before is replaced. */
  load(materials: Materials): Promise<void>
  /** `scratch`: what is written is for this time only, and the loaded places stay as they are. */
  start(materials: Materials, scratch: boolean): Promise<RunningSystem>
  /** The request that asks it; undefined where it cannot express the question: never an easier one. */
  requestOf(asked: Asked): Request | undefined
  /** What its answer to a search says. */
  found(answer: string): Found
}

/** What an answer to a search says: exactly this is compared before anything is timed. */
export interface Found {
  readonly total: number
  readonly ids: readonly string[]
}

/** Reads `{"TotalHits":…,"Results":[…]}`. */
export function foundInPage(answer: string): Found {
  const { TotalHits, Results } = JSON.parse(answer) as { TotalHits: number; Results: { id: string }[] }
  return { total: TotalHits, ids: Results.map(({ id }) => id) }
}
