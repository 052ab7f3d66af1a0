import { formatInstant } from '../place/dates.ts'
import type { EntryCaller } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'

/** What a key may be allowed to do (D8). */
export const permissions = [
  ...(['read-published', 'read', 'read-media', 'read-restricted'] as const),
  ...(['create', 'update', 'delete', 'admin'] as const),
] as const
export type Permission = (typeof permissions)[number]

/** What implies a permission, beside `admin`, which implies all. */
const impliedBy: { readonly [Implied in Permission]?: Permission } = {
  'read-published': 'read',
  'read-media': 'read-restricted',
}

/** What somebody may do, and for whom. */
export interface Grant {
  readonly permissions: readonly Permission[]
  /** The only owners whose places may be written; absent: no such limit. */
  readonly owners?: readonly string[]
}

/** Who calls: a key without its secret, or a person who is signed in. */
export interface Caller extends Grant {
  readonly id: string
  readonly name: string
  /** What each role of a person grants, whose permissions are all of these; absent: the caller itself is the one grant. */
  readonly grants?: readonly Grant[]
  /** The one name that its changes carry; absent: it names people. */
  readonly actsAs?: string
  /** How often it may call, as RATE_LIMIT has it; absent: as often as that says. */
  readonly rateLimit?: string
  /** What is known of the person who is signed in; absent: it is a key. */
  readonly session?: Session
}

/** How a person is signed in. */
export interface Session {
  /** The provider, as it is configured. */
  readonly issuer: string
  /** The identifier of the person at the provider. */
  readonly sub: string
  readonly began: Instant
  /** When the rights of the person were worked out last. */
  readonly renewed: Instant
  /** The refresh token of the provider, encrypted; absent: the session ends when it expires. */
  readonly refresh?: string
  /** How long it was valid for when the rights were worked out last; absent where the provider did not say. */
  readonly refreshMillis?: number
}

/**
 * For whom the caller has a permission: the owners of each grant that has it, of which one must have all that a write
 * concerns; undefined where there is no such limit.
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

/** Who the journal says was behind a change. */
export function entryCaller({ name, session }: Caller): EntryCaller {
  return session ? { sub: session.sub } : { key: name }
}

/** How the caller signs what has no name of a person of its own. */
export function signatureOf(caller: Caller): { readonly who: string; readonly caller: EntryCaller } {
  return { who: caller.actsAs ?? caller.name, caller: entryCaller(caller) }
}

/** Whether the caller has the permission, by itself or through another. */
export function may({ permissions }: Pick<Grant, 'permissions'>, permission: Permission): boolean {
  const other = impliedBy[permission]
  return permissions.includes(permission) || permissions.includes('admin') || (!!other && permissions.includes(other))
}

/** Whether the caller sees nothing but what is published now (D50). */
export function isNarrowed(caller: Caller): boolean {
  return may(caller, 'read-published') && !may(caller, 'read')
}

/** What is left of the permissions of a key that is in every page for visitors (D50). */
export function asVisitor(caller: Caller): Caller {
  const { id, name } = caller
  return { id, name, permissions: may(caller, 'read-media') ? ['read-published', 'read-media'] : ['read-published'] }
}

/** Which members of a place the caller sees (D51). */
export function sightOf(caller: Caller): Visibility {
  if (may(caller, 'read-restricted')) return 'restricted'
  return may(caller, 'read-media') ? 'media' : 'public'
}

/** A key as it is kept: the SHA-256 of its secret in hexadecimal, never the secret. */
export interface AccessKey extends Caller {
  readonly hash: string
  readonly created: Instant
  readonly expires?: Instant
}

/** A key as it is shown: never with its secret or the hash of it, and with times in the format of answers. */
export interface ShownKey extends Omit<Caller, 'session'> {
  readonly created: string
  readonly expires?: string
}

/** The key as it is shown; of a session not what only the service needs. */
export function shownKey({ hash: _, session: _session, created, expires, ...key }: AccessKey): ShownKey {
  return {
    ...key,
    created: formatInstant(created),
    ...(expires !== undefined && { expires: formatInstant(expires) }),
  }
}
