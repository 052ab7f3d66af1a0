const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The most that a body has of each: members of all its objects, and elements of all its lists (D20). */
export const valuesMax = 100_000

/**
 * Counts what JSON text would become, before it is parsed and in whatever pieces it comes. It looks at structural
 * characters outside of strings only, all of which are ASCII, which UTF-8 never uses inside others.
 */
export class JsonScan {
  /** Members of all objects, as often as a name is given. */
  members = 0
  /** How many objects and lists are open at most. */
  depthMax = 0
  #separators = 0
  #depth = 0
  #inString = false
  #escaped = false

  /** Elements of all lists; what is empty counts twice. */
  get elements(): number {
    return Math.max(0, this.#separators - this.members)
  }

  /** Takes in the next piece of the text. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (this.#escaped) this.#escaped = false
      else if (byte === quote) this.#inString = !this.#inString
      else if (this.#inString) this.#escaped = byte === backslash
      else if (byte === colon) this.members++
      else if (byte === comma) this.#separators++
      else if (byte === openObject || byte === openList) this.#open()
      else if (byte === closeObject || byte === closeList) this.#depth--
    }
  }

  #open(): void {
    this.#separators++
    this.#depth++
    if (this.#depth > this.depthMax) this.depthMax = this.#depth
  }
}
