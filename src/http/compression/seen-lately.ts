/** About as many as are kept of the pages that are asked for most, so that a round of more than can be kept leaves no trace. */
const slots = 2048

/** Which texts came lately, about: by their hashes, each in a slot of its own until another takes that. */
export class SeenLately {
  readonly #hashes = new Uint32Array(slots)

  /** Notes a text; whether it has come lately already. */
  note(text: string): boolean {
    const hash = hashOf(text)
    const slot = hash % slots
    if (this.#hashes[slot] === hash) return true
    this.#hashes[slot] = hash
    return false
  }
}

/** FNV-1a over UTF-16 units, not zero. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
