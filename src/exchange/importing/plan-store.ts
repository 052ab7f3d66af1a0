import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FairShare } from '../../common/fair-share.ts'
import { Problem } from '../../common/problem.ts'
import { Semaphore } from '../../common/semaphore.ts'
import { kept, plansHoldTooMuch, RowFile, readingStopped } from './row-file.ts'

/** The limits of plans. */
interface PlanLimits {
  readonly plansOfCaller: number
  /** The bytes that all plans hold on disk. */
  readonly bytes: number
  readonly lifeMillis: number
}

const usualLimits: PlanLimits = { plansOfCaller: 5, bytes: 1_000_000_000, lifeMillis: 3_600_000 }

const sweepMillis = 60_000

/** The surroundings of a plan store. */
interface PlanSurroundings {
  /** A folder of this process only. */
  readonly folder: string
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly limits?: Partial<PlanLimits>
}

/**
 * The plans of imports: rows on disk, each set of them owned by the caller that made it. A plan is removed after an
 * hour without use, when its caller's key or session ends, when the caller makes one too many, and at a start.
 */
export class PlanStore {
  readonly #surroundings: PlanSurroundings
  readonly #limits: PlanLimits
  readonly #bytes: FairShare
  /** In the order of their last use. */
  readonly #plans = new Map<string, PlanFile>()

  readonly #creating = new Semaphore(1)
  readonly #sweeping: NodeJS.Timeout

  private constructor(surroundings: PlanSurroundings) {
    this.#surroundings = surroundings
    this.#sweeping = setInterval(() => void this.sweep(), sweepMillis).unref()
    this.#limits = { ...usualLimits, ...surroundings.limits }
    this.#bytes = new FairShare(this.#limits.bytes)
  }

  /** Opens a store without plans: those of a former process are removed. A disk that cannot be written to is no fault yet. */
  static async open(surroundings: PlanSurroundings): Promise<PlanStore> {
    await rm(surroundings.folder, { recursive: true, force: true }).catch(() => {})
    return new PlanStore(surroundings)
  }

  /**
   * Creates a plan, which is kept while `isPresent` says that its caller's key or session is valid. It replaces the one that its caller has used least recently if that has as many as it may; throws a
   * 409 if all of these are in use.
   */
  create(caller: string, isPresent: () => boolean): Promise<PlanFile> {
    // One at a time, so that no caller makes too many at once.
    return this.#creating.run(() => this.#create(caller, isPresent), caller)
  }

  async #create(caller: string, isPresent: () => boolean): Promise<PlanFile> {
    await this.sweep()
    const own = [...this.#plans.values()].filter((plan) => plan.caller === caller)
    if (own.length >= this.#limits.plansOfCaller) {
      const idle = own.find(({ isHeld }) => !isHeld)
      if (!idle) throw new Problem('conflict', `a caller has at most ${this.#limits.plansOfCaller} imports under way`)
      await this.remove(idle)
    }
    const id = randomUUID()
    const path = join(this.#surroundings.folder, id)
    const handle = await kept(this.#open(path))
    const usedAt = this.#surroundings.elapsed()
    const plan = new PlanFile({ id, caller, path, isPresent, handle, share: this.#bytes, usedAt })
    this.#plans.set(id, plan)
    return plan
  }

  async #open(path: string): Promise<FileHandle> {
    await mkdir(this.#surroundings.folder, { recursive: true, mode: 0o700 })
    return open(path, 'wx+', 0o600)
  }

  /** Returns a plan of the caller; throws a 404 if there is none here. */
  async find(id: string, caller: string): Promise<PlanFile> {
    await this.sweep()
    const plan = this.#plans.get(id)
    if (plan?.caller !== caller) {
      throw new Problem('not-found', 'there is no such plan here, or no longer: send the plan with the file')
    }
    plan.usedAt = this.#surroundings.elapsed()
    this.#plans.delete(id)
    this.#plans.set(id, plan)
    return plan
  }

  /** Removes the plans that are too old, or whose callers are gone. */
  async sweep(): Promise<void> {
    const oldest = this.#surroundings.elapsed() - this.#limits.lifeMillis
    for (const plan of [...this.#plans.values()]) {
      const isOver = plan.usedAt <= oldest && !plan.isHeld
      if (isOver || !plan.isPresent()) await this.remove(plan)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    for (const plan of [...this.#plans.values()]) await this.remove(plan)
    await rm(this.#surroundings.folder, { recursive: true, force: true })
  }

  async remove(plan: PlanFile): Promise<void> {
    if (this.#plans.delete(plan.id)) await plan.remove()
  }
}

/** The identity and means of a plan. */
interface PlanParts extends Pick<PlanFile, 'id' | 'caller' | 'isPresent' | 'usedAt' | 'path'> {
  readonly handle: FileHandle
  readonly share: FairShare
}

/** The rows of one plan, and before they are read the file that was sent. */
export class PlanFile extends RowFile {
  readonly id: string
  readonly caller: string
  /** The path of the rows. */
  readonly path: string
  /** Returns true while the key or session of the caller is valid. */
  readonly isPresent: () => boolean
  /** Milliseconds of the last use. */
  usedAt: number
  /** Number of calls that make, show or execute it. */
  uses = 0
  readonly #share: FairShare
  /** The bytes that it holds of the caller's share. */
  #held = 0
  readonly #removal = new AbortController()

  constructor({ id, caller, path, isPresent, handle, share, usedAt }: PlanParts) {
    super(handle, (bytes) => this.take(bytes))
    this.id = id
    this.caller = caller
    this.path = path
    this.isPresent = isPresent
    this.#share = share
    this.usedAt = usedAt
  }

  /** True while it must not be replaced by another plan of its caller. */
  get isHeld(): boolean {
    return this.uses > 0
  }

  /** Aborted when the plan is removed. */
  get removed(): AbortSignal {
    return this.#removal.signal
  }

  /** Takes bytes of the caller's share of the disk, and returns true if there were any left for a plan that exists. */
  take(bytes: number): boolean {
    const isTaken = !this.removed.aborted && this.#share.take(this.caller, bytes)
    if (isTaken) this.#held += bytes
    return isTaken
  }

  /** Keeps the bytes of a file on disk while `use` reads them; it gets their path. Throws a 503 if plans hold too much. */
  async receive<Result>(bytes: AsyncIterable<Uint8Array>, use: (path: string) => Promise<Result>): Promise<Result> {
    const path = `${this.path}.sent`
    let size = 0
    const counted = async function* (this: PlanFile) {
      for await (const part of readable(bytes)) {
        if (!this.take(part.length)) throw plansHoldTooMuch()
        size += part.length
        yield part
      }
    }.bind(this)
    try {
      await kept(writeFile(path, counted(), { flag: 'wx', mode: 0o600 }))
      return await use(path)
    } finally {
      await rm(path, { force: true })
      this.#give(size)
    }
  }

  #give(bytes: number): void {
    if (this.removed.aborted) return
    this.#share.give(this.caller, bytes)
    this.#held -= bytes
  }

  /** Closes and removes the rows. */
  async remove(): Promise<void> {
    this.#give(this.#held)
    this.#removal.abort()
    await this.close()
    await rm(this.path, { force: true })
  }
}

/** The bytes of a file; throws a Problem if it breaks off. */
async function* readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw readingStopped(error)
  }
}
