// SQLite in process behind node:http: prepared statements, everything in its cache or the system's.
import { createServer, type ServerResponse } from 'node:http'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { distanceMetres } from '../../../src/geo/sphere.ts'
import type { LonLat } from '../../../src/place/place.ts'
import type { AskedSearch } from '../asked.ts'
import { searchStatements } from './sqlite-search.ts'

const database = new DatabaseSync(process.env.DATABASE ?? '', { readOnly: true })
database.exec('pragma cache_size = -2000000; pragma mmap_size = 8000000000;')
database.function('distance', { deterministic: true }, (longitude, latitude, position) =>
  distanceMetres([Number(longitude), Number(latitude)], String(position).split(',').map(Number) as unknown as LonLat),
)

const prepared = new Map<string, StatementSync>()

function statement(text: string): StatementSync {
  const known = prepared.get(text) ?? database.prepare(text)
  prepared.set(text, known)
  return known
}

function send(response: ServerResponse, text: string): void {
  const body = Buffer.from(text)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

const server = createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  if (path === '/ready') return send(response, 'ready')
  if (path !== '/place') {
    const row = statement('select named from place where id = ?').get(path.slice('/place/'.length))
    return send(response, String(row?.named))
  }
  const asked = JSON.parse(new URLSearchParams(query).get('asked') ?? '') as AskedSearch
  const search = searchStatements(asked, Date.now())
  const total = statement(search.count).get(...search.values)?.total
  const rows = statement(search.page).all(...search.pageValues)
  send(response, `{"TotalHits":${total},"Results":[${rows.map(({ document }) => document).join()}]}`)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
