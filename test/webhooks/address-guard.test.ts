import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { AddressGuard, RefusedAddress } from '../../src/webhooks/address-guard.ts'
import { Transport } from '../../src/webhooks/transport.ts'
import { freePort } from '../support/ports.ts'
import { nextEvent } from '../support/until.ts'

const guard = new AddressGuard([])

/** Ways to write an address that leads inside, as somebody would put them into an https address. */
const inner = [
  ...['127.0.0.1', '127.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...['0.0.0.0', '0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '100.64.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1'],
  ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...[
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:10.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2002:a00:1::1]'],
  ...['[2001:0:7f00:1::]', '[2001:db8::1]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[fec0::1]'],
  ...['[100::1]', '[5f00::1]', '[3fff::1]', '127.0.0.1.', '①②⑦.0.0.1', '127。0。0。1'],
]

for (const host of inner) {
  test(`${host} leads inside`, () => {
    const { hostname } = new URL(`https://${host}/hook`)
    assert.throws(() => guard.check(hostname), RefusedAddress)
  })
}

const outer = [
  ...['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', '[2a00:1450:400f::200e]'],
  ...['[64:ff9b::808:808]', '[::ffff:8.8.8.8]', '[2002:808:808::1]'],
]

for (const host of outer) {
  test(`${host} is of the internet`, () => guard.check(new URL(`https://${host}/`).hostname))
}

test('the operator may name networks, of either family', () => {
  const allowing = new AddressGuard(['10.0.0.0/8', 'fd00::/8', '192.168.1.7'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd00::1', '192.168.1.7']) {
    assert.equal(allowing.isAllowed(address), true, address)
  }
  for (const address of ['127.0.0.1', '192.168.1.8', 'fe80::1', 'fd00::1%eth0', 'example.org', '']) {
    assert.equal(allowing.isAllowed(address), false, address)
  }
})

test('a name is judged by each of its addresses', async () => {
  await assert.rejects(guard.addressesOf('localhost'), RefusedAddress)
  const found = await new AddressGuard(['127.0.0.0/8', '::1/128']).addressesOf('localhost')
  assert.ok(found.length > 0 && found.every(({ address }) => ['127.0.0.1', '::1'].includes(address)))
})

test('those who ask for a name at the same time wait for one look-up, and each is judged by what it gives', async () => {
  const asked: string[] = []
  const answers = Promise.withResolvers<readonly string[]>()
  const slow = new AddressGuard([], async (hostname) => {
    asked.push(hostname)
    return (await answers.promise).map((address) => ({ address, family: 4 }))
  })
  const both = [slow.addressesOf('slow.example.org'), slow.addressesOf('slow.example.org')]
  const other = slow.addressesOf('other.example.org')
  answers.resolve(['1.1.1.1', '10.0.0.1'])
  await Promise.all([...both, other].map((found) => assert.rejects(found, RefusedAddress)))
  assert.deepEqual(asked, ['slow.example.org', 'other.example.org'])
  await assert.rejects(slow.addressesOf('slow.example.org'), RefusedAddress)
  assert.equal(asked.length, 3, 'what has been found is not kept')
})

test('a name that cannot be looked up is a failure, and is looked up again', async () => {
  let asked = 0
  const failing = new AddressGuard([], async () => {
    asked++
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  })
  const transport = new Transport(failing, { takesHttp: false })
  for (const time of [1, 2]) {
    const sent = { url: 'https://nowhere.example.org/', headers: {}, body: '{}', signal: new AbortController().signal }
    const { status, reason } = await transport.post(sent)
    assert.deepEqual([status, reason, asked], [undefined, 'the address nowhere.example.org does not exist', time])
  }
})

test('a missing answer is explained in words', async (context) => {
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', (data) => {
        if (data.includes('/closes')) socket.destroy()
        else socket.end('What is HTTP?\r\n\r\n')
      }),
  )
  server.listen(0, '127.0.0.1')
  await nextEvent(server, 'listening')
  context.after(() => server.close())
  const failing = new AddressGuard(['127.0.0.1'], async (address) => {
    if (address === '127.0.0.1') return [{ address, family: 4 }]
    throw Object.assign(new Error('try again'), { code: 'EAI_AGAIN' })
  })
  const transport = new Transport(failing, { takesHttp: true })
  context.after(() => transport.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [url, why] of [
    [`http://${host}/closes`, 'the connection was closed before an answer'],
    [`http://${host}/talks`, 'what it answered is not HTTP'],
    [`https://${host}/`, 'there is no https at the address'],
    [`http://127.0.0.1:${await freePort()}/`, 'nothing listens at the address'],
    ['https://far.example.org/', 'the address far.example.org could not be looked up: no name server answered'],
  ]) {
    const sent = { url: url!, headers: {}, body: '{}', signal: new AbortController().signal }
    assert.equal((await transport.post(sent)).reason, why)
  }
})

