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

/** A member that both have changed, to different values. */
export interface Clash {
  readonly pointer: Pointer
  readonly mine: Json
  readonly theirs: Json
}

/** A comparison of two changes of the same body. */
export interface Comparison {
  /** Changed by both; the user must choose. */
  readonly clashes: readonly Clash[]
  /** Changed only by the other; adopted. */
  readonly taken: readonly Clash[]
}

/** A body before two changes, and after each of them. */
type Bodies = Record<'base' | 'mine' | 'theirs', JsonObject>

/** Compares one's own change of a body with a concurrent one. */
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

/** Returns their body with one's own changes applied, except the clashes for which theirs was chosen. */
export function resolve(bodies: Bodies, theirsChosen: ReadonlySet<Pointer>): JsonObject {
  const { mine, theirs } = bodies
  const kept = changesOf(bodies).mine.filter(
    (own) => ![...theirsChosen].some((chosen) => isWithin(own, chosen) || isWithin(chosen, own)),
  )
  return withValuesOf(mine, kept, theirs)
}

const types: Pointer = '/placeTypes'

/**
 * Returns the members that each side changed. A place has one type, so a change of type counts as one change, with all
 * data of the types.
 */
function changesOf({ base, mine, theirs }: Bodies): Record<'mine' | 'theirs', readonly Pointer[]> {
  const isOtherType = [mine, theirs].some((body) => typeKeyIn(body.placeTypes) !== typeKeyIn(base.placeTypes))
  const changes = (body: JsonObject) => {
    const pointers = changedPointers(base, body)
    return isOtherType ? [...new Set(pointers.map((at) => (isWithin(at, types) ? types : at)))] : pointers
  }
  return { mine: changes(mine), theirs: changes(theirs) }
}
