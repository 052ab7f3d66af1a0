import { type Caller, type KeySession, type PersonSession, type SessionKey, signatureOf } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { makeKey, type NewKey } from '../access/secret.ts'
import { LruCache } from '../common/lru-cache.ts'
import { Problem } from '../common/problem.ts'
import type { Instant } from '../place/place.ts'
import type { Command } from '../store/store.ts'

/** A session is renewed after this fraction (1/n) of its time. */
export const renewedShare = 8
/** Maximum number of sessions of one person or key; more end the one that was renewed longest ago. */
const sessionsPerHolderMax = 20
/** Maximum number of expired sessions that one sign-in removes. */
const forgottenMax = 100
/** Minimum interval between two attempts to extend a session, and the number of sessions for which it is kept. */
const extendMillisMin = 60_000
const extendedMax = 10_000

interface SessionOptions {
  /** Lifetime of a session that is not renewed. */
  readonly sessionMillis: number
  /** Maximum lifetime of a session. */
  readonly sessionMillisMax: number
}

/** The record that stores sessions. */
export interface SessionContext {
  readonly keys: KeyRing
  readonly clock: () => Instant
  /** Carries out a command; throws its Problem if it is refused. */
  readonly command: (command: Command) => Promise<unknown>
  /** Called with failures, for the log. */
  readonly onFailure: (what: string, reason: string) => void
}

/** The author of a change of a session. */
export type Signature = Pick<ReturnType<typeof signatureOf>, 'who' | 'caller'>

type Unstarted<Session> = Omit<Session, 'began' | 'renewed'>

/** A session to open. That of a key has no permissions, since each request looks its key up. */
interface NewSession extends Omit<NewKey, 'expires'> {
  readonly session: Unstarted<KeySession> | Unstarted<PersonSession>
}

/** Opens, extends and ends the sessions of browsers, which are stored beside the keys. */
export class Sessions {
  readonly options: SessionOptions
  readonly #context: SessionContext
  /** The last attempts to extend sessions. */
  readonly #extended = new LruCache<string, Instant>(extendedMax, () => 1)

  constructor(options: SessionOptions, context: SessionContext) {
    this.options = options
    this.#context = context
  }

  /**
   * Opens a session, and returns the secret for its cookie. The browser's former session ends, and so do expired ones
   * and the oldest of a holder that has too many.
   */
  async open(wanted: NewSession, signed: Signature, former: SessionKey | undefined): Promise<string> {
    const { keys, clock, command } = this.#context
    const now = clock()
    const session = { ...wanted.session, began: now, renewed: now }
    const { key, secret } = makeKey({ ...wanted, expires: this.expiry(now, now) }, now)
    await command({ kind: 'key', key: { ...key, session }, ...signed, now })
    const all = keys.sessions()
    const expired = all.filter(({ expires = now }) => expires < now)
    const own = all.filter((other) => holderOf(other) === holderOf({ session }))
    const ended = [
      ...expired.slice(0, forgottenMax),
      ...own.slice(0, -sessionsPerHolderMax),
      ...(former ? [former] : []),
    ]
    for (const { id } of new Set(ended)) await this.end(id, signed)
    return secret
  }

  /** Opens a session for the key with this hash. */
  openForKey(hash: string, caller: Caller, former: SessionKey | undefined): Promise<string> {
    const wanted = { name: caller.name, permissions: [], session: { key: hash } }
    return this.open(wanted, signatureOf(caller), former)
  }

  /** Extends the session of a key that is in use, while the call continues. Nothing is written more than necessary. */
  extend({ id, session, expires }: SessionKey, caller: Caller): void {
    const { clock, command, onFailure } = this.#context
    const now = clock()
    const until = this.expiry(session.began, now)
    const isDue = now - session.renewed >= this.options.sessionMillis / renewedShare && until !== expires
    // The clock may be set back.
    if (!isDue || Math.abs(now - (this.#extended.get(id) ?? 0)) < extendMillisMin) return
    this.#extended.set(id, now)
    const change = { expires: until, session: { ...session, renewed: now } }
    command({ kind: 'amend', id, change, renewed: session.renewed, ...signatureOf(caller), now }).catch(
      (error: Error) => {
        // Another process may have extended or ended it.
        const isSettled = error instanceof Problem && (error.code === 'conflict' || error.code === 'not-found')
        if (!isSettled) onFailure('a session could not be extended', error.message)
      },
    )
  }

  /** Ends a session; one that has already ended is no fault. */
  async end(id: string, signed: Signature): Promise<void> {
    await this.#context
      .command({ kind: 'revoke', id, ...signed, now: this.#context.clock() })
      .catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === 'not-found')) throw error
      })
  }

  /** Returns the expiry of a session that began at one instant and is renewed at another. */
  expiry(began: Instant, renewed: Instant): Instant {
    return Math.min(renewed + this.options.sessionMillis, began + this.options.sessionMillisMax)
  }
}

/** Returns the person at the provider or the hash of the key: the two have different forms. */
function holderOf({ session }: { readonly session: Unstarted<KeySession> | Unstarted<PersonSession> }): string {
  return 'sub' in session ? `person ${session.sub}` : `key ${session.key}`
}
