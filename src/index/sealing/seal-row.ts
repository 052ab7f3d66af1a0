import type { Place } from '../../place/place.ts'
import type { Row } from '../documents/place-reader.ts'

/** A place as it goes to the thread that seals: parsed there. */
export interface SealRow {
  readonly document: string
  readonly revision: number
  readonly parentName?: string
}

/** The row that goes by a message, and the way back. */
export function toSealRow({ place, document, revision, parentName }: Row): SealRow {
  return { document: document ?? JSON.stringify(place), revision, ...(parentName !== undefined && { parentName }) }
}

/** The row that a message brought. */
export function fromSealRow({ document, revision, parentName }: SealRow): Row {
  return { place: JSON.parse(document) as Place, revision, parentName }
}
