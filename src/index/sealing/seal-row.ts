import type { Place } from '../../place/place.ts'
import type { Row } from '../documents/place-reader.ts'

/** A place as it goes to the thread that seals: parsed there. */
export interface SealRow {
  readonly document: string
  readonly revision: number
  readonly parentName?: string
}

/** The row that a message brought; parsed now where `place` is not at hand. */
export function fromSealRow({ document, revision, parentName }: SealRow, place?: Place): Row {
  return { place: place ?? (JSON.parse(document) as Place), document, revision, parentName }
}
