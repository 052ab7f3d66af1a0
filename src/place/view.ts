import type { Names } from './directory-entry.ts'
import type { DirectoryKind } from './directory-kinds.ts'
import type { Owner, Place, PlaceView, SubjectArea } from './place.ts'

/** The names of a place's references, in their order: the one owner, the categories, the tags; null where unknown. */
export type ResolvedNames = Readonly<Record<DirectoryKind, readonly (string | null)[]>>

/**
 * Returns the place as seen by a caller with all permissions. `parentName` is the name of its parent, if it has one.
 */
export function viewPlace(place: Place, names: Names, parentName: string | undefined): PlaceView {
  return viewResolved(place, resolveNames(place, nameIn(names)), parentName)
}

/** Returns the place as `viewPlace` does, with names that are already resolved. */
export function viewResolved(place: Place, names: ResolvedNames, parentName: string | undefined): PlaceView {
  const { id, parent, name, slug, shortDescription, owner, categories, tags, ...rest } = place
  return {
    id,
    parent: parent ? { id: parent.id, ...(parentName !== undefined && { name: parentName }) } : {},
    name,
    slug,
    shortDescription: shortDescription ?? name,
    ...rest,
    owner: { id: owner.id, name: names.owners[0] ?? ownerName(owner, undefined), type: owner.type },
    ...(categories && { categories: withNames(categories, names.categories) }),
    ...(tags && { tags: withNames(tags, names.tags) }),
  }
}

/** Returns the name of an entry of the directory; undefined if it is unknown. */
export type NameOfEntry = (kind: DirectoryKind, id: string) => string | undefined

/** Returns the lookup of the current names of the directory. */
export function nameIn(names: Names): NameOfEntry {
  return (kind, id) => names.entry(kind, id)?.name
}

/** Returns the names for the references of a place. */
export function resolveNames({ owner, categories = [], tags = [] }: Place, nameOf: NameOfEntry): ResolvedNames {
  return {
    owners: [ownerName(owner, nameOf('owners', owner.id))],
    categories: categories.map(({ id }) => nameOf('categories', id) ?? null),
    tags: tags.map(({ id }) => nameOf('tags', id) ?? null),
  }
}

/** Returns the owner's name: `known` by the directory, else the one stored with the place, else the id (D16). */
export function ownerName({ id, name }: Pick<Owner, 'id' | 'name'>, known: string | undefined): string {
  return known ?? name ?? id
}

function withNames(areas: readonly SubjectArea[], names: readonly (string | null)[]): PlaceView['tags'] & object {
  return areas.map(({ id }, at) => {
    const name = names[at]
    return typeof name === 'string' ? { id, name } : { id }
  })
}
