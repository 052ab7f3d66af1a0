import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Gives each request its id: the caller's `X-Request-Id` when that is short and clean, else one of our own, which no
 * other start of the service has.
 */
export function requestIds(isSecret: IsSecret): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) && !isSecret(given)) return given
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

/** Whether a text looks like a key or holds a configured secret, none of which a log may have (D6). */
export type IsSecret = (text: string) => boolean

/** Finds keys by their form, and these secrets wherever they stand. */
export function findSecrets(secrets: readonly string[]): IsSecret {
  return (text) => /gz_|api-?key|bearer/i.test(text) || secrets.some((secret) => text.includes(secret))
}
