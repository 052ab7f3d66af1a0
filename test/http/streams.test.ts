import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { Streams } from '../../src/http/connections/streams.ts'
import { nextEvent } from '../support/until.ts'

const call = { method: 'GET' } as const

async function* endless() {
  for (;;) yield Buffer.alloc(100_000)
}

test('who does not read a sitemap keeps nobody else from streams, and not for long', async () => {
  const streams = new Streams()
  const sitemap = (millis: number) => streams.answer(call, endless(), {}, { most: 1, millis })
  const { body } = await sitemap(1)
  const ended = nextEvent(body as Readable, 'close').catch((error: Error) => error.message)
  await assert.rejects(sitemap(1), /1 long answers are being read/)
  const search = await streams.answer(call, endless(), {})
  assert.match(String(await ended), /it was not read in 1 ms/)
  await assert.rejects(sitemap(1), /1 long answers are being read/)
  const closed = nextEvent(search.body as Readable, 'close')
  ;(search.body as Readable).destroy()
  await closed
  const next = (await sitemap(60_000)).body as Readable
  next.destroy()
})
