import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Askable } from '../compare.ts'
import type { SearchOperation } from '../operation.ts'
import type { World } from '../world.ts'

/** An alternative system that a user might choose. */
export interface Peer {
  readonly name: 'postgres' | 'sqlite'
  /** The reason why it cannot be compared here. */
  readonly missing?: string
  /** True if its writes are durable transactions and are compared. */
  readonly writes: boolean
  /** The file or folder with its places. */
  dataOf(world: World): string
  /** Loads the places into it. */
  load(world: World): Promise<void>
  /** Starts it on the loaded data, or on a copy. */
  start(data: string): Promise<Askable & AsyncDisposable>
}

/** The functions of a peer behind its HTTP. */
export interface Engine {
  readonly byId: (id: string) => string | Promise<string>
  /** Returns `{"TotalHits":…,"Results":[…]}`. */
  readonly search: (asked: SearchOperation) => string | Promise<string>
  /** Returns the body of the answer. */
  readonly create?: (body: Readonly<Record<string, unknown>>) => Promise<string>
  readonly patch?: (id: string, change: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Serves an engine on PORT, directly over `node:http`: the minimum cost of HTTP. */
export function serve(engine: Engine): void {
  const server = createServer((request, response) => {
    answer(engine, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.keepAliveTimeout = 60_000
  server.listen(Number(process.env.PORT), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(0))
}

async function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request
  const [path = '', query = ''] = url.split('?')
  const id = path.slice('/place/'.length)
  if (path === '/ready') return send(request, response, 'ready')
  if (method === 'GET' && id === '') {
    const asked = JSON.parse(new URLSearchParams(query).get('asked') ?? '') as SearchOperation
    return send(request, response, await engine.search(asked))
  }
  if (method === 'GET') return send(request, response, await engine.byId(id))
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  if (method === 'PUT') return send(request, response, (await engine.create?.(body)) ?? '', 201)
  await engine.patch?.(id, body)
  response.writeHead(204).end()
}

/** Computes an entity tag only for revalidations. */
function send(request: IncomingMessage, response: ServerResponse, answered: string, status = 200): void {
  const known = request.headers['if-none-match']
  const etag = known && `"${createHash('sha1').update(answered).digest('base64url')}"`
  if (etag && known === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const body = Buffer.from(answered)
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...(etag && { etag }) }
  response.writeHead(status, headers).end(body)
}
