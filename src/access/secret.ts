import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Instant } from '../place/place.ts'
import type { AccessKey } from './access.ts'

/** Creates a secret of 256 random bits, which is shown once: `gz_` and 43 characters of base64url. */
export function newSecret(): string {
  return `gz_${randomBytes(32).toString('base64url')}`
}

/** Returns the SHA-256 of a secret in hexadecimal. Nothing else of the secret is stored (D8). */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** The properties of a new key that its creator chooses. */
export type NewKey = Pick<AccessKey, 'name' | 'permissions' | 'owners' | 'grants' | 'actsAs' | 'rateLimit' | 'expires'>

/** Creates a key and its secret, which cannot be recovered later. */
export function makeKey(wanted: NewKey, now: Instant): { readonly key: AccessKey; readonly secret: string } {
  const secret = newSecret()
  return { key: { id: randomUUIDv7(), hash: hashSecret(secret), created: now, ...wanted }, secret }
}
