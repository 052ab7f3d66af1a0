import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { AccessKey, Caller, Session } from './access.ts'
import { hashSecret } from './secret.ts'

/** The most keys cached by their secrets. */
const knownMax = 1_000

/** All keys that give access to the service, fed by the journal. */
export class KeyRing {
  readonly #byId = new Map<string, AccessKey>()
  readonly #byHash = new Map<string, AccessKey>()
  /** Recently used keys, until any key changes. Hashing a secret costs a thirtieth of a read. */
  readonly #bySecret = new Map<string, AccessKey>()
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
      const key = JSON.parse(document) as AccessKey
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

  /** Returns the caller with this secret, or undefined if no key has it, or the key has expired or was revoked. */
  authenticate(secret: string, now: Instant): Caller | undefined {
    const key = this.#bySecret.get(secret) ?? this.#look(secret)
    return key && (key.expires === undefined || now < key.expires) ? key : undefined
  }

  /** Returns the key with that id, or undefined; sessions are excluded. */
  find(id: string): AccessKey | undefined {
    const key = this.#byId.get(id)
    return key && isSession(key) ? undefined : key
  }

  /** Lists all keys in the order of their creation. */
  list(): readonly AccessKey[] {
    return [...this.#byId.values()].filter((key) => !isSession(key))
  }

  /** Lists the sessions of people in the order of their start, including expired ones. */
  sessions(): readonly SessionKey[] {
    return [...this.#byId.values()].filter(isSession)
  }

  #look(secret: string): AccessKey | undefined {
    const hash = hashSecret(secret)
    const key = this.#fixedByHash.get(hash) ?? this.#byHash.get(hash)
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

/** A session, which is stored like a key. */
export type SessionKey = AccessKey & { readonly session: Session }

/** Returns true for a signed-in person, false for a program's key. */
export function isSession(caller: Caller): caller is SessionKey {
  return caller.session !== undefined
}
