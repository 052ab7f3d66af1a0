import { createHmac, randomBytes } from 'node:crypto'
import { type Reason, reason } from '../common/reason.ts'

const prefix = 'whsec_'
const bytesMin = 24
const bytesMax = 64

/** Returns a new secret of 256 random bits in the form of Standard Webhooks: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** Returns the fault of a given secret, or undefined if there is none. The fault never repeats the secret. */
export function faultOfSecret(secret: string): Reason | undefined {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : undefined
  const bytes = Buffer.from(encoded ?? '', 'base64')
  const isExact = bytes.toString('base64').replace(/=+$/, '') === encoded?.replace(/={0,2}$/, '')
  if (isExact && bytes.length >= bytesMin && bytes.length <= bytesMax) return undefined
  return reason('secret', { prefix, min: bytesMin, max: bytesMax })
}

/** A body to sign and its `timestamp`, in seconds since 1970. */
interface Signed {
  readonly id: string
  readonly timestamp: number
  readonly body: string | Uint8Array
}

/**
 * Returns the header `webhook-signature` with one signature per secret (Standard Webhooks 1.0.0): `v1,` and the
 * HMAC-SHA256 of `id.timestamp.body`.
 */
export function signatureOf({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}
