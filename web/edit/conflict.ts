import {
  changedPointers,
  isSame,
  isWithin,
  type Json,
  type JsonObject,
  type Pointer,
  typeKeyIn,
  valueAt,
  withValuesOf,
} from '../body/json.ts'

/** One member that both have changed, differently. */
export interface Clash {
  readonly pointer: Pointer
  readonly mine: Json
  readonly theirs: Json
}

/** Two changes of the same body, laid side by side. */
export interface Comparison {
  /** What both changed: somebody has to choose. */
  readonly clashes: readonly Clash[]
  /** What only the other changed: it is taken over. */
  readonly taken: readonly Clash[]
}

/** A body before two changes, and after each. */
type Bodies = Record<'base' | 'mine' | 'theirs', JsonObject>

/** Compares my change of a body with the one that was made in between. */
export function compare(base: JsonObject, mine: JsonObject, theirs: JsonObject): Comparison {
  const changes = changesOf({ base, mine, theirs })
  const clashOf = (pointer: Pointer): Clash => ({
    pointer,
    mine: valueAt(mine, pointer),
    theirs: valueAt(theirs, pointer),
  })
  const theirChanges = changes.theirs.map(clashOf)
  const isMine = ({ pointer }: Clash) => changes.mine.some((own) => isWithin(own, pointer) || isWithin(pointer, own))
  return {
    clashes: theirChanges.filter((clash) => isMine(clash) && !isSame(clash.mine, clash.theirs)),
    taken: theirChanges.filter((clash) => !isMine(clash)),
  }
}

/** Their body with my changes over it, but for the clashes in which theirs was chosen. */
export function resolve(bodies: Bodies, theirsChosen: ReadonlySet<Pointer>): JsonObject {
  const { mine, theirs } = bodies
  const kept = changesOf(bodies).mine.filter(
    (own) => ![...theirsChosen].some((chosen) => isWithin(own, chosen) || isWithin(chosen, own)),
  )
  return withValuesOf(mine, kept, theirs)
}

const types: Pointer = '/placeTypes'

/** What each has changed. A place has one type: another one comes with all that belongs to it, and the former goes so. */
function changesOf({ base, mine, theirs }: Bodies): Record<'mine' | 'theirs', readonly Pointer[]> {
  const isOtherType = [mine, theirs].some((body) => typeKeyIn(body.placeTypes) !== typeKeyIn(base.placeTypes))
  const changes = (body: JsonObject) => {
    const pointers = changedPointers(base, body)
    return isOtherType ? [...new Set(pointers.map((at) => (isWithin(at, types) ? types : at)))] : pointers
  }
  return { mine: changes(mine), theirs: changes(theirs) }
}
