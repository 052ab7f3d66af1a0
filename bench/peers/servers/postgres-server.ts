// PostgreSQL behind Fastify and pg, as a team would write it that knows both: prepared statements, JSON put together in
// the database, a pool on the same core.
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import type { AskedSearch } from '../asked.ts'
import { searchStatement } from './postgres-search.ts'
import { createPlaceWriter } from './postgres-writes.ts'
import { tagOf } from './send-answer.ts'

const connectionString = process.env.DATABASE_URL ?? ''
const pool = new pg.Pool({ connectionString, max: 16 })
/** Of statements that are parsed once, and planned for the values of each question. */
const planning = new pg.Pool({ connectionString, max: 16, options: '-c plan_cache_mode=force_custom_plan' })
const app = Fastify({ logger: false })
const writer = await createPlaceWriter(pool)

app.get('/ready', async (_request, reply) => {
  await pool.query('select 1')
  return reply.send('ready')
})

app.get<{ Params: { id: string } }>('/place/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: 'by-id',
    text: 'select body from named_document where id = $1',
    values: [params.id],
  })
  const [row] = rows
  if (row === undefined) return reply.code(404).send()
  return reply.type('application/json').send(row.body)
})

app.get<{ Querystring: { asked: string } }>('/place', async (request, reply) => {
  const { name, text, values, planned } = searchStatement(JSON.parse(request.query.asked) as AskedSearch)
  const { rows } = await (planned === 'once' ? pool : planning).query<{ answer: string }>({
    name,
    text,
    values: [...values],
  })
  return sendUnlessKnown(request, reply, rows[0]?.answer ?? '')
})

app.put<{ Body: Record<string, unknown> }>('/place', async ({ body }, reply) => {
  const answer = await writer.create(body)
  return reply.code(201).type('application/json').send(answer)
})

app.patch<{ Params: { id: string }; Body: Record<string, unknown> }>('/place/:id', async ({ params, body }, reply) => {
  const isKnown = await writer.patch(params.id, body)
  return reply.code(isKnown ? 204 : 404).send()
})

/** Only who asks whether it is still so pays for an entity tag. */
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, answer: string): FastifyReply {
  const known = request.headers['if-none-match']
  if (known === undefined) return reply.type('application/json').send(answer)
  const tag = tagOf(answer)
  reply.header('etag', tag)
  return known === tag ? reply.code(304).send() : reply.type('application/json').send(answer)
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
