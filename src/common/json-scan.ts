const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The most members of all objects in a body, and the most elements of all its lists (D20). */
export const valuesMax = 100_000

/**
 * Counts the values in JSON text before it is parsed, in pieces of any size. It examines only structural characters
 * outside strings. All of them are ASCII, which UTF-8 never uses within other characters.
 */
export class JsonScan {
  /** The members of all objects; repeated names count each time. */
  members = 0
  /** The greatest number of objects and lists open at once. */
  depthMax = 0
  #separators = 0
  #depth = 0
  #inString = false
  #escaped = false

  /** The elements of all lists; empty objects and lists count twice. */
  get elements(): number {
    return Math.max(0, this.#separators - this.members)
  }

  /** Adds the next piece of the text. */
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
