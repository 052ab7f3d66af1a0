/** What a scan has found at its end. */
export interface ScanEnd {
  /** Whether the list was there, and whether it and the object around it were closed. */
  readonly found: boolean
  readonly closed: boolean
  /** The text around the elements, up to the limit; undefined when longer. */
  readonly rest: Buffer | undefined
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const noMatch = -1

/**
 * Cuts the elements out of the member `member` of a JSON object that is never held whole. It looks at structure only
 * (all structural characters are ASCII, which UTF-8 never uses inside others); each element is parsed by the caller.
 */
export class ListScanner {
  readonly #member: Buffer
  readonly #element: BoundedBytes
  readonly #rest: BoundedBytes
  #depth = 0
  /** How many bytes of the last string beside the elements are the name of the member. */
  #matched = noMatch
  #inString = false
  #escaped = false
  #inList = false
  #found = false
  #closed = false

  constructor(member: string, maxBytes: number) {
    this.#member = Buffer.from(member)
    this.#element = new BoundedBytes(maxBytes)
    this.#rest = new BoundedBytes(maxBytes)
  }

  /** Takes in the next bytes and gives the elements that they complete; undefined is one longer than the limit. */
  scan(bytes: Buffer): (Buffer | undefined)[] {
    const elements: (Buffer | undefined)[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (this.#inString) this.#insideString(byte)
      else if (this.#inList && this.#depth === 2 && (byte === comma || byte === closeList)) {
        this.#element.add(bytes.subarray(from, at))
        elements.push(this.#element.take())
        from = at + 1
        if (byte === closeList) this.#leaveList()
      } else if (this.#opensList(byte)) {
        this.#rest.add(bytes.subarray(from, at))
        from = at + 1
      } else this.#outsideString(byte)
    }
    const target = this.#inList ? this.#element : this.#rest
    target.add(bytes.subarray(from))
    return elements
  }

  end(): ScanEnd {
    return { found: this.#found, closed: this.#closed && this.#depth === 0, rest: this.#rest.take() }
  }

  #insideString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) {
      this.#inString = false
      return
    }
    this.#matched = this.#depth === 1 && byte === this.#member[this.#matched] ? this.#matched + 1 : noMatch
  }

  #outsideString(byte: number): void {
    if (byte === quote) {
      this.#inString = true
      this.#matched = 0
    } else if (byte === openList || byte === openObject) this.#depth += 1
    else if (byte === comma) this.#matched = noMatch
    else if (byte === closeList || byte === closeObject) {
      this.#depth = Math.max(0, this.#depth - 1)
      if (this.#depth === 0) this.#closed = true
    }
  }

  /** Whether the byte opens the list of the member; goes into it. */
  #opensList(byte: number): boolean {
    if (byte !== openList || this.#depth !== 1 || this.#found || this.#matched !== this.#member.length) return false
    this.#depth = 2
    this.#found = this.#inList = true
    return true
  }

  #leaveList(): void {
    this.#inList = false
    this.#depth = 1
    this.#matched = noMatch
  }
}

/** Bytes up to a limit; beyond it they are counted, not kept. */
class BoundedBytes {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Buffer): void {
    this.#size += part.length
    if (this.#size > this.#maxBytes) this.#parts = []
    else this.#parts.push(part)
  }

  take(): Buffer | undefined {
    const bytes = this.#size > this.#maxBytes ? undefined : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return bytes
  }
}
