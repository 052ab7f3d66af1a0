import type { IncomingHttpHeaders } from 'node:http'

/** What a request asks for, without a body. */
export interface PlainHead {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const begin = 'GET '
const version = ' HTTP/1.1\r\n'
const end = '\r\n\r\n'
/** What may stand in the address: printable ASCII (RFC 9112, 3.2, and what browsers leave as it is) without a fragment. */
const origin = /^\/[!"$-~]*$/
/** RFC 9110, 5.6.2. */
const fieldName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
/** RFC 9110, 5.5, ASCII only. */
const fieldValue = /^[\t -~]*$/
/** Fields that tell of a body, or of what becomes of the connection: others know how to deal with these. */
const leftToOthers: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/**
 * Longer heads are left to others, so that open connections remember little, and no limit of Node's, such as that on the
 * number of fields, is reached here.
 */
const plainBytesMax = 4 * 1024

/**
 * Reads the heads of the requests of one connection, as far as they can be read in one way only: a GET with HTTP/1.1,
 * whole and alone in what has arrived, in ASCII, each field once, and none that tells of a body or of the connection.
 * Fields that come again just as before, as they mostly do, are not read again.
 */
export class PlainHeadReader {
  #fields: string | undefined
  #headers: IncomingHttpHeaders = {}

  /** The head that these bytes are; undefined where they are anything else. */
  read(bytes: Buffer): PlainHead | undefined {
    if (bytes.length > plainBytesMax) return undefined
    const text = bytes.toString('latin1')
    const lineEnd = text.indexOf(version)
    if (lineEnd < 0 || !text.startsWith(begin)) return undefined
    const url = text.slice(begin.length, lineEnd)
    if (!origin.test(url)) return undefined
    const fields = text.slice(lineEnd + version.length)
    if (fields === this.#fields) return { url, headers: this.#headers }
    const headers = readFields(fields)
    if (headers !== undefined) {
      this.#fields = fields
      this.#headers = headers
    }
    return headers && { url, headers }
  }
}

function readFields(text: string): IncomingHttpHeaders | undefined {
  if (text.indexOf(end) !== text.length - end.length) return undefined
  const headers: Record<string, string> = Object.create(null)
  for (const line of text.slice(0, -end.length).split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    const value = line.slice(colon + 1)
    if (!fieldName.test(name) || !fieldValue.test(value) || leftToOthers.has(name) || name in headers) return undefined
    // Of all that is trimmed, only spaces and tabs have passed.
    headers[name] = value.trim()
  }
  const keptAlive = headers.connection === undefined || headers.connection.toLowerCase() === 'keep-alive'
  return keptAlive && headers.host !== undefined ? headers : undefined
}
