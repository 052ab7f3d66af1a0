// Sends prebuilt bytes: the most that node:http can do.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { total, pages } = JSON.parse(readFileSync(process.env.DOCUMENTS ?? '', 'utf8')) as {
  readonly total: number
  readonly pages: readonly string[]
}
const bodies = pages.map((page) => Buffer.from(`{"TotalHits":${total},"Results":[${page}]}`))

const server = createServer((request, response) => {
  const body = bodies[Math.floor(Number(request.url?.slice('/page/'.length)) / 100)]
  if (body === undefined) {
    response.writeHead(404).end()
    return
  }
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
