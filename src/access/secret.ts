import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, shown once: `gz_` and 43 characters of base64url. */
export function newSecret(): string {
  return `gz_${randomBytes(32).toString('base64url')}`
}

/** The SHA-256 of a secret in hexadecimal, which is all that is kept of it (D8). */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
