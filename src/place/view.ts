import type { Names } from './directory-entry.ts'
import type { DirectoryKind } from './directory-kinds.ts'
import type { Owner, Place, PlaceView, SubjectArea } from './place.ts'

/**
 * Returns the place as seen by a caller with all permissions. `parentName` is the name of its parent, if it has one.
 */
export function viewPlace(place: Place, names: Names, parentName: string | undefined): PlaceView {
  const { id, parent, name, slug, shortDescription, owner, categories, tags, ...rest } = place
  return {
    id,
    parent: parent ? { id: parent.id, ...(parentName !== undefined && { name: parentName }) } : {},
    name,
    slug,
    shortDescription: shortDescription ?? name,
    ...rest,
    owner: { id: owner.id, name: ownerName(owner, names), type: owner.type },
    ...(categories && { categories: withNames(categories, 'categories', names) }),
    ...(tags && { tags: withNames(tags, 'tags', names) }),
  }
}

/** Returns the owner's name: the directory's, else the one stored with the place, else the id (D16). */
export function ownerName(owner: Owner, names: Names): string {
  return names.entry('owners', owner.id)?.name ?? owner.name ?? owner.id
}

function withNames(areas: readonly SubjectArea[], kind: DirectoryKind, names: Names): PlaceView['tags'] & object {
  return areas.map(({ id }) => {
    const name = names.entry(kind, id)?.name
    return name === undefined ? { id } : { id, name }
  })
}
