import type { Place } from '../../place/place.ts'
import type { Row } from '../documents/place-reader.ts'

/** A place as it goes to the thread that seals: parsed there. */
export interface SealRow extends Pick<Row, 'orphan' | 'seen'> {
  readonly document: string
  readonly revision: number
  readonly parentName?: string
}

/** The row that a message brought; parsed now where `place` is not at hand. */
export function fromSealRow(row: SealRow, place?: Place): Row {
  return { parentName: undefined, ...row, place: place ?? (JSON.parse(row.document) as Place) }
}
