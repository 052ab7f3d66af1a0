import type { Names } from '../place/directory-entry.ts'
import type { JsonObject } from '../place/json.ts'
import type { Place, PlaceView } from '../place/place.ts'
import { nameIn, type ResolvedNames, resolveNames, viewResolved } from '../place/view.ts'
import { type ParentFacts, publicSpan, type Span } from './public-span.ts'

/** A row as threads and snapshots store it; `parseRow` parses it. */
export interface StoredRow {
  /** The JSON of the place. */
  readonly document: string
  readonly revision: number
  /** The names of its owner, categories and tags. */
  readonly names: ResolvedNames
  /** The name of its parent; absent if it has no parent or an unknown one. */
  readonly parentName?: string | undefined
  /** The span in which it is public; absent if that is the place's own publication. */
  readonly publicSpan?: Span | undefined
}

/** A place as both engines take it in: the stored place and everything that it shows of others. */
export interface Row extends Omit<StoredRow, 'document'> {
  readonly place: Place
  /** The JSON of the place, if known. */
  readonly document?: string
}

/** A place of the record, its revision, and its JSON if known. */
export type RecordedPlace = Pick<Row, 'place' | 'document' | 'revision'>

/** Parses a stored row. */
export function parseRow(row: StoredRow): Row {
  return { ...row, place: JSON.parse(row.document) as Place }
}

/** Serializes a row for storage. */
export function storedRow({ place, document = JSON.stringify(place), ...rest }: Row): StoredRow {
  return { ...rest, document }
}

/** Builds the row of a place from the place, its parent and the names of the directory. */
export function rowOf(
  { place, document, revision }: RecordedPlace,
  parent: ParentFacts | undefined,
  names: Names | ResolvedNames,
): Row {
  const span = publicSpan(place, parent)
  return {
    place,
    revision,
    names: 'entry' in names ? resolveNames(place, nameIn(names)) : names,
    ...(document !== undefined && { document }),
    parentName: parent?.name,
    ...(span && { publicSpan: span }),
  }
}

/** Returns the place of a row as seen by a caller with all permissions. */
export function viewOfRow({ place, names, parentName }: Pick<Row, 'place' | 'names' | 'parentName'>): PlaceView {
  return viewResolved(place, names, parentName)
}

/** Restores the row of a place from its complete document, with all names. `ownerName` is the one stored with the place. */
export function rowFrom(
  document: JsonObject,
  { ownerName, ...facts }: Pick<Row, 'revision' | 'publicSpan'> & { readonly ownerName: string | undefined },
): Row {
  const { parent, shortDescription, owner, categories, tags, ...rest } = document as unknown as PlaceView
  const idsOf = (areas: PlaceView['tags']) => areas?.map(({ id }) => ({ id }))
  const namesOf = (areas: PlaceView['tags'] = []) => areas.map(({ name }) => name ?? null)
  const place = {
    ...rest,
    ...(parent.id !== undefined && { parent: { id: parent.id } }),
    ...(shortDescription !== undefined && shortDescription !== rest.name && { shortDescription }),
    owner: { id: owner.id, ...(ownerName !== undefined && { name: ownerName }), type: owner.type },
    ...(categories && { categories: idsOf(categories) }),
    ...(tags && { tags: idsOf(tags) }),
  }
  const names = { owners: [owner.name ?? null], categories: namesOf(categories), tags: namesOf(tags) }
  return { place: place as Place, names, parentName: parent.name, ...facts }
}
