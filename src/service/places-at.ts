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

/** A place as of a revision, and its last change before that; without a place if it was purged or did not exist. */
interface StoredPlace {
  readonly place?: Place
  readonly revision: Revision
}

/** The first and the last entry of a write. */
interface Write {
  readonly first: Revision
  readonly last: Revision
}

/** Places as the journal had them, whatever has become of them since, and which of them were public (D50). */
export class PlacesAt {
  readonly #store: Pick<Store, 'history' | 'childrenAt' | 'writeAround'>
  /** The end of the journal, as far as this process has it. */
  readonly #watermark: () => Revision
  /** The last write that was asked for, which holds until the journal grows. */
  #write: Write & { readonly watermark: Revision } = { first: 0, last: 0, watermark: 0 }

  constructor(store: Pick<Store, 'history' | 'childrenAt' | 'writeAround'>, watermark: () => Revision) {
    this.#store = store
    this.#watermark = watermark
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
    const { first, last } = await this.#writeOf(change)
    const isFirst = first === revision || (await this.#stored(id, revision - 1)).revision < first
    // If the write has one entry, the parent is the same before and after, and is read once.
    const read = new Map<string, Promise<StoredPlace>>()
    const parentAt = (parent: PlaceId, at: Revision) =>
      read.getOrInsertComputed(`${parent} ${first === last || at === last}`, () => this.#stored(parent, at))
    const [former, latter] = parents
    const parentAfter = latter === undefined ? undefined : await parentAt(latter, last)
    const ofAfter = parentAfter === undefined || isPublished(parentAfter.place, instantAfter)
    const isPublicNow = isPublishedNow && ofAfter
    if (former === undefined) return { before: wasPublished, after: isPublicNow }
    const parentBefore = await parentAt(former, isFirst ? first - 1 : last)
    // A purge has removed how the parent was. The child is then reported as shown, or as hidden, rather than not at all.
    const isUnknown = parentBefore.place === undefined && parentBefore.revision > 0
    const ofBefore = isUnknown ? !isPublicNow : isPublished(parentBefore.place, instantBefore)
    return { before: wasPublished && ofBefore, after: isPublicNow }
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
    const { first, last } = await this.#writeOf(change)
    const changes: ChildChange[] = []
    for (const child of await this.#store.childrenAt(id, last)) {
      await pause()
      const { place, revision: changed } = await this.#stored(child, last)
      const isUntouched = changed < Math.min(first, revision) && place?.parent?.id === id
      if (isUntouched && isPublished(place, before) && isPublished(place, after)) changes.push({ id: child, isShown })
    }
    return changes
  }

  async #stored(id: PlaceId, revision: Revision): Promise<StoredPlace> {
    const [entry] = await this.#store.history(id, { offset: 0, limit: 1, before: revision + 1 })
    const place = entry?.document === undefined ? undefined : (JSON.parse(entry.document) as Place)
    return { ...(place && { place }), revision: entry?.revision ?? 0 }
  }

  /** Returns the write of an entry: the neighbouring entries of its instant and, if it has an id, its transaction. */
  async #writeOf({ entry }: Change<unknown>): Promise<Write> {
    const watermark = this.#watermark()
    const { first, last, watermark: known } = this.#write
    if (watermark === known && first <= entry.revision && entry.revision <= last) return this.#write
    this.#write = { ...(await this.#store.writeAround(entry)), watermark }
    return this.#write
  }
}

function isPublished(place: Place | undefined, at: Instant): boolean {
  return place !== undefined && stateOf(place, at) === 'published'
}
