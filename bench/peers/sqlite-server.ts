// SQLite in process: prepared statements, everything in its cache or the system's.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { serve } from './peer.ts'
import { searchStatements } from './sqlite-search.ts'

const database = new DatabaseSync(process.env.DATABASE ?? '')
database.exec('pragma cache_size = -2000000; pragma mmap_size = 8000000000;')
const prepared = new Map<string, StatementSync>()

function statement(sql: string): StatementSync {
  const known = prepared.get(sql) ?? database.prepare(sql)
  prepared.set(sql, known)
  return known
}

const namedById = 'select named from document where rank = (select rank from place where id = ?)'

serve({
  byId: (id) => String(statement(namedById).get(id)?.named),
  search(asked) {
    const { page, count } = searchStatements(asked)
    const found = statement(page.text).all(...page.values)
    const total = found[0]?.total ?? statement(count.text).get(...count.values)?.total
    return `{"TotalHits":${total},"Results":[${found.map(({ body }) => body).join()}]}`
  },
})
