import { setImmediate, setTimeout } from 'node:timers/promises'
import type { PlaceId } from '../../place/place.ts'
import {
  addressText,
  currentName,
  type NamedAddress,
  type NameOf,
  type ReferenceAddress,
} from '../../read-model/reference.ts'
import type { Leaf } from '../hits.ts'
import { Segment } from '../segment/segment.ts'

/** Number of places that are rebuilt within the change of a name; the thread of the merges rebuilds more. */
const atOnceMax = 128
/** Number of places that are rebuilt in one step beside others. */
const stepPlaces = 64
/** Number of places that the thread rebuilds into one segment. */
const segmentPlaces = 8_192
/** Pause after a failed job. */
const failedMillis = 1_000

/** The functions of an index that a renaming needs. */
interface RenamingOptions {
  readonly nameOf: NameOf
  readonly leaves: () => readonly Leaf[]
  /** True if no job works on the segment. */
  readonly isIdle: (segment: Segment) => boolean
  /** Resolves after the next end of a job. */
  readonly nextEnd: () => Promise<void>
  /** Rebuilds the row of a place by the current names. */
  readonly rebuild: (leaf: Leaf, ordinal: number) => void
  /** Moves places into a segment of their own, under these names; without a promise once that is done. */
  readonly move: (segment: Segment, ordinals: Uint32Array, names: readonly NamedAddress[]) => Promise<void> | undefined
  /** True if steps must not wait for other work. */
  readonly inline: boolean
}

/** An address whose new name some places do not show yet. */
interface Pending {
  readonly address: ReferenceAddress
  /** Number of places when the name changed. */
  readonly places: number
}

/** The places of one leaf that show a former name. */
interface Outdated {
  readonly leaf: Leaf
  readonly ordinals: Uint32Array
}

/** Rebuilds the rows of places that show a former name of an entry or of their parent: few at once, others in batches. */
export class Renaming {
  readonly #options: RenamingOptions
  readonly #pending = new Map<string, Pending>()
  readonly #waiting: (() => void)[] = []
  #isRunning = false
  /** Number of finished steps; answers before and after one may differ. */
  #steps = 0

  constructor(options: RenamingOptions) {
    this.#options = options
  }

  /** Number of places that may still show a former name. */
  get places(): number {
    return this.#pending.values().reduce((sum, { places }) => sum + places, 0)
  }

  /** Differs between two states of a renaming; undefined if every place shows the current names. */
  get state(): number | undefined {
    return this.#pending.size === 0 ? undefined : this.#steps
  }

  /** The parents whose new names some children do not show yet. */
  get parents(): PlaceId[] {
    const pending = [...this.#pending.values()]
    return pending.flatMap(({ address }) => (address.kind === 'parents' ? [address.id] : []))
  }

  /** Rebuilds the rows of places that show a former name of these addresses, at once if they are few. */
  add(addresses: Iterable<ReferenceAddress>): void {
    let left = atOnceMax
    for (const address of addresses) {
      const outdated = this.#outdated([address], Number.POSITIVE_INFINITY)
      const places = outdated.reduce((sum, { ordinals }) => sum + ordinals.length, 0)
      if (places === 0) continue
      if (places <= left) {
        left -= places
        this.#rebuild(outdated)
      } else this.#pending.set(addressText(address), { address, places })
    }
    this.#advance()
  }

  /** Rebuilds every row that shows another name than the directory has, or a former name of these parents. */
  reconcile(parents: readonly PlaceId[] = []): void {
    const { leaves, nameOf } = this.#options
    const outdated = new Map<string, ReferenceAddress>()
    for (const leaf of leaves())
      for (const reference of leaf.references())
        if (reference.name !== currentName(reference, nameOf)) outdated.set(addressText(reference), reference)
    this.add([...outdated.values(), ...parents.map((id) => ({ kind: 'parents', id }) as const)])
  }

  /** Forgets everything, as the places are dropped or nobody searches them any more. */
  clear(): void {
    this.#pending.clear()
    this.#wake()
  }

  /** Resolves when the places of these addresses, or of all, show the current names; those of more places are left out. */
  async settle(addresses?: readonly ReferenceAddress[], placesMax = Number.POSITIVE_INFINITY): Promise<void> {
    const keys = addresses && new Set(addresses.map(addressText))
    const isAwaited = ([key, { places }]: readonly [string, Pending]) => (keys?.has(key) ?? true) && places <= placesMax
    while (this.#pending.entries().some(isAwaited)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** The outdated places of these addresses by leaf, at most `placesMax` per leaf. */
  #outdated(addresses: readonly ReferenceAddress[], placesMax: number): Outdated[] {
    const { leaves, nameOf } = this.#options
    return leaves().flatMap((leaf) => {
      const ordinals = new Set<number>()
      for (const address of addresses) {
        for (const ordinal of leaf.otherwiseNamed(address, nameOf)) {
          if (ordinals.size >= placesMax) break
          ordinals.add(ordinal)
        }
      }
      return ordinals.size === 0 ? [] : [{ leaf, ordinals: Uint32Array.from(ordinals).sort() }]
    })
  }

  #rebuild(outdated: readonly Outdated[]): void {
    for (const { leaf, ordinals } of outdated) {
      for (const ordinal of ordinals) this.#options.rebuild(leaf, ordinal)
    }
  }

  /** Works until a step has to wait, and goes on when it is done. */
  #advance(): void {
    while (!this.#isRunning && this.#pending.size > 0) {
      const step = this.#step()
      if (step === undefined) continue
      this.#isRunning = true
      // A failed job has been reported; its places are tried again.
      void step
        .catch(() => setTimeout(failedMillis, undefined, { ref: false }))
        .then(() => {
          this.#isRunning = false
          this.#advance()
        })
    }
  }

  /** Rebuilds some places; a promise if it takes longer. The addresses of the fewest places come first. */
  #step(): Promise<void> | undefined {
    const { isIdle, nextEnd, move, nameOf, inline } = this.#options
    this.#steps++
    const sorted = [...this.#pending.values()].sort((one, other) => one.places - other.places)
    const addresses = batchOf(sorted).map(({ address }) => address)
    const outdated = this.#outdated(addresses, segmentPlaces)
    const recent = outdated.find(({ leaf }) => !leaf.isSegment)
    const moved = outdated.find(({ leaf }) => leaf instanceof Segment && isIdle(leaf))
    if (outdated.length === 0) {
      for (const address of addresses) this.#pending.delete(addressText(address))
      this.#wake()
    } else if (recent) {
      this.#rebuild([{ leaf: recent.leaf, ordinals: recent.ordinals.subarray(0, stepPlaces) }])
      if (!inline) return setImmediate()
    } else if (moved) {
      const named = addresses.map(({ kind, id }) => ({ kind, id, name: nameOf(kind, id) ?? null }))
      return move(moved.leaf as Segment, moved.ordinals, named)
    } else return nextEnd()
    return undefined
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** The first addresses that have together no more places than a segment takes; at least one. */
function batchOf(sorted: readonly Pending[]): Pending[] {
  let places = 0
  return sorted.filter((pending, at) => {
    places += pending.places
    return at === 0 || places <= segmentPlaces
  })
}
