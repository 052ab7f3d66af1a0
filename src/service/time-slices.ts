import { unavailable } from '../common/problem.ts'
import { callerGone, searchMillisMax, searchTooLong } from '../common/search-budget.ts'

/** No read holds the thread for longer at a time, but for the end of the step in which it is then. */
const sliceMillis = 10
/** Longest time of a read beside others, in milliseconds. */
const elapsedMillisMax = 10_000
/** Reads that take turns, and reads that wait behind them; further ones are refused. */
const takingTurns = 4
const readsMax = 400

/** A read that may be done in slices. */
export interface SlicedRead<Result> {
  /** Begins the read; its steps take a few milliseconds each. */
  begin(): Generator<void, Result>
  /** True once nobody waits for the result. */
  isGone(): boolean
}

interface QueuedRead {
  readonly read: RunningRead<unknown>
  readonly since: number
  resolve(result: unknown): void
  reject(problem: unknown): void
}

/**
 * Reads without keeping others waiting: what is short is done at once; what takes longer is done in slices, one in each
 * turn of the event loop, however many reads there are. What takes too long is refused with 503.
 */
export class Slices {
  readonly #clock: () => number
  readonly #cpu: () => number
  /** The first ones take turns. */
  readonly #waiting: QueuedRead[] = []

  /**
   * @param clock Milliseconds since any moment.
   * @param cpu Milliseconds for which this thread has worked, whatever else the machine does.
   */
  constructor(clock: () => number = () => performance.now(), cpu: () => number = cpuMillis) {
    this.#clock = clock
    this.#cpu = cpu
  }

  /** Runs the first slice within the call, and resolves with the result. */
  async run<Result>(sliced: SlicedRead<Result>): Promise<Result> {
    const read = new RunningRead(sliced, this.#clock, this.#cpu)
    if (read.advance()) return read.result as Result
    return new Promise<Result>((resolve, reject) => this.#add(read, resolve as QueuedRead['resolve'], reject))
  }

  #add(read: RunningRead<unknown>, resolve: QueuedRead['resolve'], reject: QueuedRead['reject']): void {
    if (this.#waiting.length >= readsMax) {
      reject(unavailable(`${readsMax} long searches are under way; try again later`, 2))
      return
    }
    this.#waiting.push({ read, since: this.#clock(), resolve, reject })
    if (this.#waiting.length === 1) setImmediate(() => this.#turn())
  }

  /** Does one slice of the read whose turn it is. */
  #turn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) return
    try {
      checkPatience(next.read, this.#clock() - next.since)
      if (next.read.advance()) next.resolve(next.read.result)
      else this.#waiting.splice(Math.min(takingTurns - 1, this.#waiting.length), 0, next)
    } catch (error) {
      next.reject(error)
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}

function checkPatience({ isGone, workedMillis }: RunningRead<unknown>, elapsedMillis: number): void {
  if (isGone) throw callerGone()
  if (workedMillis > searchMillisMax) throw searchTooLong()
  if (elapsedMillis > elapsedMillisMax) {
    throw unavailable('other long searches took their turns too; try again later', 2)
  }
}

function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A read that has begun, and how far it is. */
class RunningRead<Result> {
  workedMillis = 0
  result: Result | undefined
  readonly #read: SlicedRead<Result>
  readonly #clock: () => number
  readonly #cpu: () => number
  #steps: Generator<void, Result> | undefined

  constructor(read: SlicedRead<Result>, clock: () => number, cpu: () => number) {
    this.#read = read
    this.#clock = clock
    this.#cpu = cpu
  }

  get isGone(): boolean {
    return this.#read.isGone()
  }

  /** Does a slice; whether it was the last one. */
  advance(): boolean {
    this.#steps ??= this.#read.begin()
    // Most reads end within the first slice, which only reads the clock.
    const isFirst = this.workedMillis === 0
    const worked = isFirst ? 0 : this.#cpu()
    const began = this.#clock()
    for (let millis = 0; millis < sliceMillis; millis = this.#clock() - began) {
      const step = this.#steps.next()
      if (step.done) {
        this.result = step.value
        return true
      }
    }
    this.workedMillis += isFirst ? sliceMillis : this.#cpu() - worked
    return false
  }
}
