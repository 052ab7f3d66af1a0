import { asVisitor, type Caller, may } from '../access/access.ts'
import type { Names } from '../place/directory-entry.ts'
import { type DirectoryKind, directoryFields, directoryKinds } from '../place/directory-kinds.ts'
import type { Revision } from '../place/journal.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Place, PlaceId, PlaceView } from '../place/place.ts'
import { canonicalText, canonicalUuid } from '../place/text.ts'
import { escaped } from '../query/parse/filter-signs.ts'
import { parseSearch } from '../query/parse/parse.ts'
import type { Store } from '../store/store.ts'
import type { FoundDocument, SearchEngine } from './search-engine.ts'

interface WriterSightParts {
  readonly store: Pick<Store, 'entry'>
  readonly engine: Pick<SearchEngine, 'read' | 'search' | 'storedPlace'>
  readonly directory: Names
  readonly model: Model
}

/** Entries of the directory, each as `<list>/<id>`. */
type EntryIds = ReadonlySet<string>

const noEntries: EntryIds = new Set()
/** Entries whose names are shown to who may not read, of all that a body names; each takes a search. */
const entriesMax = 100

/**
 * Places as those see them who have just written them: published or not (D50). Who may not read sees no more of the
 * parent and of the directory than visitors do, so that writing is no way to learn what is not public (D40).
 */
export class WriterSight {
  readonly #parts: WriterSightParts

  constructor(parts: WriterSightParts) {
    this.#parts = parts
  }

  /** The entries of the directory that a body names and public places refer to; to be asked before the body is written. */
  async publicEntries(body: JsonObject, caller: Caller): Promise<EntryIds> {
    if (may(caller, 'read')) return noEntries
    const { engine, directory, model } = this.#parts
    const visitor = asVisitor(caller)
    const found = new Set<string>()
    const named = directoryKinds.flatMap((kind) => idsIn(kind, body).map((id) => ({ kind, id })))
    for (const { kind, id } of named.slice(0, entriesMax)) {
      if (directory.entry(kind, id) === undefined) continue
      const query = new URLSearchParams({ is: '*', limit: '0', [directoryFields[kind]]: escaped(id) })
      const request = parseSearch(query.toString(), { model, sees: 'public', narrowed: true })
      const { window } = await engine.search(request, visitor, () => false)
      if (window !== undefined && window.total > 0) found.add(entryId(kind, id))
    }
    return found
  }

  /** The place as its writer sees it; `known` are the entries of the directory that were public before. */
  async read(id: PlaceId, caller: Caller, known = noEntries): Promise<FoundDocument> {
    const { engine } = this.#parts
    const found = await engine.read(id, caller, { isWriter: true })
    if (may(caller, 'read')) return found
    const { revision } = found
    const place = JSON.parse(found.bytes.toString()) as PlaceView
    const { parent, owner, categories, tags } = place
    const seesParent = parent.id !== undefined && (await engine.storedPlace(parent.id, asVisitor(caller)))
    const areas = (kind: 'categories' | 'tags', given: PlaceView['tags']) =>
      given?.map((area) => (this.#isHidden(kind, area.id, known) ? { id: area.id } : area))
    const shown = {
      ...place,
      parent: seesParent ? parent : {},
      ...(this.#isHidden('owners', owner.id, known) && (await this.#withoutOwnerEntry(place, revision))),
      categories: areas('categories', categories),
      tags: areas('tags', tags),
    }
    return { id, revision, bytes: Buffer.from(JSON.stringify(shown)) }
  }

  #isHidden(kind: DirectoryKind, id: string, known: EntryIds): boolean {
    return this.#parts.directory.entry(kind, id) !== undefined && !known.has(entryId(kind, id))
  }

  /** The owner, slug and contact details of a place without its owner's entry, whose name is also in the slug (D48). */
  async #withoutOwnerEntry({ id, owner }: PlaceView, revision: Revision) {
    const entry = await this.#parts.store.entry(id, revision)
    const stored = JSON.parse(entry?.document ?? '{}') as Partial<Place>
    const name = stored.owner?.name ?? owner.id
    return { owner: { ...owner, name }, slug: undefined, contactInfo: stored.contactInfo }
  }
}

function entryId(kind: DirectoryKind, id: string): string {
  return `${kind}/${id}`
}

/** The ids that a body names in one list of the directory, as far as they can be read; the rules judge the rest. */
function idsIn(kind: DirectoryKind, body: JsonObject): string[] {
  const read = (value: JsonValue | undefined) => (isJsonObject(value) && typeof value.id === 'string' ? value.id : '')
  if (kind === 'owners') return [canonicalText(read(body.owner))]
  const areas = body[kind]
  if (!Array.isArray(areas)) return []
  return areas.map((area) => canonicalUuid(canonicalText(read(area)))).filter((id) => id !== undefined)
}
