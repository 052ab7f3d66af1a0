import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccessKey } from '../../access/access.ts'
import { makeKey } from '../../access/secret.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { type Config, isLoopback } from '../../config.ts'
import type { Places } from '../../service/places.ts'
import type { Call } from './call.ts'

const codeMillis = 15 * 60_000
const keyMillis = 8 * 3_600_000
const attemptsMax = 10

/**
 * Returns whether a start may print a link that signs a browser in. Only a person who sees the terminal may be able to
 * use it.
 */
export function mayOfferLink({ host, publicUrl, trustProxy }: Config): boolean {
  const isLocal = isLoopback(host.includes(':') ? `[${host}]` : host)
  return isLocal && publicUrl === undefined && trustProxy.length === 0
}

/** The code of a link that signs in one browser, once. */
export class FirstLink {
  readonly code = randomBytes(32).toString('base64url')
  readonly #until: number
  #attemptsLeft = attemptsMax

  constructor(now: number) {
    this.#until = now + codeMillis
  }

  /** Throws 403 unless the request comes from the page on this machine. */
  check(call: Call): void {
    if (!isFromHere(call))
      throw new Problem('forbidden', 'the link is for the page on the machine of the service alone')
  }

  /** Creates a key for the code of a checked request; throws 403 if the code is wrong, expired or used. */
  async use(code: string, { places, now }: { readonly places: Places; readonly now: number }): Promise<AccessKey> {
    const [given, own] = [Buffer.from(code), Buffer.from(this.code)]
    const fits = given.length === own.length && timingSafeEqual(given, own)
    const isOpen = now <= this.#until && this.#attemptsLeft-- > 0
    if (!fits || !isOpen) {
      throw new Problem('forbidden', reason('link-used'))
    }
    this.#attemptsLeft = 0
    const wanted = { name: 'first sign-in', permissions: ['admin'], expires: now + keyMillis } as const
    const { key } = makeKey(wanted, now)
    await places.command({ kind: 'key', key, who: 'first sign-in', now })
    return key
  }
}

/** Returns whether a request comes from a page on this machine, without a proxy. */
function isFromHere({ headers }: Call): boolean {
  const { host = '', origin } = headers
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|via|x-forwarded.*|x-real-ip|.*-(connecting|client)-ip)$/.test(name),
  )
  return !isForwarded && isLoopback(URL.parse(`http://${host}`)?.hostname ?? '') && origin === `http://${host}`
}
