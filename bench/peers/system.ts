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
  /** What it lacks, with the reason: a question that needs it is not asked, and never replaced by an easier one. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>
  /** The request that asks it, for questions that need nothing that it lacks. */
  requestOf(asked: Asked): Request
  /** What its answer to a search says. */
  found(answer: string): Found
}

/** What a question may need that not every system has. */
export type Need = 'writing' | 'sets of ids' | 'beginnings of fields' | 'distances' | 'relevance'

/** Why a system cannot be asked something; undefined when it can. */
export function lackOf({ lacks }: System, asked: Asked): string | undefined {
  return needsOf(asked)
    .map((need) => lacks[need])
    .find((reason) => reason !== undefined)
}

function needsOf(asked: Asked): Need[] {
  if (asked.what === 'place') return []
  if (asked.what !== 'search') return ['writing']
  const { ids, nameStart, nearby, words, order } = asked
  return [
    ...(ids ? (['sets of ids'] as const) : []),
    ...(nameStart ? (['beginnings of fields'] as const) : []),
    ...(nearby ? (['distances'] as const) : []),
    ...(words && !nearby && order === undefined ? (['relevance'] as const) : []),
  ]
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
