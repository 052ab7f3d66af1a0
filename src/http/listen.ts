import type { AddressInfo, Server } from 'node:net'
import { type Config, ConfigError } from '../config.ts'

type Address = Pick<Config, 'port' | 'host'>

/** What can be made to listen: the HTTP application. */
interface Listener {
  listen(address: { port: number; host: string }): Promise<unknown>
  readonly server: Pick<Server, 'address'>
}

/** Listens, and gives the address, such as http://127.0.0.1:8080; throws a ConfigError that names PORT or HOST. */
export async function listen(listener: Listener, { port, host }: Address): Promise<string> {
  await listener.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw faultOf(error, { port, host })
  })
  const address = listener.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Errors of looking up and of opening an address that is none of this machine. */
const hostFaults: readonly unknown[] = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

function faultOf(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  const { code } = error
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${port} is taken by another program on ${host}`)
  if (code === 'EACCES') return new ConfigError(`PORT ${port} may not be opened by this user: take one above 1023`)
  return hostFaults.includes(code) ? new ConfigError(`HOST must be an address of this machine, got '${host}'`) : error
}
