import { unavailable } from '../../common/problem.ts'
import type { Session, SessionSource } from './session.ts'

/** The source of a pool's sessions, and its limits. */
export interface PoolOptions {
  readonly open: () => Promise<Session>
  /** Maximum number of sessions that are open at a time. */
  readonly sessionsMax: number
  /** Maximum number of callers that wait for a session; 1,000 by default. */
  readonly waitingMax?: number
  /** Longest time that a caller waits for a session that others have; 5 s by default. */
  readonly waitMillis?: number
}

/** A few sessions shared by many callers. */
export class SessionPool implements SessionSource {
  readonly #options: PoolOptions
  readonly #idle: Session[] = []
  readonly #open = new Set<Session>()
  readonly #waiting: PromiseWithResolvers<Session | undefined>[] = []
  /** Sessions that are open or being opened. */
  #count = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Rejects with the error of an unreachable server, or with `unavailable` if too many callers wait or one waits too
   * long.
   */
  async acquire(): Promise<Session> {
    if (this.#closed) throw unavailable('the store is closed')
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) if (!session.lost) return session
    if (this.#count >= this.#options.sessionsMax) {
      const freed = await this.#wait()
      if (freed && !freed.lost) return freed
    }
    return this.#openOne()
  }

  release(session: Session): void {
    const next = this.#waiting.shift()
    if (next) next.resolve(session.lost ? undefined : session)
    else if (this.#closed) void session.end()
    else if (!session.lost) this.#idle.push(session)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable('the store is closed'))
    await Promise.all([...this.#open].map((session) => session.end()))
  }

  #wait(): Promise<Session | undefined> {
    const { waitingMax = 1_000, waitMillis = 5_000 } = this.#options
    if (this.#waiting.length >= waitingMax)
      throw unavailable(`${waitingMax} reads of the database are waiting already`, 1)
    const waiting = Promise.withResolvers<Session | undefined>()
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      waiting.reject(unavailable('the database takes too long', 1))
    }, waitMillis)
    this.#waiting.push(waiting)
    return waiting.promise.finally(() => clearTimeout(timer))
  }

  async #openOne(): Promise<Session> {
    this.#count++
    try {
      const session = await this.#options.open()
      this.#open.add(session)
      session.onEnd(() => {
        if (this.#open.delete(session)) this.#count--
      })
      return session
    } catch (error) {
      this.#count--
      // A waiting caller then tries to open one itself.
      this.#waiting.shift()?.resolve(undefined)
      throw error
    }
  }
}
