import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { nextEvent, within } from '../support/until.ts'

/** A bare connection to a service, for requests that no client would send. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect({ host: hostname, port: Number(port) })
}

/** Everything that comes on a connection until the other side closes it. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await within('the service closes the connection', closed, () => text.slice(-500))
  return text
}

/** A line of a head that asks the service to tell when it has begun on the request (RFC 9110, 10.1.1). */
export const expecting = 'Expect: 100-continue'

/** Sends a head that is `expecting`; resolves when the service has begun on it. */
export async function begin(socket: Socket, head: string): Promise<void> {
  socket.write(head, 'latin1')
  await nextEvent(socket, 'data')
}

/** Sends bytes to a service in this process, maybe as the last; resolves once it has had its turns to read them. */
export async function deliver(socket: Socket, bytes: string, send: 'write' | 'end' = 'write'): Promise<void> {
  socket[send](bytes, 'latin1')
  for (let turn = 0; turn < 2; turn++) await setImmediate()
}

/** Sends bytes on a connection of their own and gives what comes until it is closed. */
export async function exchange(url: string, ...pieces: readonly string[]): Promise<string> {
  const socket = openSocket(url)
  socket.on('error', () => {})
  const answer = readToEnd(socket)
  for (const piece of pieces) socket.write(piece, 'latin1')
  return answer
}

/** The status and the parsed problem of a raw answer. */
export function problemOf(answer: string): {
  status: number
  problem: { type: string; status: number; detail: string }
} {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), problem: JSON.parse(body) }
}
