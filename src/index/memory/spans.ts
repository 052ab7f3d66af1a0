/** Runs of bytes in the order in which they are wanted; used again and again, so that a page allocates nothing for them. */
export class Spans {
  count = 0
  starts = new Uint32Array(128)
  ends = new Uint32Array(128)

  clear(): void {
    this.count = 0
  }

  /** Adds the bytes from `start` up to but not including `end`; those that follow the last ones belong to the same run. */
  add(start: number, end: number): void {
    const last = this.count - 1
    if (last >= 0 && this.ends[last] === start) {
      this.ends[last] = end
      return
    }
    if (this.count === this.starts.length) this.#grow()
    this.starts[this.count] = start
    this.ends[this.count++] = end
  }

  #grow(): void {
    const [starts, ends] = [this.starts, this.ends]
    this.starts = new Uint32Array(2 * starts.length)
    this.ends = new Uint32Array(2 * ends.length)
    this.starts.set(starts)
    this.ends.set(ends)
  }
}
