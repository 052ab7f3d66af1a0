/** What an entry takes beside its bytes, about: the key, the map, the buffer. */
const entryBytes = 256
/** Memory of a key: a character takes one byte, or two where one is beyond Latin-1. */
const keyCharacterBytes = 2

/** Bodies by what tells them apart, bounded in bytes; what was not asked for the longest goes first. */
export class KeptBodies {
  readonly #bytesMax: number
  readonly #bodies = new Map<string, Buffer>()
  #bytes = 0

  /** @param bytesMax What bodies and keys may take together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** What all that is kept takes, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Buffer | undefined {
    const body = this.#bodies.get(key)
    if (body !== undefined) {
      this.#bodies.delete(key)
      this.#bodies.set(key, body)
    }
    return body
  }

  /** Keeps a body that nobody changes, unless it takes more than a sixteenth of everything. */
  add(key: string, body: Buffer): void {
    const size = sizeOf(key, body)
    if (size > this.#bytesMax / 16) return
    this.#remove(key)
    this.#bodies.set(key, body)
    this.#bytes += size
    for (const oldest of this.#bodies.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const body = this.#bodies.get(key)
    if (body === undefined) return
    this.#bodies.delete(key)
    this.#bytes -= sizeOf(key, body)
  }
}

function sizeOf(key: string, body: Buffer): number {
  return key.length * keyCharacterBytes + body.length + entryBytes
}
