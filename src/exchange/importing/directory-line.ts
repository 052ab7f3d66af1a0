import { isDeepStrictEqual } from 'node:util'
import { type Fault, Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { checkEntryBody, directoryId, entryFromBody, noDirectoryId } from '../../directory/entry-schema.ts'
import type { DirectoryEntry, Names } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import type { JsonObject, JsonValue } from '../../place/json.ts'
import { canonicalText } from '../../place/text.ts'

/** The list of the directory for each `kind` of a line (D49). */
export const lineKinds: ReadonlyMap<string, DirectoryKind> = new Map([
  ['owner', 'owners'],
  ['category', 'categories'],
  ['tag', 'tags'],
])

/** A line as an entry, or all of its faults, with its id if that can be read. */
type DirectoryLine =
  | { readonly list: DirectoryKind; readonly entry: DirectoryEntry }
  | { readonly faults: readonly Fault[]; readonly key?: string }

/** Reads an imported line with `kind` as an entry of the directory, by the same rules as for PUT /directory/… */
export function readDirectoryLine({ kind, id, ...body }: JsonObject, below: Pick<Names, 'entry'>): DirectoryLine {
  const list = typeof kind === 'string' ? lineKinds.get(kind.trim().toLowerCase()) : undefined
  const key = typeof id === 'string' ? canonicalText(id) : undefined
  const keyed = key === undefined ? {} : { key }
  if (list === undefined) {
    return { faults: [{ pointer: '/kind', ...reason('entry-kind', { got: shown(kind) }) }], ...keyed }
  }
  const faults = idFaults(list, key, id)
  try {
    const kept = key === undefined ? undefined : directoryId(list, key)
    const checked = checkEntryBody(list, body, kept === undefined ? undefined : below.entry(list, kept))
    if (faults.length > 0) return { faults, ...keyed }
    return { list, entry: entryFromBody(directoryId(list, key!)!, checked) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { faults: [...faults, ...error.faults], ...keyed }
  }
}

function idFaults(list: DirectoryKind, key: string | undefined, given: JsonValue | undefined): readonly Fault[] {
  if ((given ?? null) === null) return [{ pointer: '/id', ...reason('required') }]
  if (key === undefined) return [{ pointer: '/id', ...reason('not-text', { got: shown(given) }) }]
  return directoryId(list, key) === undefined ? [{ pointer: '/id', ...noDirectoryId(list, key) }] : []
}

function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** The directory during an import: the entries read so far on top of those known before. */
export class EntryOverlay {
  readonly #below: Names
  /** The entries read so far, by list and id. */
  readonly #read = new Map<string, DirectoryEntry>()

  constructor(below: Names) {
    this.#below = below
  }

  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined {
    return this.#read.get(`${kind}/${id}`) ?? this.#below.entry(kind, id)
  }

  /** Adds the entry; returns its status. */
  put(kind: DirectoryKind, entry: DirectoryEntry): 'created' | 'changed' | 'unchanged' {
    const before = this.entry(kind, entry.id)
    if (before !== undefined && isDeepStrictEqual(plain(before), plain(entry))) return 'unchanged'
    this.#read.set(`${kind}/${entry.id}`, entry)
    return before === undefined ? 'created' : 'changed'
  }
}

/** The entry without prototypes and absent members, which do not count. */
function plain(entry: DirectoryEntry): unknown {
  return JSON.parse(JSON.stringify(entry))
}
