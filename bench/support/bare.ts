// The baseline of all comparisons: a bare node:http server that sends prebuilt bytes in turn, or 304 to revalidations.
// Reads BODIES, a file that `writeFrames` wrote.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const bytes = readFileSync(process.env.BODIES ?? '')
const bodies: Buffer[] = []
for (let at = 0; at < bytes.length; at += 4 + bodies.at(-1)!.length) {
  bodies.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)))
}

let turn = 0
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, { etag: request.headers['if-none-match'] }).end()
    return
  }
  const body = bodies[turn++ % bodies.length]!
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
