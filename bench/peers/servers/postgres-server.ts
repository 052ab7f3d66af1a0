// PostgreSQL behind Fastify and pg, as a team would write it that knows both: prepared statements, JSON put together in
// the database, a pool on the same core.
import Fastify from 'fastify'
import pg from 'pg'
import type { Asked } from '../questions.ts'
import { searchStatement } from './postgres-sql.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 8 })
const app = Fastify({ logger: false })

app.get('/ready', async (_request, reply) => {
  await pool.query('select 1')
  return reply.send('ready')
})

app.get<{ Params: { id: string } }>('/place/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'by-id',
    text: 'select document from place where id = $1',
    values: [params.id],
  })
  const [row] = rows as { document: string }[]
  if (row === undefined) return reply.code(404).send()
  return reply.type('application/json').send(row.document)
})

app.get<{ Querystring: { asked: string } }>('/place', async ({ query }, reply) => {
  const statement = searchStatement(JSON.parse(query.asked) as Asked, Date.now())
  const { rows } = await pool.query(statement)
  return reply.type('application/json').send((rows[0] as { answer: string }).answer)
})

app.put<{ Body: { id: string; document: string; name: string } }>('/place', async ({ body }, reply) => {
  await pool.query({
    name: 'create',
    text: 'select create_place($1, $2, $3)',
    values: [body.id, body.document, body.name],
  })
  return reply.code(201).send()
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
