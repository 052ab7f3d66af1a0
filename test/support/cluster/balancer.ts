import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { nextEvent } from '../until.ts'

/** A load balancer as small as one can be. */
export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

interface Taken {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const answerMillis = 30_000

/**
 * Asks the replicas in turn. What was only read is asked of the next replica where one is gone or says 503; what is written
 * goes to the next only where nothing of it can have arrived.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  // A caller asks over a connection that it kept in the very moment in which one that waits no longer closes it.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, reply) => {
    const body = await buffer(incoming)
    const first = turn++
    const order = targets.map((_, at) => targets[(first + at) % targets.length]!)
    await answer(reply, () => firstAnswer(order, (target) => ask(target, { incoming, body, agent }), incoming))
  })
  server.listen(0, '127.0.0.1')
  await nextEvent(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await nextEvent(server, 'close')
    },
  }
}

async function firstAnswer(
  order: readonly string[],
  askOne: (target: string) => Promise<Taken>,
  { method }: IncomingMessage,
): Promise<Taken> {
  const isRead = method === 'GET'
  let last: Taken | undefined
  for (const target of order) {
    try {
      last = await askOne(target)
      if (!isRead || last.status !== 503) return last
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (!isRead && code !== 'ECONNREFUSED') throw error
    }
  }
  if (last) return last
  throw new Error('no replica answers')
}

interface Asked {
  readonly incoming: IncomingMessage
  readonly body: Buffer
  readonly agent: Agent
}

async function ask(target: string, { incoming, body, agent }: Asked): Promise<Taken> {
  const { method, url, headers } = incoming
  const outgoing = request(target + url, { method, headers, agent, timeout: answerMillis })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${answerMillis} ms`)))
  outgoing.end(body)
  const [response] = (await nextEvent(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

async function answer(reply: ServerResponse, get: () => Promise<Taken>): Promise<void> {
  try {
    const { status, headers, body } = await get()
    // These are of the connection to the replica: how long that is kept says nothing about the caller's.
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...kept } = headers
    reply.writeHead(status, { ...kept, 'content-length': body.length }).end(body)
  } catch {
    reply.writeHead(502).end()
  }
}
