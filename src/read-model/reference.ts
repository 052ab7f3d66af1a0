import type { EntryAddress, NamedEntry, Names } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { Place } from '../place/place.ts'
import { ownerName, type ResolvedNames } from '../place/view.ts'

/** A reference of a place to an entry of the directory, with the name that the place shows for it. */
export interface Reference extends NamedEntry {
  /** The name of the owner that is stored with the place, for owners that the directory does not know (D16). */
  readonly stored?: string
}

/** Returns the references of a place, the owner first. */
export function referencesOf({ owner, categories = [], tags = [] }: Place, names: ResolvedNames): Reference[] {
  return [
    { kind: 'owners', id: owner.id, name: names.owners[0]!, ...(owner.name !== undefined && { stored: owner.name }) },
    ...categories.map(({ id }, at): Reference => ({ kind: 'categories', id, name: names.categories[at]! })),
    ...tags.map(({ id }, at): Reference => ({ kind: 'tags', id, name: names.tags[at]! })),
  ]
}

/** Returns the name that a reference should show by the current names of the directory; null if none is known. */
export function currentName(reference: Reference, names: Names): string | null {
  return shownName(reference, names.entry(reference.kind, reference.id)?.name)
}

function shownName({ kind, id, stored }: Reference, known: string | undefined): string | null {
  if (kind !== 'owners') return known ?? null
  return ownerName({ id, ...(stored !== undefined && { name: stored }) }, known)
}

/** Returns the names of a place's references after some entries, by `addressText`, have got these names. */
export function renamed(place: Place, names: ResolvedNames, changed: ReadonlyMap<string, NamedEntry>): ResolvedNames {
  const result: Record<DirectoryKind, (string | null)[]> = { owners: [], categories: [], tags: [] }
  for (const reference of referencesOf(place, names)) {
    const entry = changed.get(addressText(reference))
    result[reference.kind].push(entry ? shownName(reference, entry.name ?? undefined) : reference.name)
  }
  return result
}

/** Returns a reference as a text; the texts of one entry begin with `addressText`. */
export function formatReference({ kind, id, name, stored }: Reference): string {
  return JSON.stringify(stored === undefined ? [kind, id, name] : [kind, id, name, stored])
}

/** Returns the beginning of the texts of all references to an entry. */
export function addressText({ kind, id }: EntryAddress): string {
  return `${JSON.stringify([kind, id]).slice(0, -1)},`
}

/** Parses the result of `formatReference`. */
export function parseReference(text: string): Reference {
  const [kind, id, name, stored] = JSON.parse(text) as [DirectoryKind, string, string | null, string?]
  return { kind, id, name, ...(stored !== undefined && { stored }) }
}
