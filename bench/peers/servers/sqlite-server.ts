// SQLite in process behind node:http: prepared statements, everything in its cache or the system's.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import type { AskedSearch } from '../asked.ts'
import { createPlaceRows } from './place-rows.ts'
import { sendAnswer } from './send-answer.ts'
import { searchStatements } from './sqlite-search.ts'
import { PlaceWriter } from './sqlite-writes.ts'

const database = new DatabaseSync(process.env.DATABASE ?? '')
database.exec('pragma cache_size = -2000000; pragma mmap_size = 8000000000;')
// A flush for each group that is committed, and the log moved into the file in larger parts than usual.
database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 8000;')

const prepared = new Map<string, StatementSync>()

function statement(sql: string): StatementSync {
  const known = prepared.get(sql) ?? database.prepare(sql)
  prepared.set(sql, known)
  return known
}

const names = statement('select id, name from directory').all()
const rows = await createPlaceRows(Object.fromEntries(names.map(({ id, name }) => [String(id), String(name)])))
const writer = new PlaceWriter(database, rows)

const namedById = 'select named from document where rank = (select rank from place where id = ?)'

function answerTo(url: string): string {
  const [path = '', query = ''] = url.split('?')
  if (path === '/ready') return 'ready'
  if (path !== '/place') return String(statement(namedById).get(idOf(path))?.named)
  const { page, count } = searchStatements(JSON.parse(new URLSearchParams(query).get('asked') ?? '') as AskedSearch)
  const found = statement(page.text).all(...page.values)
  const total = found[0]?.total ?? statement(count.text).get(...count.values)?.total
  return `{"TotalHits":${total},"Results":[${found.map(({ body }) => body).join()}]}`
}

const idOf = (path: string) => path.slice('/place/'.length)

async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  if (request.method === 'PUT') return sendAnswer(request, response, await writer.create(body), 201)
  response.writeHead((await writer.patch(idOf(request.url ?? ''), body)) ? 204 : 404).end()
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return sendAnswer(request, response, answerTo(request.url ?? ''))
  write(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
