import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { startNode } from './child.ts'
import type { Ending } from './process.ts'
import { until } from './until.ts'

/** How the receiver treats a request: it takes it, or fails in one of these ways. */
export type Manner =
  | 'take'
  | 'take and drop'
  | 'refuse'
  | 'busy'
  | 'drop'
  | 'redirect'
  | 'early'
  | 'large'
  | 'gone'
  | 'hang'
  | 'take later'

/** One request as the receiver saw it. */
export interface Received {
  readonly id: string
  readonly manner: Manner
  /** Whether another implementation takes its signature, by one of the secrets that the receiver knows. */
  readonly isSigned: boolean
  readonly timestamp: number
  readonly body: string
  /** How many signatures it had. */
  readonly signatures: number
}

interface Orders {
  readonly secrets?: readonly string[]
  /** For the next requests, one each. */
  readonly next?: readonly Manner[]
  /** For all requests behind those. */
  readonly always?: Manner
  /** Whether to answer those that it takes later. */
  readonly release?: boolean
}

/** A receiver of webhooks in a process of its own. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Ids of what it took, in their order, each once. */
  taken(): string[]
  /** Resolves when it will do so. */
  order(orders: Orders): Promise<void>
  /** Resolves when what was received fits; a failure shows it. */
  until(fits: (received: readonly Received[]) => boolean): Promise<void>
}

/** The arguments of Node for the program of a receiver. */
export const receiverArgs = [import.meta.filename, 'receive']

/** Starts a receiver, which is ended after the test. */
export async function startReceiver(context: Ending): Promise<Receiver> {
  const child = startNode(receiverArgs)
  context.after(() => child.end())
  const { port } = await child.message<{ port: number }>('it listens')
  const received: Received[] = []
  let ordered = 0
  child.process.on('message', (told: Received | 'ordered') => {
    if (told === 'ordered') ordered++
    else received.push(told)
  })
  const told = { on: [child.process, 'message'], saw: () => received.map(shortly) } as const
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    taken: () => [...new Set(received.filter(({ manner }) => manner === 'take').map(({ id }) => id))],
    async order(orders) {
      const count = ordered
      child.process.send(orders)
      await until('the receiver has its orders', () => ordered > count, told)
    },
    until: (fits) => until('the receiver has what it should', () => fits(received), told),
  }
}

/** What of a request is worth showing: how it was treated, and the place and kinds of an event. */
function shortly({ manner, body }: Received): string {
  const { subject, data } = JSON.parse(body)
  return `${manner} ${subject} ${data?.kinds}`
}

/** What the process does: every request is told to the parent before it is answered. */
function receive(): void {
  let secrets: readonly string[] = []
  let always: Manner = 'take'
  const next: Manner[] = []
  const held: ServerResponse[] = []
  process.on('message', (orders: Orders) => {
    secrets = orders.secrets ?? secrets
    always = orders.always ?? always
    next.push(...(orders.next ?? []))
    if (orders.release) for (const response of held.splice(0)) response.writeHead(204).end()
    process.send?.('ordered')
  })
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    const manner = next.shift() ?? always
    const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = request.headers as Record<string, string>
    const timestamp = Number(request.headers['webhook-timestamp'])
    const isSigned = secrets.some((secret) => verifies(secret, body, request))
    const seen: Received = { id, manner, isSigned, timestamp, body, signatures: signature.split(' ').length }
    process.send?.(seen, () => {
      if (manner === 'take later') held.push(response)
      else treat(manner, request, response)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

/** Judged at the time that the sender told, since its clock is that of a test. */
function verifies(secret: string, body: string, request: IncomingMessage): boolean {
  const { now } = Date
  Date.now = () => Number(request.headers['webhook-timestamp']) * 1000
  try {
    new Webhook(secret).verify(body, request.headers as Record<string, string>)
    return true
  } catch {
    return false
  } finally {
    Date.now = now
  }
}

function treat(manner: Exclude<Manner, 'take later'>, request: IncomingMessage, response: ServerResponse): void {
  switch (manner) {
    case 'take':
      return void response.writeHead(204).end()
    case 'take and drop':
      return void response.writeHead(204).end(() => request.socket.destroy())
    case 'refuse':
      return void response.writeHead(500).end('the database is away')
    case 'busy':
      return void response.writeHead(503, { 'retry-after': '900' }).end()
    case 'drop':
      return void request.socket.destroy()
    case 'redirect':
      return void response.writeHead(307, { location: '/elsewhere' }).end()
    case 'early':
      response.writeHead(500, { 'content-length': '100' })
      return void response.write('half', () => request.socket.destroy())
    case 'large':
      return void response.writeHead(400).end('x'.repeat(1_000_000))
    case 'gone':
      return void response.writeHead(410).end()
    case 'hang':
      return
  }
}

if (process.argv[2] === 'receive') receive()
