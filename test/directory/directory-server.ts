import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DirectoryEntry } from '../../src/place/directory-entry.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import { nextEvent } from '../support/until.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real directory on a port of its own, which a test can make slow, wrong, dead and well again. */
export interface DirectoryServer {
  readonly url: string
  readonly lists: Record<DirectoryKind, DirectoryEntry[]>
  /** What has been asked, in order. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[]
  /** The most requests that were under way at once. */
  readonly parallelSeen: number
  /** Answers in place of the directory, for paths that begin so; the longest prefix counts. */
  readonly instead: Map<string, Answer>
  paths(prefix: string): string[]
  close(): Promise<void>
}

/** Serves three lists as a directory does, on 127.0.0.1 and on this port (any free one without). */
export async function startDirectoryServer(port = 0): Promise<DirectoryServer> {
  const lists: DirectoryServer['lists'] = { owners: [], categories: [], tags: [] }
  const requests: { path: string; authorization: string | undefined }[] = []
  const instead = new Map<string, Answer>()
  let running = 0
  let parallelSeen = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, authorization: request.headers.authorization })
    parallelSeen = Math.max(parallelSeen, ++running)
    response.on('close', () => running--)
    const prefixes = [...instead.keys()].filter((prefix) => path.startsWith(prefix))
    const prefix = prefixes.toSorted((a, b) => b.length - a.length)[0]
    const answer = prefix === undefined ? undefined : instead.get(prefix)
    if (answer) answer(request, response)
    else serve(lists, path, response)
  })
  server.listen(port, '127.0.0.1')
  await nextEvent(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists,
    requests,
    get parallelSeen() {
      return parallelSeen
    },
    instead,
    paths: (start) => requests.map(({ path }) => path).filter((path) => path.startsWith(start)),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await nextEvent(server, 'close')
    },
  }
}

function serve(lists: DirectoryServer['lists'], path: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'http://directory')
  const [, kind, id] = pathname.split('/') as [string, DirectoryKind, string?]
  if (id !== undefined) {
    const entry = lists[kind].find((known) => known.id === decodeURIComponent(id))
    send(response, entry ? 200 : 404, entry ?? { status: 404 })
    return
  }
  const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
  if (!(limit >= 1 && limit <= 500)) send(response, 400, {})
  else send(response, 200, { TotalHits: lists[kind].length, Results: lists[kind].slice(offset, offset + limit) })
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
