import { RecentlyUsed } from '../../recently-used.ts'

/** What an entry takes beside its bytes, about: the key, the map, the buffer. */
const entryBytes = 256
/** Memory of a key: a character takes one byte, or two where one is beyond Latin-1. */
const keyCharacterBytes = 2

/** Bodies by what tells them apart, bounded in bytes; what was not asked for the longest goes first. */
export class KeptBodies {
  readonly #bytesMax: number
  readonly #bodies: RecentlyUsed<string, Buffer>

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

  /** Keeps a body that nobody changes, unless it takes more than a sixteenth of everything. */
  add(key: string, body: Buffer): void {
    if (sizeOf(key, body) <= this.#bytesMax / 16) this.#bodies.set(key, body)
  }
}

function sizeOf(key: string, body: Buffer): number {
  return key.length * keyCharacterBytes + body.length + entryBytes
}
