// The limit that everything is compared with: a bare node:http server that sends prebuilt bytes in turn.
// Reads BODIES, a file of answers: a 4-byte little-endian length and the bytes, again and again.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const file = readFileSync(process.env.BODIES ?? '')
const bodies: Buffer[] = []
for (let at = 0; at < file.length; ) {
  const length = file.readUInt32LE(at)
  bodies.push(file.subarray(at + 4, at + 4 + length))
  at += 4 + length
}

let turn = 0
const server = createServer((_request, response) => {
  const body = bodies[turn++ % bodies.length]!
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
