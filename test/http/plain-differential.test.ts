import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { accepted, client, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { type Conversation, conversations, idPlace, type Subjects } from './plain-cases.ts'
import { openSocket } from './raw.ts'

const key = 'test-admin-key'
const numRuns = Number(process.env.FUZZ_RUNS ?? 300)
let service: TestService
let subjects: Subjects

before(async () => {
  service = await startService({ env: { CORS_ORIGINS: 'https://elsewhere.example' } })
  const admin = client(service.url, key)
  const ids: string[] = []
  for (let n = 0; n < 8; n++) {
    const longDescription = 'x'.repeat(Math.min(n * 20_000, 100_000))
    ids.push(accepted(await admin.put('/place', validPlace({ longDescription })), 201).id)
  }
  const etag = (await admin.get(`/place/${ids[0]}`)).headers.get('etag') ?? ''
  const body = { name: 'short-lived', permissions: ['read'] }
  const made = accepted(await admin.post<{ id: string; key: string }>('/keys', body), 201)
  accepted(await admin.delete(`/keys/${made.id}`), 204)
  subjects = { key, revokedKey: made.key, ids, etag }
})
after(() => service.close())

/** How a connection begins: of the second kind are those that Node reads from their first request on. */
type Way = 'p' | 'n'
const nodesRequest = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

const conversationsAtOnce = 24

/** Everything that comes as an answer to a conversation until the connection is closed. */
async function converse(conversation: Conversation, way: Way, number: number): Promise<string[]> {
  const { requests, last, cuts, inTurn } = conversation
  const socket = openSocket(service.url)
  let text = ''
  let wake = () => {}
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    wake()
  })
  // A connection that is cut has no further answers.
  socket.on('error', () => {}).on('close', () => wake())
  const answered = async (count: number) => {
    while (!socket.closed && answersIn(text).length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const before = way === 'n' ? 1 : 0
  if (way === 'n') socket.write(nodesRequest)
  await answered(before)
  const named = [...requests, last].map((request, at) => request.replaceAll(idPlace, `${way}-${number}-${at}`))
  const turns = inTurn ? named : [named.join('')]
  for (const [at, turn] of turns.entries()) {
    await answered(before + at)
    for (const packet of packetsOf(turn, cuts)) {
      socket.write(packet, 'latin1')
      // So that it is a packet of its own mostly.
      await setTimeout(1)
    }
  }
  socket.end()
  if (!socket.closed) await once(socket, 'close')
  return answersIn(text).slice(before)
}

function packetsOf(text: string, cuts: readonly number[]): string[] {
  const ends = [...cuts.map((share) => Math.floor(share * text.length)), text.length].sort((a, b) => a - b)
  return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end)).filter((packet) => packet !== '')
}

/** The answers that are complete; what is left over as one more that begins with `…`. */
function answersIn(text: string): string[] {
  const answers: string[] = []
  let at = 0
  for (;;) {
    const headEnd = text.indexOf('\r\n\r\n', at) + 4
    const head = text.slice(at, headEnd)
    const end = headEnd + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (headEnd < 4 || end > text.length) break
    answers.push(text.slice(at, end))
    at = end
  }
  return answers
}

/** An answer without what differs each time: long bodies are told by their lengths, those with a nonce not at all. */
function comparable(answer: string): string {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const lines = head.split('\r\n').map((line) => line.replace(/^(date|server-timing|x-request-id): .*/i, '$1'))
  if (/'nonce-/.test(head)) {
    const same = lines.map((line) => line.replace(/^(content-length): .*/i, '$1').replace(/'nonce-[^']*'/, ''))
    return same.sort().join('\r\n')
  }
  return [...lines.sort(), '', body.join('\r\n\r\n').replace(/(.)\1{50,}/g, ({ length }) => `(${length})`)].join('\r\n')
}

test('whatever comes on a connection is answered as Node would, and in the same order', async (context) => {
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
  context.diagnostic(`seed ${seed}, ${numRuns} conversations`)
  const all = [...fc.sample(conversations(subjects), { seed, numRuns }).entries()]
  const different: unknown[] = []
  const converseAll = async () => {
    for (let next = all.shift(); next !== undefined; next = all.shift()) {
      const [number, conversation] = next
      const ways = [converse(conversation, 'p', number), converse(conversation, 'n', number)]
      const [plain = [], node = []] = (await Promise.all(ways)).map((answers) => answers.map(comparable))
      if (!isDeepStrictEqual(plain, node)) different.push({ conversation, plain, node })
    }
  }
  await Promise.all(Array.from({ length: conversationsAtOnce }, converseAll))
  assert.deepEqual(different.slice(0, 1), [], `${different.length} are different`)
})
