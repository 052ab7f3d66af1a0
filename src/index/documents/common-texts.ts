import { GrowableBytes, GrowableUint32 } from '../memory/growable.ts'
import { asBuffer, toSharedUint32 } from '../memory/shared.ts'

/** Texts that documents of a segment share, such as who wrote them, each once: number i has the bytes from start i to start i + 1. */
export interface CommonTexts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** So many texts are kept once, of at most so many UTF-16 code units; the others stand where they are used. */
const textsMax = 4_096
const textLengthMax = 128

/** Gives texts their numbers. */
export class CommonTextsBuilder {
  readonly #numbers = new Map<string, number>()
  readonly #bytes = new GrowableBytes()
  readonly #starts = new GrowableUint32()

  constructor() {
    this.#starts.push(0)
  }

  /** Undefined for a text that is too long, or where there are too many already. */
  numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text)
    if (known !== undefined || text.length > textLengthMax || this.#numbers.size >= textsMax) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    this.#bytes.writeText(text)
    this.#starts.push(this.#bytes.length)
    return number
  }

  /** The texts in memory of their own, which threads share. */
  finish(): CommonTexts {
    return { bytes: this.#bytes.toShared(), starts: toSharedUint32(this.#starts.view()) }
  }
}

/** Takes over texts of a merged segment as they are met, so that those of documents that are gone are left behind. */
export class CommonTextsMerge {
  readonly #into: CommonTextsBuilder
  readonly #bytes: Buffer
  readonly #starts: Uint32Array
  readonly #numbers = new Map<number, number | undefined>()

  constructor({ bytes, starts }: CommonTexts, into: CommonTextsBuilder) {
    this.#into = into
    this.#bytes = asBuffer(bytes)
    this.#starts = starts
  }

  /** The new number of a text; undefined where it has to stand where it is used. */
  numberOf(number: number): number | undefined {
    if (!this.#numbers.has(number)) {
      const text = this.#bytes.toString('utf8', this.#starts[number]!, this.#starts[number + 1]!)
      this.#numbers.set(number, this.#into.numberOf(text))
    }
    return this.#numbers.get(number)
  }
}
