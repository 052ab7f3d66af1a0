import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { nextEvent } from '../until.ts'

/** A piece of network between clients and a server, which can be cut and can fall silent. */
export interface Link {
  /** Where clients connect, on 127.0.0.1. */
  readonly port: number
  /** Connections so far, and those that are open. */
  readonly joined: number
  readonly open: number
  /** Breaks every connection, and every new one, until it is healed. */
  cut(): void
  /** Nothing arrives any more, on either side, and nobody is told, until it is healed. */
  silence(): void
  heal(): void
  /** Leads new connections to another port. */
  lead(port: number): void
  close(): Promise<void>
}

/** A link to a port of a host. */
export async function openLink(target: number, host = '127.0.0.1'): Promise<Link> {
  const link = new TcpLink(target, host)
  await link.listen()
  return link
}

class TcpLink implements Link {
  port = 0
  joined = 0
  #target: number
  readonly #host: string
  #state: 'whole' | 'cut' | 'silent' = 'whole'
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()

  constructor(target: number, host: string) {
    this.#target = target
    this.#host = host
    this.#server = createServer((client) => this.#join(client))
  }

  get open(): number {
    return this.#pairs.size
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await nextEvent(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.#state = 'cut'
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  silence(): void {
    this.#state = 'silent'
    for (const pair of this.#pairs) stop(pair)
  }

  heal(): void {
    this.#state = 'whole'
    for (const pair of this.#pairs) flow(pair)
  }

  lead(port: number): void {
    this.#target = port
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await nextEvent(this.#server, 'close')
  }

  #join(client: Socket): void {
    if (this.#state === 'cut') {
      client.destroy()
      return
    }
    this.joined++
    const pair = [client, connect(this.#target, this.#host)] as const
    this.#pairs.add(pair)
    for (const [socket, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        other.destroy()
        this.#pairs.delete(pair)
      })
    }
    if (this.#state === 'whole') flow(pair)
  }
}

function flow([client, server]: readonly [Socket, Socket]): void {
  client.pipe(server)
  server.pipe(client)
}

function stop(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause()
}
