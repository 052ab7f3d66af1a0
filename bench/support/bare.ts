// The limit that everything is compared with: a bare node:http server that sends prebuilt bytes in turn, or 304 to
// whoever asks whether something is still so. Reads BODIES, a file of frames.
import { createServer } from 'node:http'
import { readFrames } from './frames.ts'

const bodies = readFrames(process.env.BODIES ?? '')

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
