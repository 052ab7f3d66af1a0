import type { Instant } from '../place/place.ts'

/** What a key may be allowed to do (D8). `admin` implies all. */
export const permissions = ['read', 'read-restricted', 'create', 'update', 'delete', 'admin'] as const
export type Permission = (typeof permissions)[number]

/** Who calls: a key without its secret. */
export interface Caller {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The only owners whose places the key may write; absent: no such limit. */
  readonly owners?: readonly string[]
}

/** Whether the caller has the permission, by itself or through `admin`. */
export function may(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission) || caller.permissions.includes('admin')
}

/** A key as it is kept: the SHA-256 of its secret in hexadecimal, never the secret. */
export interface AccessKey extends Caller {
  readonly hash: string
  readonly created: Instant
  readonly expires?: Instant
}
