import { filled, reason } from '../common/reason.ts'
import { type Checker, compileChecker } from '../place/check/check.ts'
import { clean } from '../place/check/clean.ts'
import { createFaultList, shown } from '../place/check/fault-list.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import { directoryId, entryBodySchema, entryFromBody, type OwnerBody } from './entry-schema.ts'

/** Reads the entries of a list as another service writes them: unknown members are passed over, empty ones dropped. */
export type ReadEntry = (value: JsonValue | undefined) => DirectoryEntry | EntryFault

/** What is wrong with an entry. */
interface EntryFault {
  readonly fault: string
  /** Absent: it can be none. */
  readonly id?: string
}

/** The function that reads entries of this list; compiles its checks. */
export function createEntryReader(kind: DirectoryKind): ReadEntry {
  const schema = entryBodySchema(kind) as unknown as JsonObject
  const checker = compileChecker(schema, schema)
  return (value) =>
    isJsonObject(value) ? readEntry(kind, value, checker) : { fault: `must be an object, got ${told(value)}` }
}

/** The value as a sentence in English shows it. */
function told(value: unknown): string {
  return filled("{{'got'}}", { got: shown(value) }, ({ detail }) => detail)
}

function readEntry(kind: DirectoryKind, { id, ...body }: JsonObject, checker: Checker): DirectoryEntry | EntryFault {
  const kept = typeof id === 'string' ? directoryId(kind, id) : undefined
  if (kept === undefined) return { fault: `its id can be none, got ${told(id)}` }
  const list = createFaultList()
  const value =
    clean(body, checker.shape, list, { allowOverposting: true, keepNulls: false, advice: reason('leave-out') }) ?? {}
  checker.validate(value, list)
  const [fault] = list.faults
  if (fault) return { id: kept, fault: `${told(kept)} ${fault.pointer}: ${fault.detail}` }
  return entryFromBody(kept, value as OwnerBody)
}

/** Entries of one page, and the most entries of one list. */
export const pageSize = 500
export const entriesMax = 200_000

/** One page of a list, its entries unread. */
export interface Page {
  readonly total: number
  readonly results: readonly JsonValue[]
}

/**
 * Reads a list page by page: to its end, to a page without a new entry, or as far as a list is read. `complete` says that
 * nothing moved meanwhile, so that what is missing is gone.
 */
export async function loadList(readPage: (offset: number, limit: number) => Promise<Page>, readEntry: ReadEntry) {
  const entries = new Map<string, DirectoryEntry>()
  /** What tells apart all entries that came, those left out included: their id or, where that can be none, their fault. */
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

/** The page that an answer `{TotalHits, Results}` holds; undefined when it has another shape. */
export function pageOf(answer: JsonValue): Page | undefined {
  if (!isJsonObject(answer)) return undefined
  const { TotalHits: total, Results: results } = answer
  if (!Number.isSafeInteger(total) || !Array.isArray(results)) return undefined
  return { total: total as number, results }
}
