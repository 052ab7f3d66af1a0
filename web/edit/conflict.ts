import { changedPointers, isSame } from '../body/difference.ts'
import { type Json, type JsonObject, type Pointer, valueAt, withValueAt } from '../body/pointer.ts'

/** One member that both have changed, differently. */
export interface Clash {
  readonly pointer: Pointer
  readonly before: Json
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

/** Compares my change of a body with the one that was made in between. */
export function compare(base: JsonObject, mine: JsonObject, theirs: JsonObject): Comparison {
  const myChanges = changedPointers(base, mine)
  const clashOf = (pointer: Pointer): Clash => ({
    pointer,
    before: valueAt(base, pointer),
    mine: valueAt(mine, pointer),
    theirs: valueAt(theirs, pointer),
  })
  const theirChanges = changedPointers(base, theirs).map(clashOf)
  const isMine = ({ pointer }: Clash) =>
    myChanges.some((own) => own === pointer || own.startsWith(`${pointer}/`) || pointer.startsWith(`${own}/`))
  return {
    clashes: theirChanges.filter((clash) => isMine(clash) && !isSame(clash.mine, clash.theirs)),
    taken: theirChanges.filter((clash) => !isMine(clash)),
  }
}

/** Their body with my changes over it, but for the clashes in which theirs was chosen. */
export function resolve(
  bodies: Record<'base' | 'mine' | 'theirs', JsonObject>,
  theirsChosen: ReadonlySet<Pointer>,
): JsonObject {
  const { base, mine, theirs } = bodies
  const kept = changedPointers(base, mine).filter(
    (own) => ![...theirsChosen].some((chosen) => isWithin(own, chosen) || isWithin(chosen, own)),
  )
  return kept.reduce<Json>((body, pointer) => withValueAt(body, pointer, valueAt(mine, pointer)), theirs) as JsonObject
}

function isWithin(inner: Pointer, outer: Pointer): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}
