import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlainHeadReader } from '../../src/http/plain-head.ts'

const read = (text: string, reader = new PlainHeadReader()) => reader.read(Buffer.from(text, 'latin1'))
const head = (line: string, ...fields: string[]) => [line, ...fields, '', ''].join('\r\n')

test('a head has its address as it came and its fields by their names in lower case', () => {
  const found = read(head('GET /place?q=a%20b&name=^c|d HTTP/1.1', 'Host: x:80', 'X-A:  b \t c  ', 'Empty:'))
  assert.equal(found?.url, '/place?q=a%20b&name=^c|d')
  assert.deepEqual({ ...found?.headers }, { host: 'x:80', 'x-a': 'b \t c', empty: '' })
})

test('fields that come again are the same, others are read anew', () => {
  const reader = new PlainHeadReader()
  const first = read(head('GET /a HTTP/1.1', 'Host: x', 'If-None-Match: "1"'), reader)
  const again = read(head('GET /b HTTP/1.1', 'Host: x', 'If-None-Match: "1"'), reader)
  const other = read(head('GET /b HTTP/1.1', 'Host: x', 'If-None-Match: "2"'), reader)
  assert.equal(again?.headers, first?.headers)
  assert.deepEqual([first?.url, again?.url, other?.headers['if-none-match']], ['/a', '/b', '"2"'])
})

test('whatever could be read in another way, or says more, is left to others', () => {
  const plain = head('GET /place HTTP/1.1', 'Host: x')
  assert.notEqual(read(plain), undefined)
  const others = [
    '',
    plain.slice(0, -1),
    plain.slice(0, -2),
    `${plain}G`,
    plain + plain,
    ` ${plain}`,
    `\r\n${plain}`,
    plain.replace('GET', 'get'),
    plain.replace('GET', 'HEAD'),
    plain.replace('GET ', 'GET  '),
    plain.replace('GET', 'PUT'),
    plain.replace('HTTP/1.1', 'HTTP/1.0'),
    plain.replace(' HTTP/1.1', ''),
    plain.replace('/place', 'http://x/place'),
    plain.replace('/place', '*'),
    plain.replace('/place', '/pl ace'),
    plain.replace('/place', '/pl\tace'),
    plain.replace('/place', '/place#a'),
    plain.replace('/place', '/pläce'),
    plain.replace('/place', '/place\0'),
    plain.replace('\r\n', '\n'),
    plain.replaceAll('\r\n', '\n'),
    'GET /place HTTP/1.1\r\n',
    'GET /place HTTP/1.1\r\n\r\n',
    head('GET /place HTTP/1.1', 'X-A: b'),
    head('GET /place HTTP/1.1', 'Host: x', 'Host: x'),
    head('GET /place HTTP/1.1', 'Host: x', 'X-A: 1', 'x-a: 2'),
    ...[
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Connection: close',
      'Connection: keep-alive, X-A',
      'Upgrade: h2c',
      'TE: trailers',
      'Trailer: X-A',
      'Bad Name: 1',
      'X-A : 1',
      ': 1',
      'no colon',
      ' folded: 1',
      'X-A: 1\r\n folded',
      'X-A: ä',
      'X-A: \0',
      'X-A: a\rb',
      'X-A: a\r',
      'X-A: a\n',
      'X-A: \na',
      'X-A: a\x0b',
      'X-A: a\x0c',
      'X-A: a\xa0',
      'X-A: \x85a',
      'X-A: a\nContent-Length: 5',
      'Ä: 1',
      '__proto__ : 1',
    ].map((field) => head('GET /place HTTP/1.1', 'Host: x', field)),
    head('GET /place HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(4 * 1024)}`),
  ]
  for (const text of others) assert.equal(read(text), undefined, JSON.stringify(text.slice(0, 200)))
})

test('names that objects have are fields as all others', () => {
  const found = read(head('GET /place HTTP/1.1', 'Host: x', '__proto__: 1', 'constructor: 2'))
  assert.deepEqual(Object.entries(found?.headers ?? {}), [
    ['host', 'x'],
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})
