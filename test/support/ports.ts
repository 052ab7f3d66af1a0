import { createServer } from 'node:net'

/** Below all that Linux, macOS and IANA draw from for those who name no port, so that nobody is given it in between. */
const portMin = 20_000
const portMax = 32_000
const attemptsMax = 100

/**
 * A port for a server that is started on it later, or twice: nobody listens there now, and no connection or server that
 * names no port gets it meanwhile. Whoever needs a port once lets the system choose.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin))
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${attemptsMax} ports between ${portMin} and ${portMax} is free`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
