// PostgreSQL behind pg, as written by a team that knows both: prepared statements, JSON built in the database, and a
// pool on the same core.
import pg from 'pg'
import { serve } from './peer.ts'
import { dialect } from './postgres-search.ts'
import { createPlaceWriter } from './postgres-writes.ts'
import { searchStatement } from './search-statement.ts'

const connectionString = process.env.DATABASE_URL ?? ''
const pool = new pg.Pool({ connectionString, max: 16 })
/** For statements that are parsed once but planned for the values of each question. */
const planning = new pg.Pool({ connectionString, max: 16, options: '-c plan_cache_mode=force_custom_plan' })
const byId = { name: 'by-id', text: 'select body from named_document where id = $1' }
const names = new Map<string, string>()
const { create, patch } = await createPlaceWriter(pool)

serve({
  byId: async (id) => (await pool.query<{ body: string }>({ ...byId, values: [id] })).rows[0]?.body ?? '',
  async search(asked) {
    const { text, values, planned } = searchStatement(asked, dialect)
    // PostgreSQL truncates the names of statements at 63 bytes.
    const name = names.get(text) ?? `search-${names.size}`
    names.set(text, name)
    const { rows } = await (planned === 'once' ? pool : planning).query<{ answer: string }>({
      name,
      text,
      values: [...values],
    })
    return rows[0]?.answer ?? ''
  },
  create,
  patch,
})
