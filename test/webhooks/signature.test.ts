import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { faultOfSecret, newWebhookSecret, signatureOf } from '../../src/webhooks/signature.ts'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

test('a signature is what another implementation takes, by either secret of a rotation', () => {
  const [secret, former] = [newWebhookSecret(), newWebhookSecret()]
  const [id, timestamp, body] = ['a-1', Math.floor(Date.now() / 1000), '{"name":"Göteborg 🏛"}']
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, [secret, former]),
  }
  for (const known of [secret, former]) {
    assert.deepEqual(new Webhook(known).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(known).verify(`${body} `, headers))
  }
  assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers))
})

test('the example of Standard Webhooks 1.0.0', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const signature = signatureOf(signed, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

const secrets: readonly (readonly [string, boolean])[] = [
  [newWebhookSecret(), true],
  [secretOf(24), true],
  [secretOf(64), true],
  [secretOf(32).replace(/=+$/, ''), true],
  [secretOf(23), false],
  [secretOf(65), false],
  ['', false],
  ['whsec_', false],
  [secretOf(32).slice('whsec_'.length), false],
  [`${secretOf(32)} `, false],
  ['whsec_ö'.padEnd(50, 'A'), false],
]

for (const [secret, isRight] of secrets) {
  test(`a secret of ${secret.length} characters is ${isRight ? 'right' : 'wrong'}: ${secret.slice(0, 12)}…`, () => {
    assert.equal(faultOfSecret(secret) === undefined, isRight)
  })
}