test('only https, without a user and a fragment, unless the operator lets http through', () => {
  const faultOf = (url: string, takesHttp = false) => new Transport(guard, { takesHttp }).faultOf(url)?.code
  assert.equal(faultOf('https://example.org:8443/hook?a=b'), undefined)
  for (const url of ['http://example.org/', 'ftp://example.org/', 'example.org', '']) {
    assert.equal(faultOf(url), 'https-address', url)
  }
  assert.equal(faultOf('http://example.org/', true), undefined)
  assert.equal(faultOf('https://me@example.org/'), 'address-with-user')
  assert.equal(faultOf('https://example.org/#x'), 'address-with-fragment')
})

test('of an answer that does not end its first bytes are enough', async (context) => {
  const server = createServer((_, response) => void response.writeHead(400).write('x'.repeat(5_000)))
  server.listen(0, '127.0.0.1')
  await nextEvent(server, 'listening')
  const transport = new Transport(new AddressGuard(['127.0.0.1']), { takesHttp: true })
  context.after(() => {
    transport.close()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const told = await transport.post({ url, headers: {}, body: '{}', signal: new AbortController().signal })
  assert.deepEqual([told.status, told.answer?.length], [400, 1024])
})

test('a name is judged anew for each attempt, which goes to what it has then and nowhere else', async (context) => {
  let answers: readonly string[] = []
  const asked: string[] = []
  const outside = ['127.0.0.1', '127.0.0.2']
  const changing = new AddressGuard(outside, async (hostname) => {
    asked.push(hostname)
    return answers.map((address) => ({ address, family: 4 }))
  })
  const came: string[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ socket }, response) => {
    came.push(`${socket.localAddress} ${socket.remotePort}`)
    response.writeHead(204).end()
  })
  server.listen(0, '0.0.0.0')
  await nextEvent(server, 'listening')
  const transport = new Transport(changing, { takesHttp: true })
  context.after(() => {
    transport.close()
    server.close()
  })
  const url = `http://hook.example.org:${(server.address() as AddressInfo).port}/`
  const post = (...found: readonly string[]) => {
    answers = found
    return transport.post({ url, headers: {}, body: '{}', signal: new AbortController().signal })
  }
  assert.equal((await post(outside[0]!)).status, 204)
  assert.equal((await post(outside[0]!, outside[1]!)).status, 204)
  assert.deepEqual([new Set(came).size, came.length], [1, 2], 'the connection is kept')
  for (const inside of [['10.0.0.1'], [outside[0]!, '169.254.169.254'], ['::ffff:127.0.0.3']]) {
    const { status, reason } = await post(...inside)
    assert.equal(status, undefined)
    assert.match(reason ?? '', new RegExp(`the address ${inside.at(-1)} is not one of the internet`))
  }
  assert.equal(came.length, 2, 'nothing was sent, on no connection')
  assert.equal((await post(outside[1]!)).status, 204)
  assert.match(came[2]!, /^127\.0\.0\.2 /, 'what was kept is of an address that the name has no longer')
  assert.match((await post()).reason ?? '', /no answer/)
  // Once for each attempt, and once more where what was kept was of no use.
  assert.deepEqual(asked, Array(8).fill('hook.example.org'))
})
