import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { compare, type Side } from '../../bench/peers/measure.ts'
import { hasWrk } from '../../bench/support/load.ts'
import { measureLatency } from '../../bench/support/open-loop.ts'

const answerMillis = 150

test('what warms is not counted, and what is still in work at the end of a block is not asked again in the next', {
  skip: !hasWrk && 'wrk is not installed',
}, async (t) => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    setTimeout(() => response.end('{}'), answerMillis)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const side = (name: string): Side => ({
    running: { url, cpuSeconds: () => 0 },
    requests: Array.from({ length: 1000 }, (_, number) => ({ path: `/${name}/${number}` })),
  })
  const [pairs, connections] = [2, 8]
  const measuring = {
    warmingSeconds: 1,
    pairs,
    seconds: 20,
    writeSeconds: 1,
    connections,
    writers: connections,
    distinct: 1000,
    latencySeconds: 0,
  }
  const { own, peer } = await compare(
    { name: 'create', kind: 'write', mode: 'distinct' },
    { own: side('own'), peer: side('peer') },
    { ...measuring, random: Math.random, client: 'wrk' },
  )
  const answered = [...own, ...peer].reduce((sum, { requests }) => sum + requests, 0)
  assert.deepEqual([own.length, peer.length], [pairs, pairs])
  const longest = Math.max(...[...own, ...peer].map(({ requests, requestsPerSecond }) => requests / requestsPerSecond))
  assert.ok(longest < 10, `writes are asked for writeSeconds, not seconds, got blocks of ${longest} s`)
  const leftInWork = 2 * (pairs + 1) * connections
  assert.ok(
    answered > 0 && asked.length > answered + leftInWork,
    `${asked.length} were asked, ${answered} answered in time`,
  )
  assert.equal(new Set(asked).size, asked.length)
})

test('a server that closes each connection after its answer is asked over new ones', async (t) => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.setHeader('connection', 'close').end('{}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const load = { requests: [{ path: '/' }], requestsPerSecond: 100, seconds: 0.5, connections: 2 }
  const { p999 } = await measureLatency({ url, ...load })
  assert.equal(asked, 50)
  assert.ok(p999 < 10_000, `all are answered, and none waits until patience ends, got ${p999} ms`)
})
