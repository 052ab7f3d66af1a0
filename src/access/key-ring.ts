import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { AccessKey, Caller, Session } from './access.ts'
import { hashSecret } from './secret.ts'

/** Keys that are known by their secrets. */
const knownMax = 1_000

/** Every key that can open the service, fed by the journal. */
export class KeyRing {
  readonly #byId = new Map<string, AccessKey>()
  readonly #byHash = new Map<string, AccessKey>()
  /** Those that came lately, until any key changes: the hash of a secret costs a thirtieth of a read. */
  readonly #bySecret = new Map<string, AccessKey>()
  readonly #fixedByHash: ReadonlyMap<string, AccessKey>

  /** `fixed` are keys from the configuration, which no journal knows and nothing can revoke (D9). */
  constructor(fixed: readonly AccessKey[]) {
    this.#fixedByHash = new Map(fixed.map((key) => [key.hash, key]))
  }

  /** Takes in entries of kind `key`; others are passed over. */
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

  /** Forgets every key that the journal told of, for those that these entries tell of. */
  reset(entries: readonly JournalEntry[]): void {
    this.#byId.clear()
    this.#byHash.clear()
    this.#bySecret.clear()
    this.apply(entries)
  }

  /** Who presents this secret, or undefined when no key fits, it has expired or was revoked. */
  authenticate(secret: string, now: Instant): Caller | undefined {
    const key = this.#bySecret.get(secret) ?? this.#look(secret)
    return key && (key.expires === undefined || now < key.expires) ? key : undefined
  }

  /** The key of that id, or undefined; a session is none. */
  find(id: string): AccessKey | undefined {
    const key = this.#byId.get(id)
    return key && isSession(key) ? undefined : key
  }

  /** All keys in the order of their making. */
  list(): readonly AccessKey[] {
    return [...this.#byId.values()].filter((key) => !isSession(key))
  }

  /** The sessions of people in the order of their beginning, those that have expired included. */
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

/** A session, which is kept as a key is. */
export type SessionKey = AccessKey & { readonly session: Session }

/** Whether somebody is signed in by this, and no program has it for a key. */
export function isSession(caller: Caller): caller is SessionKey {
  return caller.session !== undefined
}
