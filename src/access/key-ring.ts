import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { AccessKey, Caller, PersonSession, SessionKey, StoredKey } from './access.ts'
import { hashSecret } from './secret.ts'

/** The most keys cached by their secrets. */
const knownMax = 1_000

/** All keys that give access to the service, fed by the journal. */
export class KeyRing {
  readonly #byId = new Map<string, StoredKey>()
  readonly #byHash = new Map<string, StoredKey>()
  /** Recently used keys, until any key changes. Hashing a secret costs a thirtieth of a read. */
  readonly #bySecret = new Map<string, StoredKey>()
  readonly #fixedByHash: ReadonlyMap<string, AccessKey>

  /** `fixed` are keys from the configuration, which are not in the journal and cannot be revoked (D9). */
  constructor(fixed: readonly AccessKey[]) {
    this.#fixedByHash = new Map(fixed.map((key) => [key.hash, key]))
  }

  /** Applies entries of kind `key`; others are ignored. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, id, document } of entries) {
      if (kind !== 'key') continue
      this.#forget(id)
      if (document === undefined) continue
      const key = JSON.parse(document) as StoredKey
      this.#byId.set(key.id, key)
      this.#byHash.set(key.hash, key)
    }
  }

  /** Replaces all keys from the journal by those in these entries. */
  reset(entries: readonly JournalEntry[]): void {
    this.#byId.clear()
    this.#byHash.clear()
    this.#bySecret.clear()
    this.apply(entries)
  }

  /** Returns the key with this secret, or undefined if no key has it, or the key has expired or was revoked. */
  authenticate(secret: string, now: Instant): AccessKey | undefined {
    return validKey(this.#bySecret.get(secret) ?? this.#look(secret), now)
  }

  /** Returns the session with this secret and its caller, or undefined if no session has it, or it has ended. */
  findSession(secret: string, now: Instant): SignedIn | undefined {
    const session = this.#bySecret.get(secret) ?? this.#look(secret)
    if (!session || !isSession(session)) return undefined
    const caller = this.callerOf(session, now)
    return caller && { session, caller }
  }

  /** Returns the person or the key behind a session, or undefined if it has ended, perhaps because its key has. */
  callerOf(session: SessionKey, now: Instant): Caller | undefined {
    if (!isValid(session, now)) return undefined
    if (isOfPerson(session)) return session
    return 'key' in session.session ? validKey(this.#ofHash(session.session.key), now) : undefined
  }

  /** Returns the key with that id, or undefined; sessions are excluded. */
  find(id: string): AccessKey | undefined {
    const key = this.#byId.get(id)
    return key && isKey(key) ? key : undefined
  }

  /** Lists all keys in the order of their creation. */
  list(): readonly AccessKey[] {
    return [...this.#byId.values()].filter(isKey)
  }

  /** Lists the sessions in the order of their last renewal, including ended ones. */
  sessions(): readonly SessionKey[] {
    return [...this.#byId.values()].filter(isSession)
  }

  #ofHash(hash: string): StoredKey | undefined {
    return this.#fixedByHash.get(hash) ?? this.#byHash.get(hash)
  }

  #look(secret: string): StoredKey | undefined {
    const key = this.#ofHash(hashSecret(secret))
    if (!key) return undefined
    if (this.#bySecret.size >= knownMax) this.#bySecret.clear()
    this.#bySecret.set(secret, key)
    return key
  }

  #forget(id: string): void {
    this.#bySecret.clear()
    const former = this.#byId.get(id)
    if (former) this.#byHash.delete(former.hash)
    this.#byId.delete(id)
  }
}

/** The session of a person, who is the caller. */
export type PersonKey = SessionKey & { readonly session: PersonSession }

/** A session, and the person or the key that is the caller. */
export interface SignedIn {
  readonly session: SessionKey
  readonly caller: Caller
}

/** Returns true for the session of a person, false for that of a key. */
export function isOfPerson(session: SessionKey): session is PersonKey {
  return 'sub' in session.session
}

function isSession(key: StoredKey): key is SessionKey {
  return key.session !== undefined
}

function isKey(key: StoredKey): key is AccessKey {
  return key.session === undefined
}

function isValid({ expires }: StoredKey, now: Instant): boolean {
  return expires === undefined || now < expires
}

function validKey(key: StoredKey | undefined, now: Instant): AccessKey | undefined {
  return key && isKey(key) && isValid(key, now) ? key : undefined
}
