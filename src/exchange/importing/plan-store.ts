import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FairShare } from '../../common/fair-share.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { Semaphore } from '../../common/semaphore.ts'
import type { JsonValue } from '../../place/json.ts'

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
    const handle = await kept(this.#open(id))
    const take = (bytes: number) => this.#bytes.take(caller, bytes)
    const plan = new PlanFile({ id, caller, isPresent, handle, take, usedAt: this.#surroundings.elapsed() })
    this.#plans.set(id, plan)
    return plan
  }

  async #open(id: string): Promise<FileHandle> {
    const { folder } = this.#surroundings
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return open(join(folder, id), 'wx+', 0o600)
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
    if (!this.#plans.delete(plan.id)) return
    this.#bytes.give(plan.caller, plan.bytes)
    await plan.close()
    await rm(join(this.#surroundings.folder, plan.id), { force: true })
  }
}

/** The identity and means of a plan. */
interface PlanParts extends Pick<PlanFile, 'id' | 'caller' | 'isPresent' | 'usedAt'> {
  readonly handle: FileHandle
  /** Takes bytes of the caller's share; returns false if there are none left. */
  readonly take: (bytes: number) => boolean
}

/** The keys of all rows are held in memory, in some 30 bytes each. */
const rowsMax = 2_000_000
/** Number of rows between those whose offsets are kept. */
const stride = 100
const readBytes = 64 * 1024

/** The rows of one plan, as lines of JSON in a file. They are added, then read in pages or from the beginning. */
export class PlanFile {
  readonly id: string
  readonly caller: string
  /** Returns true while the key or session of the caller is valid. */
  readonly isPresent: () => boolean
  /** Milliseconds of the last use. */
  usedAt: number
  /** Number of calls that make, show or execute it. */
  uses = 0
  bytes = 0
  rows = 0
  readonly #handle: FileHandle
  readonly #take: PlanParts['take']
  /** The offsets of every hundredth row. */
  readonly #offsets: number[] = []

  constructor({ id, caller, isPresent, handle, take, usedAt }: PlanParts) {
    this.id = id
    this.caller = caller
    this.isPresent = isPresent
    this.usedAt = usedAt
    this.#handle = handle
    this.#take = take
  }

  /** True while it must not be replaced by another plan of its caller. */
  get isHeld(): boolean {
    return this.uses > 0
  }

  /** Adds rows in their order; one call at a time. Throws a 503 if plans hold too much. */
  async add(rows: readonly JsonValue[]): Promise<void> {
    if (this.rows + rows.length > rowsMax) throw new Problem('body-too-large', `a plan has at most ${rowsMax} rows`)
    const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
    const size = lines.reduce((sum, { length }) => sum + length, 0)
    if (!this.#take(size)) throw unavailable('plans of imports hold too much: try again later, or split the file', 60)
    let at = this.bytes
    for (const { length } of lines) {
      if (this.rows % stride === 0) this.#offsets.push(at)
      this.rows += 1
      at += length
    }
    await kept(this.#handle.writev(lines, this.bytes))
    this.bytes = at
  }

  /** Yields the rows from one on, several at a time. */
  async *read(offset = 0): AsyncGenerator<readonly JsonValue[]> {
    let at = this.#offsets[Math.floor(offset / stride)] ?? this.bytes
    let skipped = offset % stride
    let begun: Buffer[] = []
    while (at < this.bytes) {
      const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(readBytes), 0, readBytes, at)
      if (bytesRead === 0) return
      at += bytesRead
      const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
      begun.push(buffer.subarray(0, end || bytesRead))
      if (end === 0) continue
      const lines = Buffer.concat(begun).toString('utf8').split('\n').slice(0, -1)
      begun = [buffer.subarray(end, bytesRead)]
      const wanted = lines.slice(skipped)
      skipped = Math.max(0, skipped - lines.length)
      if (wanted.length > 0) yield wanted.map((line) => JSON.parse(line) as JsonValue)
    }
  }

  /** Returns a page of rows. */
  async page(offset: number, limit: number): Promise<readonly JsonValue[]> {
    const found: JsonValue[] = []
    if (limit === 0) return found
    for await (const rows of this.read(offset)) {
      found.push(...rows.slice(0, limit - found.length))
      if (found.length >= limit) break
    }
    return found
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Resolves once something is on disk. Throws a 503 if the disk cannot be written to. */
function kept<Result>(writing: Promise<Result>): Promise<Result> {
  return writing.catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw unavailable(`the disk for plans of imports cannot be written to: ${code}`, 60)
  })
}
