import { formatInstant } from '../place/dates.ts'
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

/** Who calls: a key without its secret. */
export interface Caller {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The only owners whose places the key may write; absent: no such limit. */
  readonly owners?: readonly string[]
}

/** Whether the caller has the permission, by itself or through another. */
export function may({ permissions }: Caller, permission: Permission): boolean {
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
export interface ShownKey extends Caller {
  readonly created: string
  readonly expires?: string
}

/** The key as it is shown. */
export function shownKey({ hash: _, created, expires, ...key }: AccessKey): ShownKey {
  return {
    ...key,
    created: formatInstant(created),
    ...(expires !== undefined && { expires: formatInstant(expires) }),
  }
}
