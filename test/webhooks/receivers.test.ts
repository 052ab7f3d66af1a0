import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { kept, runTool, startKept, startNode } from '../support/child.ts'
import { freePort } from '../support/ports.ts'
import { temporaryFolder } from '../support/process.ts'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/events.md'), 'utf8')
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const hasPython = runTool('python3', ['--version']).status === 0

/** Starts the receiver that the document shows in a language, on another port; gives its address and what it prints. */
async function startShown(context: TestContext, language: 'ts' | 'python') {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text) ?? []
  const port = await freePort()
  const folder = temporaryFolder(context)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, language === 'ts' ? 'receiver.mts' : 'receiver.py')
  assert.ok(code.includes('9000'), 'the document shows a receiver')
  writeFileSync(file, code.replace('9000', String(port)))
  const env = { ...kept(), SECRET: secret }
  const child = language === 'ts' ? startNode([file], { env }) : startKept(['python3', '-u', file], { env })
  context.after(() => child.end())
  const url = `http://127.0.0.1:${port}/`
  const listens = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await until('it listens', listens, { saw: () => child.output() })
  return { url, printed: () => child.output().stdout }
}

for (const [language, skip] of [
  ['ts', false],
  ['python', hasPython ? false : 'there is no python3'],
] as const) {
  test(`the receiver that docs/events.md shows in ${language} takes what is signed, and nothing else`, {
    skip,
  }, async (context) => {
    const { url, printed } = await startShown(context, language)
    const body = JSON.stringify({ type: 'gazetteer.place.published', subject: 'å' })
    const send = (signature: string, sent = body) => {
      const headers = { 'webhook-id': 'a-1', 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
      return fetch(url, { method: 'POST', headers, body: sent })
    }
    const seconds = Math.floor(Date.now() / 1000)
    const sign = (by: string) => new Webhook(by).sign('a-1', new Date(seconds * 1000), body)
    const other = sign(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    assert.equal((await send(sign(secret))).status, 204)
    assert.equal((await send(`${other} ${sign(secret)}`)).status, 204, 'during a rotation there are two')
    await until('it has printed both', () => printed().split('gazetteer.place.published').length === 3)
    assert.equal((await send(other)).status, 401)
    assert.equal((await send(sign(secret), body.replace('å', 'b'))).status, 401)
    assert.equal(printed().split('gazetteer.place').length, 3)
  })
}
