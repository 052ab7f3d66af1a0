import { type Checker, compileChecker } from '../place/check/check.ts'
import { clean } from '../place/check/clean.ts'
import { createFaultList, shown } from '../place/check/fault-list.ts'
import type { DirectoryEntry, DirectoryKind } from '../place/directory-entry.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import { directoryId, entryBodySchema, entryFromBody, type OwnerBody } from './entry-schema.ts'

/** Reads the entries of a list as another service writes them: unknown members are passed over, empty ones dropped. */
export type ReadEntry = (value: JsonValue | undefined) => DirectoryEntry | EntryFault

/** What is wrong with an entry. */
export interface EntryFault {
  readonly fault: string
}

/** The function that reads entries of this list; compiles its checks. */
export function createEntryReader(kind: DirectoryKind): ReadEntry {
  const schema = entryBodySchema(kind) as unknown as JsonObject
  const checker = compileChecker(schema, schema)
  return (value) =>
    isJsonObject(value) ? readEntry(kind, value, checker) : { fault: `must be an object, got ${shown(value)}` }
}

function readEntry(kind: DirectoryKind, { id, ...body }: JsonObject, checker: Checker): DirectoryEntry | EntryFault {
  const kept = typeof id === 'string' ? directoryId(kind, id) : undefined
  if (kept === undefined) return { fault: `its id can be none, got ${shown(id)}` }
  const list = createFaultList()
  const value = clean(body, checker.shape, list, { allowOverposting: true, keepNulls: false, advice: '' }) ?? {}
  checker.validate(value, list)
  const [fault] = list.faults
  return fault ? { fault: `${shown(kept)} ${fault.pointer}: ${fault.detail}` } : entryFromBody(kept, value as OwnerBody)
}

/** A list as far as it was read. */
export interface LoadedList {
  readonly entries: readonly DirectoryEntry[]
  /** Whether nothing moved meanwhile, so that what is missing is gone. */
  readonly complete: boolean
  /** What was wrong with entries that were left out. */
  readonly faults: readonly string[]
}

/** Entries of one page, and the most entries of one list. */
export const pageSize = 500
export const entriesMax = 200_000

/** One page of a list, its entries unread. */
export interface Page {
  readonly total: number
  readonly results: readonly JsonValue[]
}

/** Reads a whole list page by page. */
export async function loadList(
  readPage: (offset: number, limit: number) => Promise<Page>,
  readEntry: ReadEntry,
): Promise<LoadedList> {
  const entries = new Map<string, DirectoryEntry>()
  const faults: string[] = []
  const totals = new Set<number>()
  let offset = 0
  for (let page = 0; page * pageSize < entriesMax; page++) {
    const { total, results } = await readPage(offset, pageSize)
    totals.add(total)
    for (const result of results) {
      const entry = readEntry(result)
      if ('fault' in entry) faults.push(entry.fault)
      else entries.set(entry.id, entry)
    }
    offset += results.length
    if (results.length === 0 || offset >= total) break
  }
  const complete = totals.size === 1 && totals.has(entries.size)
  return { entries: [...entries.values()], complete, faults }
}

/** The page that an answer `{TotalHits, Results}` holds; undefined when it has another shape. */
export function pageOf(answer: JsonValue): Page | undefined {
  if (!isJsonObject(answer)) return undefined
  const { TotalHits: total, Results: results } = answer
  if (!Number.isSafeInteger(total) || !Array.isArray(results)) return undefined
  return { total: total as number, results }
}
