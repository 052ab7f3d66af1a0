// SQLite in process behind node:http: prepared statements, everything in its cache or the system's.
import { createServer } from 'node:http'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { AskedSearch } from '../asked.ts'
import { sendAnswer } from './send-answer.ts'
import { searchStatements } from './sqlite-search.ts'

const database = new DatabaseSync(process.env.DATABASE ?? '', { readOnly: true })
database.exec('pragma cache_size = -2000000; pragma mmap_size = 8000000000;')

const prepared = new Map<string, StatementSync>()

function statement(text: string): StatementSync {
  const known = prepared.get(text) ?? database.prepare(text)
  prepared.set(text, known)
  return known
}

const namedById = 'select named from document where rank = (select rank from place where id = ?)'

function answerTo(url: string): string {
  const [path = '', query = ''] = url.split('?')
  if (path === '/ready') return 'ready'
  if (path !== '/place') return String(statement(namedById).get(path.slice('/place/'.length))?.named)
  const { page, count } = searchStatements(JSON.parse(new URLSearchParams(query).get('asked') ?? '') as AskedSearch)
  const rows = statement(page.text).all(...page.values)
  const total = rows[0]?.total ?? statement(count.text).get(...count.values)?.total
  return `{"TotalHits":${total},"Results":[${rows.map(({ body }) => body).join()}]}`
}

const server = createServer((request, response) => sendAnswer(request, response, answerTo(request.url ?? '')))
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
