import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { Problem } from '../common/problem.ts'
import type { Instant } from '../place/place.ts'

const secretLengthMax = 512

/** Whether a query string names a key in plain letters, or has a name that is encoded. */
const mayNameKey = /apikey|(?:^|&)[^=&]*%/i

/** The first key in a raw query string (`apikey=`), or undefined. Nothing behind this point takes that parameter. */
export function keyInQuery(rawQuery: string): string | undefined {
  if (!mayNameKey.test(rawQuery)) return undefined
  for (const part of rawQuery.split('&')) {
    const [name = '', ...value] = part.split('=')
    const key = decode(value.join('='))
    if (key !== '' && decode(name).toLowerCase() === 'apikey') return key
  }
  return undefined
}

/** The key that a request presents, in the order of D6; undefined when it presents none. */
export function presentedKey(headers: IncomingHttpHeaders, inQuery: string | undefined): string | undefined {
  const { authorization } = headers
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  return bearer ?? header(headers, 'x-api-key') ?? header(headers, 'svkauthsvc-apikey') ?? (inQuery || undefined)
}

/** Who presents this key; 401 when there is none or it fits nothing (D7). */
export function authenticate(keys: KeyRing, secret: string | undefined, now: Instant): Caller {
  if (secret === undefined) {
    throw unauthorized('a key is needed: send it as Authorization: Bearer <key> or in the header X-API-Key')
  }
  const caller = secret.length <= secretLengthMax ? keys.authenticate(secret, now) : undefined
  if (!caller) throw unauthorized('the key is unknown, has expired or was revoked')
  return caller
}

function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer realm="gazetteer"' } })
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
