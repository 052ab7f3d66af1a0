import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Place, PlaceId } from '../../place/place.ts'
import { writtenBody } from '../../place/rules/draft.ts'
import { defaultSource, type SourceKey } from '../../place/source.ts'
import type { Store } from '../../store/store.ts'
import { lineKinds } from '../importing/directory-line.ts'

/** The store's function that an export reads from. */
type ExportSource = Pick<Store, 'present'>

const kindsOfLists = new Map<DirectoryKind, string>([...lineKinds].map(([kind, list]) => [list, kind]))

/**
 * Exports everything that an import reads, as NDJSON lines with their LF: the entries of the directory, then the places
 * that are not deleted, parents before children. The key of a place that was never imported is its id. The record is
 * read three times, so that only the keys of parents are kept. Concurrent writes may be included or not.
 */
export async function* exportLines(source: ExportSource): AsyncGenerator<string> {
  for await (const entries of source.present('directory')) {
    for (const entry of entries) if (entry.document !== undefined) yield directoryLine(entry)
  }
  const keysOfParents = await parentKeys(source)
  for await (const { entry, place } of placesOf(source, () => true)) {
    if (place.parent) continue
    const pair = keyOf(entry)
    if (keysOfParents.has(place.id)) keysOfParents.set(place.id, pair)
    yield placeLine(place, keyMembers(pair))
  }
  for await (const { entry, place } of placesOf(source, mayHaveParent)) {
    if (!place.parent) continue
    const [pair, parent] = [keyOf(entry), keysOfParents.get(place.parent.id)!]
    const parentSource = parent.source === pair.source ? {} : { parentSource: parent.source }
    yield placeLine(place, { ...keyMembers(pair), parentKey: parent.key, ...parentSource })
  }
}

/** Returns the key of a place; its id, for one that was never imported. */
function keyOf({ id, sourceKey }: JournalEntry): SourceKey {
  return sourceKey ?? { source: defaultSource, key: id }
}

/** Returns the members that name a record; one without a source is of the default source. */
function keyMembers({ source, key }: SourceKey): JsonObject {
  return source === defaultSource ? { key } : { source, key }
}

/** A quick test that avoids parsing most documents; the text may also occur in a free object. */
function mayHaveParent(document: string): boolean {
  return document.includes('"parent":')
}

/** Returns the ids of all parents, each with its id as key until that is read. */
async function parentKeys(source: ExportSource): Promise<Map<PlaceId, SourceKey>> {
  const keys = new Map<PlaceId, SourceKey>()
  for await (const { place } of placesOf(source, mayHaveParent)) {
    if (place.parent) keys.set(place.parent.id, { source: defaultSource, key: place.parent.id })
  }
  return keys
}

async function* placesOf(
  source: ExportSource,
  wanted: (document: string) => boolean,
): AsyncGenerator<{ entry: JournalEntry; place: Place }> {
  for await (const entries of source.present('place')) {
    for (const entry of entries) {
      if (entry.document === undefined || !wanted(entry.document)) continue
      const place = JSON.parse(entry.document) as Place
      if (place.deleted === undefined) yield { entry, place }
    }
  }
}

function directoryLine({ id, document }: JournalEntry): string {
  const list = id.slice(0, id.indexOf('/')) as DirectoryKind
  const { id: entryId, name, ...rest } = JSON.parse(document!) as DirectoryEntry
  return `${JSON.stringify({ kind: kindsOfLists.get(list), id: entryId, name, ...rest })}\n`
}

/** The place as the body of a create; a child refers to its parent by key. */
function placeLine(place: Place, keys: JsonObject): string {
  const { parent: _, ...body } = writtenBody(place)
  return `${JSON.stringify({ ...keys, ...body })}\n`
}
