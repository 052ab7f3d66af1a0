import { LruCache } from '../common/lru-cache.ts'
import type { Names } from '../place/directory-entry.ts'
import type { JournalEntry, Revision } from '../place/journal.ts'
import type { Place, PlaceId } from '../place/place.ts'
import type { Store } from '../store/store.ts'

/** Entries that are read from the store at once; each may have a document of a megabyte. */
const readMax = 16
/** The memory of an entry without its document. */
const entryBytes = 1_000
/** The memory of a document, of what is parsed of it and of the one before it, for each character. */
const bytesOfCharacter = 12
/** Places in each of two generations of touched ones. */
const touchedMax = 10_000

/** A value that depends on names and present places, with the moment of its derivation. */
interface Derivation<Derived> {
  readonly value: Derived
  readonly revision: Revision
  readonly namesVersion: number
}

/** An entry of the journal, parsed once for all its readers. */
export class Change<Derived> {
  readonly entry: JournalEntry
  /** The memory that all of it takes. */
  bytes: number
  derivation: Derivation<Derived> | undefined
  readonly #store: Pick<Store, 'history'>
  #place: Place | undefined
  #before: Place | undefined
  #isBeforeKnown = false

  constructor(entry: JournalEntry, store: Pick<Store, 'history'>) {
    this.entry = entry
    this.bytes = entryBytes + bytesOfCharacter * (entry.document?.length ?? 0)
    this.#store = store
    this.#isBeforeKnown = entry.action === 'create'
  }

  /** The place of this revision; undefined where the entry is about none, or the place was purged since. */
  get place(): Place | undefined {
    const { kind, document } = this.entry
    if (document === undefined || (kind !== 'place' && kind !== 'publication')) return undefined
    this.#place ??= JSON.parse(document) as Place
    return this.#place
  }

  /** Returns the place before this revision, or undefined. */
  async before(): Promise<Place | undefined> {
    const { kind, id, revision } = this.entry
    if (kind === 'publication') return this.place
    if (!this.#isBeforeKnown) {
      const [entry] = await this.#store.history(id, { offset: 0, limit: 1, before: revision })
      if (entry?.document !== undefined) this.#before = JSON.parse(entry.document) as Place
      this.#isBeforeKnown = true
    }
    return this.#before
  }

  /** The places whose present state is part of what is derived. */
  get concerned(): readonly (PlaceId | undefined)[] {
    return [this.entry.id, this.#place?.parent?.id, this.#before?.parent?.id]
  }
}

interface RecentChangesParts<Derived> {
  readonly store: Pick<Store, 'changes' | 'history'>
  readonly names: Pick<Names, 'version'>
  /** The revision up to which present places are seen. */
  readonly watermark: () => Revision
  /** Returns the initial value of a change. */
  readonly underived: () => Derived
  /** The memory that all kept changes may take together. */
  readonly bytesMax: number
}

/**
 * The most recently requested changes, bounded in bytes: each is read and parsed once, however many receive it. The values
 * derived from a change are dropped when its place, its parent or a name changes.
 */
export class RecentChanges<Derived> {
  readonly #parts: RecentChangesParts<Derived>
  readonly #touched = new TouchedPlaces()
  #kept: LruCache<Revision, Change<Derived>>
  /** Goes up when what is being read does not hold any more. */
  #age = 0

  constructor(parts: RecentChangesParts<Derived>) {
    this.#parts = parts
    this.#kept = emptyCache(parts.bytesMax)
  }

  /** The memory that the kept changes take. */
  get bytes(): number {
    return this.#kept.bytes
  }

  /** The change of that revision, which is read with those behind it; undefined where the journal ends before it. */
  async at(revision: Revision): Promise<Change<Derived> | undefined> {
    for (;;) {
      const known = this.#kept.get(revision)
      if (known) return known
      const age = this.#age
      const entries = await this.#parts.store.changes(revision - 1, readMax)
      if (age !== this.#age) continue
      // Backwards, since the first is needed next and must not be evicted for the others.
      for (const entry of entries.slice(1).reverse()) this.of(entry)
      return entries[0] && this.of(entries[0])
    }
  }

  /** The change that an entry of the journal is. */
  of(entry: JournalEntry): Change<Derived> {
    return this.#kept.getOrMake(entry.revision, () => new Change(entry, this.#parts.store))
  }

  /** Returns the derived values of a change that still hold; callers add to them and count their memory. */
  derivedOf(change: Change<Derived>): Derived {
    const { names, watermark, underived } = this.#parts
    const { derivation } = change
    const isPresent =
      derivation?.namesVersion === names.version &&
      !change.concerned.some((id) => id !== undefined && this.#touched.isAfter(id, derivation.revision))
    if (derivation && isPresent) return derivation.value
    change.derivation = { value: underived(), revision: watermark(), namesVersion: names.version }
    return change.derivation.value
  }

  /** Counts memory that was added to a change. */
  count(change: Change<Derived>, bytes: number): void {
    const { revision } = change.entry
    change.bytes += bytes
    if (this.#kept.get(revision) === change) this.#kept.set(revision, change)
  }

  /** Takes in entries that were written, before searches see them. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, action, id, revision } of entries) {
      if (kind === 'place' || kind === 'publication') this.#touched.add(id, revision)
      // The earlier entries of the place have lost their documents.
      if (kind === 'place' && action === 'purge') this.reset()
    }
  }

  /** Forgets every change, since the journal is not what it was. */
  reset(): void {
    this.#age++
    this.#kept = emptyCache(this.#parts.bytesMax)
  }
}

function emptyCache<Derived>(bytesMax: number): LruCache<Revision, Change<Derived>> {
  return new LruCache(bytesMax, (_, { bytes }) => bytes)
}

/** The last revisions of recently touched places, in two generations; the older one is dropped as a whole. */
class TouchedPlaces {
  #young = new Map<PlaceId, Revision>()
  #old = new Map<PlaceId, Revision>()
  /** Places touched after these revisions are in the younger generation, and in one of both. */
  #youngAfter: Revision = 0
  #knownAfter: Revision = 0

  add(id: PlaceId, revision: Revision): void {
    if (this.#young.size >= touchedMax) {
      this.#old = this.#young
      this.#young = new Map()
      this.#knownAfter = this.#youngAfter
      this.#youngAfter = revision - 1
    }
    this.#young.set(id, revision)
  }

  /** Returns true if a place was, or may have been, touched after a revision. */
  isAfter(id: PlaceId, revision: Revision): boolean {
    const last = this.#young.get(id) ?? this.#old.get(id) ?? 0
    return revision < this.#knownAfter || last > revision
  }
}
