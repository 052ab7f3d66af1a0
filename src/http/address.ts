import type { Call } from './call.ts'
import type { IsSecret } from './request-id.ts'

const loggedPathMax = 300

/** The path of a request target without query, fragment, and (in absolute form) scheme and host. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const query = path.indexOf('?')
  const fragment = path.indexOf('#')
  if (query < 0 && fragment < 0) return path
  return path.slice(0, query < 0 || (fragment >= 0 && fragment < query) ? fragment : query)
}

/** What stands behind the `?` of a request target, as it came; '' when there is nothing. */
export function queryOf(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return ''
  const end = target.indexOf('#', start)
  return target.slice(start + 1, end < 0 ? undefined : end)
}

/** The path for a log: without whatever secret strayed into it, and not without end (D6). */
export function loggedPathOf(target: string, isSecret: IsSecret): string {
  const path = pathOf(target)
  if (isSecret(path) || (path.includes('%') && isSecret(decoded(path)))) return '[withheld]'
  return path.length > loggedPathMax ? `${path.slice(0, loggedPathMax)}…` : path
}

/** The version prefix that a request used, so that addresses in its answer use it too (D1). */
export function prefixOf(request: Call): string {
  return pathOf(request.url).startsWith('/v4/') ? '/v4' : ''
}

/** Where the service is, without a slash at the end: as configured, else as the request says. */
export function baseUrlOf(request: Call, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const host = request.headers.host ?? ''
  return `http://${isHost(host) ? host : localAddress(request)}`
}

/** Host and port as RFC 9110 allows them; anything else would be written into an address as it came. */
function isHost(text: string): boolean {
  return /^([a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(text)
}

function localAddress({ socket }: Call): string {
  const address = socket.localAddress ?? 'localhost'
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  }
}
