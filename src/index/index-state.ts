import type { Revision } from '../place/journal.ts'
import type { Bitset } from './bitset.ts'
import type { SealRow } from './seal-job.ts'
import type { SegmentData } from './segment-data.ts'

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
