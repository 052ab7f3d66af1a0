import { formatInstant } from '../place/dates.ts'
import type { EntryCaller } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'

/** The permissions that a key may have (D8). */
export const permissions = [
  ...(['read-published', 'read', 'read-media', 'read-restricted'] as const),
  ...(['create', 'update', 'delete', 'admin'] as const),
] as const
export type Permission = (typeof permissions)[number]

/** For each permission the one that implies it, beside `admin`, which implies all. */
const impliedBy: { readonly [Implied in Permission]?: Permission } = {
  'read-published': 'read',
  'read-media': 'read-restricted',
}

/** Permissions, and the owners to which they apply. */
export interface Grant {
  readonly permissions: readonly Permission[]
  /** The only owners whose places may be written; absent: all owners. */
  readonly owners?: readonly string[]
}

/** The maker of a request: a key without its secret, or a signed-in person. */
export interface Caller extends Grant {
  readonly id: string
  readonly name: string
  /**
   * The grant of each role of a person; together they make up the permissions. Absent: the caller itself is the only
   * grant.
   */
  readonly grants?: readonly Grant[]
  /** The only name that its changes may carry; absent: requests name people. */
  readonly actsAs?: string
  /** Its own rate limit in the form of RATE_LIMIT; absent: RATE_LIMIT applies. */
  readonly rateLimit?: string
  /** The session of a signed-in person; absent: the caller is a key, which a browser may have exchanged for a session. */
  readonly session?: PersonSession
}

interface SessionTimes {
  readonly began: Instant
  /** The time at which it was last extended, and the rights of a person were last derived. */
  readonly renewed: Instant
}

/** The sign-in of a browser by a key. It has no rights of its own: each request looks the key up. */
export interface KeySession extends SessionTimes {
  /** The hash of the key. */
  readonly key: string
}

/** The sign-in of a person at the provider. */
export interface PersonSession extends SessionTimes {
  /** The provider, as configured. */
  readonly issuer: string
  /** The identifier of the person at the provider. */
  readonly sub: string
  /** The refresh token of the provider, encrypted; absent: the session ends when it expires. */
  readonly refresh?: string
  /** The validity of that token when the rights were last derived; absent if the provider did not state it. */
  readonly refreshMillis?: number
}

/**
 * Returns the owners for which the caller has a permission: one list for each grant that has it. One list must contain
 * all owners that a write concerns. Returns undefined if all owners are allowed.
 */
export function ownersFor(
  caller: Pick<Caller, 'permissions' | 'owners' | 'grants'>,
  permission: Permission,
): readonly (readonly string[])[] | undefined {
  const lists: (readonly string[])[] = []
  for (const { permissions, owners } of caller.grants ?? [caller]) {
    if (!permissions.includes(permission) && !permissions.includes('admin')) continue
    if (owners === undefined) return undefined
    lists.push(owners)
  }
  return lists
}

/** Returns true if the caller has a permission for the places of an owner. */
export function mayFor(
  caller: Pick<Caller, 'permissions' | 'owners' | 'grants'>,
  permission: Permission,
  ownerId: string,
): boolean {
  return may(caller, permission) && (ownersFor(caller, permission)?.some((list) => list.includes(ownerId)) ?? true)
}

/** Returns the caller as recorded in the journal. */
export function entryCaller({ name, session }: Caller): EntryCaller {
  return session ? { sub: session.sub } : { key: name }
}

/** Identifies the key, or the person in any of their sessions. */
export function holderOf({ id, session }: Caller): string {
  return session ? JSON.stringify([session.issuer, session.sub]) : id
}

/** Returns the signature for a change that names no person. */
export function signatureOf(caller: Caller): { readonly who: string; readonly caller: EntryCaller } {
  return { who: caller.actsAs ?? caller.name, caller: entryCaller(caller) }
}

/** Returns true if the caller has the permission, directly or through one that implies it. */
export function may({ permissions }: Pick<Grant, 'permissions'>, permission: Permission): boolean {
  const other = impliedBy[permission]
  return permissions.includes(permission) || permissions.includes('admin') || (!!other && permissions.includes(other))
}

/** Returns true if the caller sees only what is published now (D50). */
export function isNarrowed(caller: Caller): boolean {
  return may(caller, 'read-published') && !may(caller, 'read')
}

/** Reduces a caller to the permissions of the key embedded in every page for visitors (D50). */
export function asVisitor(caller: Caller): Caller {
  const { id, name } = caller
  return { id, name, permissions: may(caller, 'read-media') ? ['read-published', 'read-media'] : ['read-published'] }
}

/** Returns the visibility of the members of a place that the caller sees (D51). */
export function sightOf(caller: Caller): Visibility {
  if (may(caller, 'read-restricted')) return 'restricted'
  return may(caller, 'read-media') ? 'media' : 'public'
}

/** A key as stored: with the SHA-256 of its secret in hexadecimal, never the secret. */
export interface AccessKey extends Omit<Caller, 'session'> {
  readonly hash: string
  readonly created: Instant
  readonly expires?: Instant
  readonly session?: never
}

/** A session, which is stored like a key. */
export interface SessionKey extends Omit<AccessKey, 'session'> {
  readonly session: KeySession | PersonSession
}

export type StoredKey = AccessKey | SessionKey

/** A key as shown: without its secret or hash, and with times in the format of responses. */
export interface ShownKey extends Omit<Caller, 'session'> {
  readonly created: string
  readonly expires?: string
}

/** Returns the key as shown. */
export function shownKey({ hash: _, created, expires, ...key }: AccessKey): ShownKey {
  return {
    ...key,
    created: formatInstant(created),
    ...(expires !== undefined && { expires: formatInstant(expires) }),
  }
}
