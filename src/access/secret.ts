import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Instant } from '../place/place.ts'
import type { AccessKey } from './access.ts'

/** A new secret of 256 random bits, shown once: `gz_` and 43 characters of base64url. */
export function newSecret(): string {
  return `gz_${randomBytes(32).toString('base64url')}`
}

/** The SHA-256 of a secret in hexadecimal, which is all that is kept of it (D8). */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** What somebody who makes a key says of it. */
export type NewKey = Pick<AccessKey, 'name' | 'permissions' | 'owners' | 'grants' | 'actsAs' | 'rateLimit' | 'expires'>

/** A key that is made now, and its secret, which nobody can tell again. */
export function makeKey(wanted: NewKey, now: Instant): { readonly key: AccessKey; readonly secret: string } {
  const secret = newSecret()
  return { key: { id: randomUUIDv7(), hash: hashSecret(secret), created: now, ...wanted }, secret }
}
