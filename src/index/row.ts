import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Place } from '../place/place.ts'
import { readValues, type ValueSink } from '../query/values.ts'
import { type ParentFacts, publicSpan, type Span } from '../read-model/public-span.ts'

/** A row as threads and snapshots store it; `parseRow` parses it. */
export interface StoredRow {
  /** The JSON of the place. */
  readonly document: string
  readonly revision: number
  /** The name of its parent; absent if it has no parent or an unknown one. */
  readonly parentName?: string | undefined
  /** The span in which it is public; absent if that is the place's own publication. */
  readonly publicSpan?: Span
}

/** A place as the index holds it: the stored place and facts that it does not contain. */
export interface Row extends Omit<StoredRow, 'document'> {
  readonly place: Place
  /** The JSON of the place, if known. */
  readonly document?: string
}

/** Parses a stored row. */
export function parseRow(row: StoredRow): Row {
  return { ...row, place: JSON.parse(row.document) as Place }
}

/** Serializes a row for storage. */
export function storedRow({ place, document = JSON.stringify(place), ...rest }: Row): StoredRow {
  return { ...rest, document }
}

/** Builds the row of a place from the place and its parent. */
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

/** Reads the values of a place, except its id and the names that the directory supplies at query time. */
export type PlaceReader = (row: Pick<Row, 'place' | 'parentName'>, sink: ValueSink) => void

/** Creates the reader of a model. A place without a short description uses its name instead (D15). */
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

/** Restores the row of a place from its full document. */
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
