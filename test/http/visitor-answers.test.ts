import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { sharedSuite } from '../support/suite.ts'
import { openToVisitors } from '../support/visitors.ts'

const closed = sharedSuite()
const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-visitors-'))
const url = 'https://pictures.invalid/'
const images = [
  { url: `${url}altar.jpg`, title: 'Altaret', alternateDescription: 'Ett altare.', tags: ['ccby40'] },
  { url: `${url}ranka.jpg`, title: 'Rankan', tags: ['alt-decorative'] },
]

let service: TestService
let visitors: Client
let slug = ''
before(async () => {
  const prepare = async (admin: Client) => {
    slug = accepted(await admin.put<PlaceAnswer>('/v4/place', validPlace({ media: { images } })), 201).slug
  }
  service = await startService(
    await openToVisitors(prepare, { dataDir, permissions: ['read-published', 'read-media'] }),
  )
  visitors = client(service.url)
})
after(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a picture that is decorative has an empty alternate text', async () => {
  const { text } = await visitors.get(`/p/${slug}`)
  assert.match(text, /altar\.jpg" alt="Ett altare\."/)
  assert.match(text, /ranka\.jpg" alt=""/)
  assert.match(
    text,
    /altar.*<a href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/"[^>]*>CC BY 4\.0<\/a>.*ranka/s,
  )
})

test('D62: the script of the finder is under 40 kB (gzip)', () => {
  const bytes = gzipSync(readFileSync(resolve(import.meta.dirname, '../../web/dist/finder.js'))).length
  assert.ok(bytes > 1000 && bytes < 40_000, `${bytes} bytes`)
})

test('D62: the script is answered with the key of visitors, and without PUBLIC_KEY it is not', async () => {
  const answer = await visitors.get('/finder.js')
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(answer.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.ok(!answer.text.includes('KEY-OF-VISITORS'))
  assert.equal((await closed.nobody.get('/finder.js')).status, 404)
})
