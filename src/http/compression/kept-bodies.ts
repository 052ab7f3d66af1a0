import { RecentlyUsed } from '../../recently-used.ts'
import { SeenLately } from './seen-lately.ts'

/** What an entry takes beside its bytes, about: the key, the map, the buffer. */
const entryBytes = 256
/** Memory of a key: a character takes one byte, or two where one is beyond Latin-1. */
const keyCharacterBytes = 2

/**
 * Bodies by what tells them apart, bounded in bytes; what was not asked for the longest goes first. When it is full, a
 * body has to be brought a second time before others go for it: pages that are asked for once, one after the other,
 * would drive out all that are asked for again, and each would be memory to collect.
 */
export class KeptBodies {
  readonly #bytesMax: number
  readonly #bodies: RecentlyUsed<string, Buffer>
  readonly #seen = new SeenLately()

  /** @param bytesMax What bodies and keys may take together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#bodies = new RecentlyUsed(bytesMax, sizeOf)
  }

  /** What all that is kept takes, in bytes. */
  get bytes(): number {
    return this.#bodies.bytes
  }

  get(key: string): Buffer | undefined {
    return this.#bodies.get(key)
  }

  /** Keeps a body that nobody changes, unless it takes more than a sixteenth of everything, or for the first time what others have. */
  add(key: string, body: Buffer): void {
    const size = sizeOf(key, body)
    if (size > this.#bytesMax / 16) return
    if (this.bytes + size <= this.#bytesMax || this.#seen.note(key)) this.#bodies.set(key, body)
  }
}

function sizeOf(key: string, body: Buffer): number {
  return key.length * keyCharacterBytes + body.length + entryBytes
}
