import type { Revision } from '../place/journal.ts'
import type { SealRow } from './sealing/seal-row.ts'
import type { SegmentData } from './segment/segment-data.ts'
import type { Bitset } from './sets/bitset.ts'

/** A sealed segment, and which of its ordinals are superseded or purged. */
export interface SegmentState {
  readonly data: SegmentData
  readonly dead: Bitset
}

/** All that an index knows up to a revision, as it can be kept and taken in again. */
export interface IndexState {
  readonly revision: Revision
  readonly segments: readonly SegmentState[]
  /** The places that are not sealed yet. */
  readonly rows: readonly SealRow[]
}
