import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { AccessKey, Caller, Session } from './access.ts'
import { hashSecret } from './secret.ts'

/** Every key that can open the service, fed by the journal. */
export interface KeyRing {
  /** Takes in entries of kind `key`; others are passed over. */
  apply(entries: readonly JournalEntry[]): void
  /** Forgets every key that the journal told of, for those that these entries tell of. */
  reset(entries: readonly JournalEntry[]): void
  /** Who presents this secret, or undefined when no key fits, it has expired or was revoked. */
  authenticate(secret: string, now: Instant): Caller | undefined
  /** The key of that id, or undefined; a session is none. */
  find(id: string): AccessKey | undefined
  /** All keys in the order of their making. */
  list(): readonly AccessKey[]
  /** The sessions of people in the order of their beginning, those that have expired included. */
  sessions(): readonly SessionKey[]
}

/** `fixed` are keys from the configuration, which no journal knows and nothing can revoke (D9). */
export function createKeyRing(fixed: readonly AccessKey[]): KeyRing {
  const byId = new Map<string, AccessKey>()
  const fixedByHash: ReadonlyMap<string, AccessKey> = new Map(fixed.map((key) => [key.hash, key]))
  const byHash = new Map<string, AccessKey>()

  const forget = (id: string): void => {
    const former = byId.get(id)
    if (former) byHash.delete(former.hash)
    byId.delete(id)
  }

  const apply = (entries: readonly JournalEntry[]): void => {
    for (const { kind, id, document } of entries) {
      if (kind !== 'key') continue
      forget(id)
      if (document === undefined) continue
      const key = JSON.parse(document) as AccessKey
      byId.set(key.id, key)
      byHash.set(key.hash, key)
    }
  }

  return {
    apply,
    reset(entries) {
      for (const id of [...byId.keys()]) forget(id)
      apply(entries)
    },
    authenticate(secret, now) {
      const hash = hashSecret(secret)
      const key = fixedByHash.get(hash) ?? byHash.get(hash)
      return key && (key.expires === undefined || now < key.expires) ? key : undefined
    },
    find(id) {
      const key = byId.get(id)
      return key && isSession(key) ? undefined : key
    },
    list: () => [...byId.values()].filter((key) => !isSession(key)),
    sessions: () => [...byId.values()].filter(isSession),
  }
}

/** A session, which is kept as a key is. */
export type SessionKey = AccessKey & { readonly session: Session }

/** Whether somebody is signed in by this, and no program has it for a key. */
export function isSession(caller: Caller): caller is SessionKey {
  return caller.session !== undefined
}
