import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Askable } from '../compare.ts'
import type { SearchOperation } from '../operation.ts'
import type { World } from '../world.ts'

/** A system that a user would pick instead. */
export interface Peer {
  readonly name: 'postgres' | 'sqlite'
  /** Why it cannot be compared here. */
  readonly missing?: string
  /** Whether its writes are durable transactions that are compared. */
  readonly writes: boolean
  /** The file or folder in which it keeps the places. */
  dataOf(world: World): string
  /** Puts the places there. */
  load(world: World): Promise<void>
  /** On what was loaded, or on a copy of it. */
  start(data: string): Promise<Askable & AsyncDisposable>
}

/** What a peer does behind its HTTP. */
export interface Engine {
  readonly byId: (id: string) => string | Promise<string>
  /** `{"TotalHits":…,"Results":[…]}`. */
  readonly search: (asked: SearchOperation) => string | Promise<string>
  /** Gives the body of the answer. */
  readonly create?: (body: Readonly<Record<string, unknown>>) => Promise<string>
  readonly patch?: (id: string, change: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Serves an engine on PORT, over `node:http` alone: the least that HTTP can cost it. */
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

/** Only who asks whether an answer is still so pays for an entity tag. */
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
