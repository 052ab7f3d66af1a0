import { documentBytesMax } from '../documents/documents.ts'

/** What the policy knows of a segment. */
export interface MergeCandidate {
  readonly places: number
  readonly documentBytes: number
}

/** Candidates are taken up to so many times what has been taken before, so that sizes stay apart by that factor. */
const growth = 2

/**
 * The segments to merge with `start` places that are to be merged anyway (0: none): from the smallest on, as long as
 * each is at most twice what there is before it. So sizes grow geometrically, there are about log₃(n) segments, and a
 * place is merged about as often. `placesMax` bounds what one merge takes on.
 */
export function chooseMerge<Candidate extends MergeCandidate>(
  candidates: readonly Candidate[],
  { start, placesMax }: { readonly start: number; readonly placesMax: number },
): Candidate[] {
  const chosen: Candidate[] = []
  let places = start
  let bytes = 0
  for (const candidate of candidates.toSorted((a, b) => a.places - b.places)) {
    const isFirst = chosen.length === 0 && start === 0
    const fits = places + candidate.places <= placesMax && bytes + candidate.documentBytes <= documentBytesMax
    if (!fits || !(isFirst || candidate.places <= growth * places)) break
    chosen.push(candidate)
    places += candidate.places
    bytes += candidate.documentBytes
  }
  return chosen.length + (start > 0 ? 1 : 0) > 1 ? chosen : []
}
