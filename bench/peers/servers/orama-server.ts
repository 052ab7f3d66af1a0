// Orama in process behind node:http. Words are cut beforehand, so that its tokenizer has only to split at spaces.
import { createServer } from 'node:http'
import { create, insertMultiple, type Results, search } from '@orama/orama'
import { type AskedSearch, instantsOf } from '../asked.ts'
import { isShown, type Row, readRows } from '../corpus.ts'
import { sendAnswer } from './send-answer.ts'

const tokenizer = {
  language: 'none',
  normalizationCache: new Map(),
  tokenize: (text: string) => text.split(' ').filter((word) => word !== ''),
}

const database = create({
  schema: {
    city: 'enum',
    type: 'enum',
    published: 'number',
    rank: 'number',
    slug: 'string',
    words: 'string',
  },
  components: { tokenizer },
  sort: { unsortableProperties: ['words'] },
} as const)

interface Kept {
  readonly rank: number
  readonly document: string
  readonly named: string
  readonly nameWords: readonly string[]
}

/** What is sent lies beside the index, so that it need not hold it. */
const kept = new Map<string, Kept>()
const batchRows = 1_000

async function fill(): Promise<void> {
  const now = Date.now()
  let batch: Record<string, string | number>[] = []
  for await (const row of readRows(process.env.ROWS ?? '')) {
    if (!isShown(row, now)) continue
    kept.set(row.id, { rank: kept.size, document: row.document, named: row.named, nameWords: row.nameWords })
    if (batch.push(entryOf(row, kept.size - 1)) < batchRows) continue
    await insertMultiple(database, batch as never[], batchRows)
    batch = []
  }
  if (batch.length > 0) await insertMultiple(database, batch as never[], batchRows)
}

function entryOf(row: Row, rank: number): Record<string, string | number> {
  return {
    id: row.id,
    city: row.city ?? '',
    type: row.type,
    published: row.published ?? 0,
    rank,
    slug: row.slug,
    words: row.words.join(' '),
  }
}

async function answer(asked: AskedSearch): Promise<string> {
  const { city, type, published, words, order, limit, offset } = asked
  const days = published && instantsOf(published)
  const where = {
    ...(city !== undefined && { city: { eq: city } }),
    ...(type !== undefined && { type: { eq: type } }),
    ...(days && { published: { between: [days.from, days.until - 1] } }),
  }
  const found = (await search(database, {
    ...(words && { term: words.join(' '), properties: ['words'], threshold: 0 }),
    where,
    sortBy: orderOf(order, words),
    limit,
    offset,
  } as never)) as Results<unknown>
  return `{"TotalHits":${found.count},"Results":[${found.hits.map(({ id }) => kept.get(id)?.document).join()}]}`
}

type Hit = readonly [id: string, score: number, document: { readonly id: string }]

function orderOf(order: AskedSearch['order'], words: AskedSearch['words']): unknown {
  if (order !== undefined) return { property: 'slug', order: order === 'slug' ? 'ASC' : 'DESC' }
  if (words === undefined) return { property: 'rank', order: 'ASC' }
  const key = (hit: Hit) => {
    const place = kept.get(hit[2].id)
    return place === undefined ? 0 : tierOf(place.nameWords, words) * kept.size + place.rank
  }
  return (a: Hit, b: Hit) => key(a) - key(b)
}

function tierOf(nameWords: readonly string[], words: readonly string[]): number {
  if (words.every((word) => nameWords.includes(word))) return 0
  return words.every((word) => nameWords.some((one) => one.startsWith(word))) ? 1 : 2
}

await fill()
const server = createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  if (path === '/ready') return sendAnswer(request, response, 'ready')
  if (path !== '/place') return sendAnswer(request, response, kept.get(path.slice('/place/'.length))?.named ?? '')
  const asked = JSON.parse(new URLSearchParams(query).get('asked') ?? '') as AskedSearch
  answer(asked).then(
    (text) => sendAnswer(request, response, text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
