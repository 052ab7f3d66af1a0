/** A request of HTTP/1.1 without the host, which is added when it is sent. */
export interface Request {
  readonly method?: 'GET' | 'PUT' | 'PATCH'
  /** With the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: string
}

/** The bytes of a request to the server at an address. */
export function requestBytes({ method = 'GET', path, headers = {}, body }: Request, url: string): Buffer {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const head = Object.entries({ Host: new URL(url).host, ...headers, ...type, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ''}`)
}

/** Sends a request once. Gives the answer whatever its status. */
export async function send(url: string, { method = 'GET', path, headers = {}, body }: Request): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(url + path, { method, headers: { ...headers, ...type }, ...(body !== undefined && { body }) })
}
