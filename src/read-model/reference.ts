import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { Place } from '../place/place.ts'
import { ownerName, type ResolvedNames, resolveNames } from '../place/view.ts'
import type { Row } from './row.ts'

/** The lists whose names a place shows: those of the directory, and the places that are parents. */
export type ReferredKind = DirectoryKind | 'parents'

/** The address of an entry of the directory, or of a parent. */
export interface ReferenceAddress {
  readonly kind: ReferredKind
  readonly id: string
}

/** An address with its name; null if the name is unknown. */
export interface NamedAddress extends ReferenceAddress {
  readonly name: string | null
}

/** A reference of a place, with the name that the place shows for it. */
export interface Reference<Kind extends ReferredKind = ReferredKind> extends NamedAddress {
  readonly kind: Kind
  /** The name of the owner that is stored with the place, for owners that the directory does not know (D16). */
  readonly stored?: string
}

/** Returns the current name of a reference; undefined if it is unknown. */
export type NameOf<Kind extends ReferredKind = ReferredKind> = (kind: Kind, id: string) => string | undefined

/** Returns the references of a row: those to the directory, and the parent. */
export function referencesOf({ place, names, parentName }: Pick<Row, 'place' | 'names' | 'parentName'>): Reference[] {
  const { parent } = place
  const entries = entriesOf(place, names)
  return parent ? [...entries, { kind: 'parents', id: parent.id, name: parentName ?? null }] : entries
}

/** Returns the references of a place to the directory, the owner first. */
export function entriesOf(
  { owner, categories = [], tags = [] }: Place,
  names: ResolvedNames,
): Reference<DirectoryKind>[] {
  return [
    { kind: 'owners', id: owner.id, name: names.owners[0]!, ...(owner.name !== undefined && { stored: owner.name }) },
    ...categories.map(
      ({ id }, at): Reference<DirectoryKind> => ({ kind: 'categories', id, name: names.categories[at]! }),
    ),
    ...tags.map(({ id }, at): Reference<DirectoryKind> => ({ kind: 'tags', id, name: names.tags[at]! })),
  ]
}

/** True if the place refers to the address. */
export function refersTo(place: Place, { kind, id }: ReferenceAddress): boolean {
  if (kind === 'owners') return place.owner.id === id
  return kind === 'parents' ? place.parent?.id === id : place[kind]?.some((area) => area.id === id) === true
}

/** Returns the name that a reference should show; null if none is known. */
export function currentName<Kind extends ReferredKind>(
  { kind, id, stored }: Reference<Kind>,
  nameOf: NameOf<Kind>,
): string | null {
  const known = nameOf(kind, id)
  return kind === 'owners' ? ownerName({ id, ...(stored !== undefined && { name: stored }) }, known) : (known ?? null)
}

/** Returns a row after some references, by `addressText`, have got these names. */
export function renamed(row: Row, changed: ReadonlyMap<string, NamedAddress>): Row {
  const { place } = row
  const names = new Map<string, NamedAddress>(referencesOf(row).map((shown) => [addressText(shown), shown]))
  const nameOf: NameOf = (kind, id) => {
    const key = addressText({ kind, id })
    return (changed.get(key) ?? names.get(key))?.name ?? undefined
  }
  const { parent } = place
  return { ...row, names: resolveNames(place, nameOf), parentName: parent && nameOf('parents', parent.id) }
}

/** Returns a reference as a text; the texts of one address begin with `addressText`. */
export function formatReference({ kind, id, name, stored }: Reference): string {
  return JSON.stringify(stored === undefined ? [kind, id, name] : [kind, id, name, stored])
}

/** Returns the beginning of the texts of all references to an address. */
export function addressText({ kind, id }: ReferenceAddress): string {
  return `${JSON.stringify([kind, id]).slice(0, -1)},`
}

/** Returns the beginning of the texts of all references of a kind. */
export function kindText(kind: ReferredKind): string {
  return `${JSON.stringify([kind]).slice(0, -1)},`
}

/** Parses the result of `formatReference`. */
export function parseReference(text: string): Reference {
  const [kind, id, name, stored] = JSON.parse(text) as [ReferredKind, string, string | null, string?]
  return { kind, id, name, ...(stored !== undefined && { stored }) }
}
