// SQLite in process: prepared statements, everything in its cache or the system's.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { serve } from './peer.ts'
import { searchStatement } from './search-statement.ts'
import { dialect } from './sqlite-search.ts'

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
    const { text, values } = searchStatement(asked, dialect)
    return String(statement(text).get(...(values as SQLInputValue[]))?.answer)
  },
})
