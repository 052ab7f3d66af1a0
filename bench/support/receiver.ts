// Receives the events of webhooks: answers immediately at `/`, byte by byte forever at `/slow`, and never at `/dead`.

import { createServer } from 'node:http'

const byteMillis = 1_000

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/dead') return
    if (request.url !== '/slow') return void response.writeHead(request.method === 'GET' ? 200 : 204).end()
    response.writeHead(200)
    const sending = setInterval(() => response.write('.'), byteMillis)
    response.on('close', () => clearInterval(sending))
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
