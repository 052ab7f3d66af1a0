import { GrowableBytes } from '../memory/growable.ts'

/** Some dozens of documents. */
const firstBytes = 32 * 1024

/**
 * The stored documents of places that are not sealed, by numbers in the order in which they came, as UTF-8 outside of
 * the heap: as texts they would be half of what the collector of young objects copies while others write.
 */
export class FreshDocuments {
  readonly #bytes = new GrowableBytes(firstBytes)
  /** Where each begins, and where the next one will. */
  readonly #starts: number[] = [0]

  add(document: string): void {
    this.#bytes.writeText(document)
    this.#starts.push(this.#bytes.length)
  }

  /** The document with this number, which must be there. */
  text(number: number): string {
    return this.#bytes.text(this.#starts[number]!, this.#starts[number + 1]!)
  }
}
