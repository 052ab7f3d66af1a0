import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Place } from '../place/place.ts'
import { readValues, type ValueSink } from '../query/values.ts'
import { type ParentFacts, publicSpan, type Span } from '../read-model/public-span.ts'

/** A row as threads and snapshots have it; parsed by `parseRow`. */
export interface StoredRow {
  /** The JSON of the place. */
  readonly document: string
  readonly revision: number
  /** The name of its parent; absent when it has none, or none that is known. */
  readonly parentName?: string | undefined
  /** When it is public; absent: as long as it is published itself. */
  readonly publicSpan?: Span
}

/** A place as the index takes it in: the stored place and what is not in it. */
export interface Row extends Omit<StoredRow, 'document'> {
  readonly place: Place
  /** The JSON of the place, where it is at hand. */
  readonly document?: string
}

/** The way from a row as it is stored. */
export function parseRow(row: StoredRow): Row {
  return { ...row, place: JSON.parse(row.document) as Place }
}

/** The row as it is stored. */
export function storedRow({ place, document = JSON.stringify(place), ...rest }: Row): StoredRow {
  return { ...rest, document }
}

/** The row of a place under its parent. */
export function rowOf(
  { place, document, revision }: Pick<Row, 'place' | 'document' | 'revision'>,
  parent: ParentFacts | undefined,
): Row {
  const span = publicSpan(place, parent)
  return {
    place,
    revision,
    ...(document !== undefined && { document }),
    parentName: parent?.name,
    ...(span && { publicSpan: span }),
  }
}

/** Reads the values of a place, all but its id and those that come from the directory at the moment of a query. */
export type PlaceReader = (row: Pick<Row, 'place' | 'parentName'>, sink: ValueSink) => void

/** The reader of a model. The name is the short description of a place without one (D15). */
export function createPlaceReader(model: Model): PlaceReader {
  return ({ place, parentName }, sink) => {
    const { id: _, owner, parent, ...rest } = place
    const named = parent && parentName !== undefined ? { ...parent, name: parentName } : parent
    const stored = {
      ...(named && { parent: named }),
      shortDescription: place.name,
      ...rest,
      owner: { id: owner.id, type: owner.type },
    }
    readValues(stored as unknown as JsonObject, model, sink)
  }
}

/** The way back from a document in full to the stored place. */
export function rowFrom(
  document: JsonObject,
  { revision, ownerName }: { revision: number; ownerName: string | undefined },
): Row {
  const { parent, shortDescription, owner, ...rest } = document as unknown as Place & {
    parent: { id?: string; name?: string }
  }
  const place = {
    ...rest,
    ...(parent.id !== undefined && { parent: { id: parent.id } }),
    ...(shortDescription !== undefined && shortDescription !== rest.name && { shortDescription }),
    owner: { id: owner.id, ...(ownerName !== undefined && { name: ownerName }), type: owner.type },
  }
  return { place: place as Place, revision, parentName: parent.name }
}
