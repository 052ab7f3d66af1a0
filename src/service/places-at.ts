import type { Revision } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import { stateOf } from '../place/place-state.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './recent-changes.ts'

/** A child that an entry of its parent shows to callers who see only what is public, or hides from them (D57). */
export interface ChildChange {
  readonly id: PlaceId
  readonly isShown: boolean
}

/** The instants before and after an entry of the journal, at which a place and its parent are judged. */
function instantsOf({ kind, time }: { readonly kind: string; readonly time: Instant }): [Instant, Instant] {
  // Time itself brings a publication; all else happens to a place at one instant.
  return [kind === 'publication' ? time - 1 : time, time]
}

/** The first and the last entry of a write to a parent and its children. */
interface Family {
  readonly first: Revision
  readonly last: Revision
}

/** Most entries of one write that are looked at in each direction; of a larger one each is judged by itself. */
const familyMax = 10_000

/** Places as the journal had them, whatever has become of them since, and which of them were public (D50). */
export class PlacesAt {
  readonly #store: Pick<Store, 'history' | 'children'>
  readonly #changeAt: (revision: Revision) => Promise<Change<unknown> | undefined>

  constructor(
    store: Pick<Store, 'history' | 'children'>,
    changeAt: (revision: Revision) => Promise<Change<unknown> | undefined>,
  ) {
    this.#store = store
    this.#changeAt = changeAt
  }

  /** A place as of a revision; undefined before its first, and once it has been purged. */
  async place(id: PlaceId, revision: Revision): Promise<Place | undefined> {
    return (await this.#stored(id, revision)).place
  }

  /**
   * Returns whether the place of an entry was public before and is public after it; with `countsParent`, together with its
   * parent. One write may change a parent and its children in any order: the first entry of each child compares the parent
   * before that write with the parent after it.
   */
  async publicity(
    change: Change<unknown>,
    countsParent: boolean,
  ): Promise<{ readonly before: boolean; readonly after: boolean }> {
    const { id, revision } = change.entry
    const [instantBefore, instantAfter] = instantsOf(change.entry)
    const [before, after] = [await change.before(), change.place]
    const [wasPublished, isPublishedNow] = [isPublished(before, instantBefore), isPublished(after, instantAfter)]
    const parents = [wasPublished ? before?.parent?.id : undefined, isPublishedNow ? after?.parent?.id : undefined]
    if (!countsParent || parents.every((parent) => parent === undefined))
      return { before: wasPublished, after: isPublishedNow }
    const { first, last } = await this.#familyOf(change)
    const isFirst = first === revision || (await this.#stored(id, revision - 1)).revision < first
    // If the write has one entry, the parent is the same before and after, and is read once.
    const read = new Map<string, Promise<Place | undefined>>()
    const parentAt = (parent: PlaceId, at: Revision) =>
      read.getOrInsertComputed(`${parent} ${first === last || at === last}`, () => this.place(parent, at))
    const [former, latter] = parents
    const ofBefore =
      former === undefined || isPublished(await parentAt(former, isFirst ? first - 1 : last), instantBefore)
    const ofAfter = latter === undefined || isPublished(await parentAt(latter, last), instantAfter)
    return { before: wasPublished && ofBefore, after: isPublishedNow && ofAfter }
  }

  /**
   * Returns the children that this entry of their parent shows or hides, by id. A child that changes in the same write or
   * at the same instant is left to its own entry.
   */
  async childChanges(change: Change<unknown>, pause: () => Promise<void>): Promise<readonly ChildChange[]> {
    const { id, revision, kind, action } = change.entry
    if (change.place === undefined || change.place.parent !== undefined || action === 'create') return []
    const [before, after] = instantsOf(change.entry)
    const wasPublished = isPublished(await change.before(), before)
    const isShown = isPublished(change.place, after)
    if (wasPublished === isShown || (kind !== 'place' && kind !== 'publication')) return []
    const { first, last } = await this.#familyOf(change)
    const changes: ChildChange[] = []
    for (const child of await this.#store.children(id)) {
      await pause()
      const { place, revision: changed } = await this.#stored(child, last)
      const isUntouched = changed < Math.min(first, revision) && place?.parent?.id === id
      if (isUntouched && isPublished(place, before) && isPublished(place, after)) changes.push({ id: child, isShown })
    }
    return changes
  }

  async #stored(id: PlaceId, revision: Revision): Promise<{ readonly place?: Place; readonly revision: Revision }> {
    const [entry] = await this.#store.history(id, { offset: 0, limit: 1, before: revision + 1 })
    const place = entry?.document === undefined ? undefined : (JSON.parse(entry.document) as Place)
    return { ...(place && { place }), revision: entry?.revision ?? 0 }
  }

  /** Returns the neighbouring entries of the same write: same transaction (if it has an id), instant and family. */
  async #familyOf(change: Change<unknown>): Promise<Family> {
    const { entry, place } = change
    const parents = new Set([place?.parent?.id, (await change.before())?.parent?.id].filter((id) => id !== undefined))
    if (parents.size === 0) parents.add(entry.id)
    const isRelated = (other: Change<unknown> | undefined) =>
      other?.entry.time === entry.time &&
      other.entry.transactionId === entry.transactionId &&
      other.entry.kind === entry.kind &&
      (parents.has(other.entry.id) || parents.has(other.place?.parent?.id ?? '') || other.entry.action === 'disconnect')
    const end = async (step: 1 | -1) => {
      let at = entry.revision
      while (at + step > 0 && Math.abs(at - entry.revision) < familyMax && isRelated(await this.#changeAt(at + step)))
        at += step
      return at
    }
    return { first: await end(-1), last: await end(1) }
  }
}

function isPublished(place: Place | undefined, at: Instant): boolean {
  return place !== undefined && stateOf(place, at) === 'published'
}
