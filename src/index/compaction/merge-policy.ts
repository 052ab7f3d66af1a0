import { documentBytesMax } from '../documents/documents.ts'

/** What the policy knows of a segment. */
export interface MergeCandidate {
  readonly places: number
  /** Of these places. */
  readonly documentBytes: number
}

/**
 * Candidates are taken up to so many times what has been taken before. The larger, the fewer segments, and the oftener a
 * place is merged: with 2 instead of 1.25 4.8 segments instead of 5.7, and 5.9 times instead of 4.6, when places all over
 * a million are written by and by; 2.5 instead of 3.0, and 1.5 times instead of 0.9, when these are always the same 2,000.
 * With 1 or less, segments of about the same size may never be merged.
 */
const growth = 1.25

/**
 * The segments to merge with `start` places that are to be merged anyway (0: none): from the smallest on, as long as
 * each is at most `growth` times what there is before it. So sizes grow geometrically, and there are some log(n) segments.
 * `placesMax` bounds what one merge takes on, and so do the documents that a segment can hold, of which half is left to the
 * `start`, as whose bytes are not known; a segment with too many is passed over, so that it keeps no others apart.
 */
export function chooseMerge<Candidate extends MergeCandidate>(
  candidates: readonly Candidate[],
  { start, placesMax }: { readonly start: number; readonly placesMax: number },
): Candidate[] {
  const chosen: Candidate[] = []
  const bytesMax = start > 0 ? documentBytesMax / 2 : documentBytesMax
  let places = start
  let bytes = 0
  for (const candidate of candidates.toSorted((a, b) => a.places - b.places)) {
    const isFirst = chosen.length === 0 && start === 0
    const fits = places + candidate.places <= placesMax
    if (!fits || !(isFirst || candidate.places <= growth * places)) break
    if (bytes + candidate.documentBytes > bytesMax) continue
    chosen.push(candidate)
    places += candidate.places
    bytes += candidate.documentBytes
  }
  return chosen.length + (start > 0 ? 1 : 0) > 1 ? chosen : []
}
