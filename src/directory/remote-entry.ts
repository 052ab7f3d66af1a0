import { filled, reason } from '../common/reason.ts'
import { type Checker, compileChecker } from '../place/check/check.ts'
import { clean } from '../place/check/clean.ts'
import { createFaultList, shown } from '../place/check/fault-list.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import { directoryId, entryBodySchema, entryFromBody, type OwnerBody } from './entry-schema.ts'

/** Reads the entries of a list from another service. Unknown members are ignored, and empty ones dropped. */
export type ReadEntry = (value: JsonValue | undefined) => DirectoryEntry | EntryFault

/** The fault of an entry. */
interface EntryFault {
  readonly fault: string
  /** Absent if it is invalid. */
  readonly id?: string
}

/** Creates the reader for entries of this list, and compiles its checks. */
export function createEntryReader(kind: DirectoryKind): ReadEntry {
  const schema = entryBodySchema(kind) as unknown as JsonObject
  const checker = compileChecker(schema, schema)
  return (value) =>
    isJsonObject(value) ? readEntry(kind, value, checker) : { fault: `must be an object, got ${quoted(value)}` }
}

/** Formats the value for a sentence in English. */
function quoted(value: unknown): string {
  return filled("{{'got'}}", { got: shown(value) }, ({ detail }) => detail)
}

function readEntry(kind: DirectoryKind, { id, ...body }: JsonObject, checker: Checker): DirectoryEntry | EntryFault {
  const kept = typeof id === 'string' ? directoryId(kind, id) : undefined
  if (kept === undefined) return { fault: `its id can be none, got ${quoted(id)}` }
  const list = createFaultList()
  const value =
    clean(body, checker.shape, list, { allowOverposting: true, keepNulls: false, advice: reason('leave-out') }) ?? {}
  checker.validate(value, list)
  const [fault] = list.faults
  if (fault) return { id: kept, fault: `${quoted(kept)} ${fault.pointer}: ${fault.detail}` }
  return entryFromBody(kept, value as OwnerBody)
}

/** The number of entries on a page, and the most entries of a list. */
export const pageSize = 500
export const entriesMax = 200_000

/** One page of a list, with unparsed entries. */
export interface Page {
  readonly total: number
  readonly results: readonly JsonValue[]
}

/**
 * Reads a list page by page: to its end, to a page without a new entry, or to the limit on entries. `complete` is true
 * if the list did not change meanwhile, so that missing entries no longer exist.
 */
export async function loadList(readPage: (offset: number, limit: number) => Promise<Page>, readEntry: ReadEntry) {
  const entries = new Map<string, DirectoryEntry>()
  /** Identifies every received entry, including faulty ones: by its id or, if that is invalid, by its fault. */
  const ids = new Set<string>()
  const faults: string[] = []
  const totals = new Set<number>()
  let total = 0
  for (let offset = 0; offset < entriesMax; ) {
    const page = await readPage(offset, pageSize)
    total = page.total
    totals.add(total)
    const known = ids.size
    for (const entry of page.results.map(readEntry)) {
      if ('fault' in entry) faults.push(entry.fault)
      else entries.set(entry.id, entry)
      ids.add('fault' in entry ? (entry.id ?? entry.fault) : entry.id)
    }
    offset += page.results.length
    if (ids.size === known || offset >= total) break
  }
  return { entries: [...entries.values()], ids, total, complete: totals.size === 1 && totals.has(ids.size), faults }
}

/** Returns the page in a response `{TotalHits, Results}`; undefined if it has another shape. */
export function pageOf(answer: JsonValue): Page | undefined {
  if (!isJsonObject(answer)) return undefined
  const { TotalHits: total, Results: results } = answer
  if (!Number.isSafeInteger(total) || !Array.isArray(results)) return undefined
  return { total: total as number, results }
}
