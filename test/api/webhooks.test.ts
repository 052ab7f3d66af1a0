import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, client, refused, validPlace } from '../support/client.ts'
import { selfSigned } from '../support/self-signed.ts'
import { startService } from '../support/service.ts'
import { suite, suiteStart } from '../support/suite.ts'
import { stopTimeouts } from '../support/timeouts.ts'
import { nextEvent, until } from '../support/until.ts'
import { type Manner, startReceiver } from '../support/webhook-receiver.ts'

const env = { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' }
const api = suite({ env })
const minute = 60_000
const day = 24 * 60 * minute

interface Shown {
  readonly id: string
  readonly secret: string
  readonly state: string
  readonly reason?: string
  readonly after: number
  readonly refused?: { readonly event: string; readonly next: string; readonly refusals: number }
}

interface Told {
  readonly event: string
  readonly revision: number
  readonly place?: string
  readonly status?: number
  readonly reason?: string
  readonly answer?: string
}

/** A receiver in its own process, and the webhook of it, for a key with these permissions. */
async function hooked(context: TestContext, more: JsonObject = {}, permissions: readonly string[] = ['read']) {
  const { admin } = api
  const receiver = await startReceiver(context)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'hook', permissions }), 201)
  const { secret, id } = accepted(await admin.post<Shown>('/webhooks', { url: receiver.url, key, ...more }), 201)
  const path = `/webhooks/${id}`
  context.after(() => admin.delete(path))
  await receiver.order({ secrets: [secret] })
  const shown = async () => accepted(await admin.get<Shown>(path))
  const told = async (what: string) => accepted(await admin.get<Told[]>(`${path}/${what}`))
  const isIn = (state: string) => until(`the webhook is ${state}`, async () => (await shown()).state === state)
  return { receiver, secret, id, key, path, shown, told, isIn }
}

const placeOf = ({ body }: { readonly body: string }) => {
  const { subject, data } = JSON.parse(body)
  return subject ?? data?.id
}

test('every event comes in order, at least once and signed, however the receiver fails', async (context) => {
  const { receiver, shown, told } = await hooked(context)
  const here = api.scene()
  const manners: readonly Manner[] = ['refuse', 'busy', 'drop', 'redirect', 'early', 'large']
  await receiver.order({ next: ['take', 'take and drop', ...manners] })
  const ids: string[] = []
  for (let number = 0; number < 10; number++) ids.push((await here.add(`Plats ${number}`)).id)
  for (let seen = 0; seen < manners.length; ) {
    await until('it is refused once more', async () => {
      const { refused: waiting } = await shown()
      return receiver.taken().length > 8 || (waiting?.refusals ?? 0) > seen
    })
    const { refused: waiting, reason } = await shown()
    if (!waiting) break
    assert.ok(reason)
    if (receiver.received.at(-1)?.manner === 'busy')
      assert.ok(Date.parse(waiting.next) >= Date.parse('2026-06-15T12:15:00Z'))
    seen = waiting.refusals
    api.setNow(waiting.next)
  }
  await receiver.until(() => receiver.taken().length >= 9)
  const taken = receiver.received.filter(({ manner }) => manner.startsWith('take'))
  assert.deepEqual(taken.map(placeOf), ids)
  const untaken = receiver.received.filter(({ manner }) => !manner.startsWith('take'))
  assert.deepEqual(
    untaken.map(({ manner }) => manner),
    manners,
  )
  assert.equal(new Set(untaken.map(({ id }) => id)).size, 1, 'the same webhook-id each time')
  assert.ok(receiver.received.every(({ isSigned, signatures }) => isSigned && signatures === 1))
  await until('all is written down', async () => (await told('deliveries')).some(({ status }) => status === 400))
  const deliveries = await told('deliveries')
  const members = ['answer', 'code', 'event', 'millis', 'params', 'place', 'reason', 'revision', 'status', 'time']
  assert.deepEqual([...new Set(deliveries.flatMap((one) => Object.keys(one)))].toSorted(), members, 'no bodies')
  assert.deepEqual(
    deliveries.flatMap(({ status, answer }) => (status === 400 ? [answer?.length] : [])),
    [1024],
  )
})

test('a receiver that takes an event and does not answer has refused it after 15 s', async (context) => {
  const { receiver, shown, isIn } = await hooked(context)
  await receiver.order({ next: ['hang'] })
  const pass = stopTimeouts(context)
  const here = api.scene()
  const first = await here.add('Först')
  await receiver.until((received) => received.length === 1)
  pass(14_999)
  const second = await here.add('Sedan')
  assert.equal((await shown()).state, 'active')
  pass(1)
  await isIn('failing')
  const { reason, refused: waiting } = await shown()
  assert.equal(reason, 'no whole answer within 15 s')
  api.setNow(waiting!.next)
  await receiver.until((received) => received.length === 3)
  assert.deepEqual(receiver.received.map(placeOf), [first.id, first.id, second.id])
  assert.equal(receiver.received[0]!.id, receiver.received[1]!.id)
})

test('after an hour away nothing is missing, and a slow receiver holds up nobody', async (context) => {
  const [slow, other] = [await hooked(context), await hooked(context)]
  const here = api.scene()
  await slow.receiver.order({ always: 'hang' })
  const first = await here.add('Först')
  await slow.receiver.until((received) => received.length === 1)
  const second = await here.add('Sedan')
  await other.receiver.until((received) => received.length === 2)
  assert.deepEqual(other.receiver.received.map(placeOf), [first.id, second.id])

  await other.receiver.order({ always: 'refuse' })
  const later = [await here.add('Tredje'), await here.add('Fjärde')]
  await other.isIn('failing')
  const refusals = async () => (await other.shown()).refused?.refusals ?? 0
  for (const minutes of [1, 6, 36]) {
    const before = await refusals()
    api.advance(minutes * minute)
    // Only then is nothing under way, whose refusal would be dated by the clock as it is moved next.
    await until('it is refused again', async () => (await refusals()) > before)
  }
  await other.receiver.order({ always: 'take' })
  api.advance(day)
  await other.receiver.until(() => other.receiver.taken().length >= 4)
  const ids = [first, second, ...later].map(({ id }) => id)
  const taken = other.receiver.received.filter(({ manner }) => manner === 'take')
  assert.deepEqual(taken.map(placeOf), ids)
})

test('eight endpoints that hang do not hold up a ninth', async (context) => {
  const hanging = await hooked(context)
  await hanging.receiver.order({ always: 'hang' })
  for (let more = 1; more < 8; more++) {
    const { id } = accepted(
      await api.admin.post<Shown>('/webhooks', { url: hanging.receiver.url, key: hanging.key }),
      201,
    )
    context.after(() => api.admin.delete(`/webhooks/${id}`))
  }
  // However long the rest takes here, none of them is given up.
  stopTimeouts(context)
  const here = api.scene()
  const first = await here.add('Först')
  await hanging.receiver.until((received) => received.length === 8)
  const ninth = await hooked(context)
  const ids = [(await here.add('Sedan')).id, (await here.add('Sist')).id]
  await ninth.receiver.until((received) => received.length === 2)
  assert.deepEqual(ninth.receiver.received.map(placeOf), ids)
  assert.deepEqual(new Set(hanging.receiver.received.map(placeOf)), new Set([first.id]))
  assert.equal((await hanging.shown()).state, 'active', 'it came while the others were still waited for')
})

test('endpoints that hang take no turns, so that however many there are, others are sent to', async (context) => {
  const limits = { webhooks: { flushMillis: 50, lookMillis: 50, turnMillis: 600_000, drainMillis: 10 } }
  const service = await startService({ env, now: Date.parse(suiteStart), limits })
  context.after(() => service.close())
  // However long the rest takes here, none of them is given up.
  stopTimeouts(context)
  const admin = client(service.url, service.adminKey)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const [hanging, well] = [await startReceiver(context), await startReceiver(context)]
  await hanging.order({ always: 'hang' })
  for (const { url } of [...Array<typeof hanging>(20).fill(hanging), well]) {
    accepted(await admin.post('/webhooks', { url, key }), 201)
  }
  for (let number = 1; number <= 3; number++) {
    accepted(await admin.put('/place', validPlace()), 201)
    await well.until((received) => received.length === number)
  }
  await hanging.until((received) => received.length === 20)
})

test('what a filter passes over does not begin the refusals of the event behind it anew', async (context) => {
  const here = api.scene()
  const { receiver, shown, path } = await hooked(context, { filter: `owner_id=${here.owner}`, enabled: false })
  await receiver.order({ always: 'refuse' })
  for (let number = 0; number < 3; number++) await api.scene().add()
  const { id } = await here.add()
  accepted(await api.admin.patch(path, { enabled: true }))
  for (let refusals = 1; refusals <= 3; refusals++) {
    await until('it is refused', async () => (await shown()).refused?.refusals === refusals)
    api.setNow((await shown()).refused!.next)
  }
  assert.deepEqual([...new Set(receiver.received.map(placeOf))], [id])
})

test('a receiver whose certificate nobody vouches for gets nothing', async (context) => {
  const server = createServer(selfSigned, (_, response) => response.writeHead(204).end())
  let requests = 0
  server.on('request', () => requests++)
  server.listen(0, '127.0.0.1')
  await nextEvent(server, 'listening')
  context.after(() => server.close())
  const { key } = await hooked(context)
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const { id } = accepted(await api.admin.post<Shown>('/webhooks', { url, key }), 201)
  context.after(() => api.admin.delete(`/webhooks/${id}`))
  const { reason, status } = accepted(await api.admin.post<Told>(`/webhooks/${id}/ping`))
  assert.deepEqual(
    [reason, status, requests],
    ['its certificate is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)', undefined, 0],
  )
})

test('all that is wrong with a webhook is told at once', async () => {
  const body = { url: 'https://me:secret@10.0.0.1/#x', key: 'none', secret: 'whsec_short', skipAfter: 3 }
  const { errors } = refused(await api.admin.post('/webhooks', { ...body, types: ['gazetteer.place.painted'] }), 400)
  const pointers = errors?.map(({ pointer }) => pointer)
  assert.deepEqual(pointers, ['/url', '/key', '/types/0', '/secret'])
  assert.doesNotMatch(JSON.stringify(errors), /short|me:secret/)
  refused(await api.admin.post('/webhooks', { url: 'https://[::1]/', key: 'none', colour: 'red' }), 400, /colour/)
  for (const path of ['', '/deliveries', '/dead-letters']) refused(await api.admin.get(`/webhooks/none${path}`), 404)
})

test('a webhook is sent nothing that its key does not see, and waits while that is not valid', async (context) => {
  const { receiver, path, key, isIn, shown } = await hooked(context)
  const here = api.scene()
  const { receiver: other } = await hooked(context, {}, ['read-restricted', 'read'])
  const secret = 'Hemlige Namnet'
  const place = await here.add()
  accepted(await api.admin.patch(`/place/${place.id}`, { name: 'Nytt', updatedBy: secret }), 204)
  await other.until((received) => received.length === 2)
  await receiver.until((received) => received.length === 2)
  assert.ok(other.received.some(({ body }) => body.includes(secret)))
  assert.ok(!receiver.received.some(({ body }) => body.includes(secret) || body.includes('updatedBy')))

  accepted(await api.admin.delete(`/keys/${key}`), 204)
  await isIn('paused')
  const unseen = await here.add('Osedd')
  await other.until((received) => received.length === 3)
  assert.equal(receiver.received.length, 2)
  const short = { name: 'n', permissions: ['read'], expires: '2026-07-15T12:00:00Z' }
  const { id } = accepted(await api.admin.post<{ id: string }>('/keys', short), 201)
  accepted(await api.admin.patch(path, { key: id }))
  await receiver.until((received) => received.length === 3)
  assert.equal(placeOf(receiver.received[2]!), unseen.id)
  api.setNow(short.expires)
  await isIn('paused')
  assert.match((await shown()).reason ?? '', /has expired/)
})

test('an admin pings, looks at what became of it, and gives a new secret', async (context) => {
  const { receiver, path, secret, told } = await hooked(context)
  assert.equal(accepted(await api.admin.post<Told>(`${path}/ping`)).status, 204)
  await receiver.order({ always: 'refuse' })
  const { status, answer } = accepted(await api.admin.post<Told>(`${path}/ping`))
  assert.deepEqual([status, answer], [500, 'the database is away'])
  assert.deepEqual(
    (await told('deliveries')).map(({ status }) => status),
    [500, 204],
  )
  await receiver.order({ always: 'take' })
  const rotated = accepted(await api.admin.post<Shown>(`${path}/rotate?overlap=1`))
  assert.notEqual(rotated.secret, secret)
  for (const shown of [path, '/webhooks']) {
    assert.doesNotMatch((await api.admin.get(shown)).text, /secret"|whsec_/, 'it is shown once')
  }
  for (const [secrets, signatures] of [
    [[secret], 2],
    [[rotated.secret], 2],
  ] as const) {
    await receiver.order({ secrets })
    accepted(await api.admin.post(`${path}/ping`))
    assert.deepEqual([receiver.received.at(-1)?.isSigned, receiver.received.at(-1)?.signatures], [true, signatures])
  }
  api.advance(61 * minute)
  accepted(await api.admin.post(`${path}/ping`))
  assert.deepEqual([receiver.received.at(-1)?.isSigned, receiver.received.at(-1)?.signatures], [true, 1])
})

test('what is refused is skipped by hand or after some attempts, and can be sent again', async (context) => {
  const { receiver, path, shown, told, isIn } = await hooked(context)
  const here = api.scene()
  await receiver.order({ always: 'refuse' })
  refused(await api.admin.post(`${path}/skip`), 409)
  await here.add('Först')
  await isIn('failing')
  accepted(await api.admin.post(`${path}/skip`))
  const [letter] = await told('dead-letters')
  assert.ok(letter)
  assert.equal(letter.reason, 'the status 500')
  accepted(await api.admin.patch(path, { skipAfter: 2 }))
  await here.add('Sedan')
  await isIn('failing')
  api.setNow((await shown()).refused!.next)
  await until('there are two', async () => (await told('dead-letters')).length === 2)
  const again = `${path}/dead-letters/${letter.revision}/send`
  assert.equal(accepted(await api.admin.post<Told>(again)).status, 500)
  await receiver.order({ always: 'take' })
  assert.equal(accepted(await api.admin.post<Told>(again)).status, 204)
  assert.equal(receiver.received.at(-1)?.id, letter.event)
  assert.equal((await told('dead-letters')).length, 1)
  refused(await api.admin.post(again), 404)
  const count = receiver.taken().length
  accepted(await api.admin.post(`${path}/replay?after=${letter.revision}`))
  await receiver.until(() => receiver.taken().length > count)
  refused(await api.admin.post(`${path}/replay?after=99999999`), 409)
})

test('410 disables a webhook, as five days of refusals do, and it goes on where it was', async (context) => {
  const { receiver, path, isIn, shown } = await hooked(context)
  const here = api.scene()
  await receiver.order({ next: ['gone'] })
  const ids = [(await here.add('Först')).id]
  await isIn('disabled')
  assert.match((await shown()).reason ?? '', /410/)
  ids.push((await here.add('Sedan')).id)
  accepted(await api.admin.patch(path, { enabled: true }))
  await receiver.until(() => receiver.taken().length === 2)
  await receiver.order({ always: 'refuse' })
  ids.push((await here.add('Sist')).id)
  await isIn('failing')
  for (let days = 0; days < 6 && (await shown()).state === 'failing'; days++) {
    const { refusals } = (await shown()).refused!
    api.advance(day + 3 * 60 * minute)
    const went = async (now: Shown) => now.state === 'disabled' || (now.refused?.refusals ?? 0) > refusals
    await until('it is refused again', async () => went(await shown()))
  }
  await isIn('disabled')
  assert.match(api.logged(), /is disabled: it has refused events for 5 days/)
  await receiver.order({ always: 'take' })
  accepted(await api.admin.patch(path, { enabled: true }))
  await receiver.until(() => receiver.taken().length === 3)
  const taken = receiver.received.filter(({ manner }) => manner === 'take')
  assert.deepEqual(taken.map(placeOf), ids)
})

test('of a purged place nothing waits, and nothing is told', async (context) => {
  const { receiver, path, isIn, told } = await hooked(context)
  const here = api.scene()
  await receiver.order({ always: 'refuse' })
  const place = await here.add('Borta')
  await isIn('failing')
  await until('it is told', async () => (await told('deliveries')).some((one) => one.place === place.id))
  accepted(await api.admin.post(`/place/${place.id}/purge?confirm=${place.id}`), 204)
  assert.deepEqual(
    (await told('deliveries')).filter((one) => one.place === place.id),
    [],
  )
  await receiver.order({ always: 'take' })
  const count = receiver.received.length
  accepted(await api.admin.patch(path, { enabled: true }))
  await receiver.until(() => receiver.taken().length >= 1)
  const sent = receiver.received.slice(count)
  assert.ok(sent.every(({ body }) => !body.includes('Borta')))
  assert.equal(placeOf(sent.at(-1)!), place.id)
})

test('how far webhooks are is measured, paused ones too, and no readiness depends on it', async (context) => {
  const [failing, paused, disabled] = [await hooked(context), await hooked(context), await hooked(context)]
  const metrics = async () => (await api.admin.get('/metrics')).text
  const lags = async ({ id }: { readonly id: string }) => {
    const lines = (await metrics()).matchAll(new RegExp(`^gazetteer_webhook_lag_\\w+\\{webhook="${id}"\\} (.*)$`, 'gm'))
    return [...lines].map(([, count]) => Number(count))
  }
  accepted(await api.admin.delete(`/keys/${paused.key}`), 204)
  for (const { receiver } of [failing, disabled]) await receiver.order({ always: 'refuse' })
  await api.scene().add('Väntar')
  for (const { isIn } of [failing, disabled]) await isIn('failing')
  api.advance(5_000)
  accepted(await api.admin.patch(disabled.path, { enabled: false }))
  await until('nothing waits for the disabled one', async () => (await lags(disabled))[1] === 0)
  await until('the event waits for the failing one and for the paused one', async () => {
    api.advance(1_000)
    return [...(await lags(failing)), ...(await lags(paused))].every((lag) => lag > 0)
  })
  const [events, seconds] = await lags(disabled)
  assert.ok(events! > 0)
  assert.equal(seconds, 0)
  const text = await metrics()
  assert.match(text, /gazetteer_webhook_attempts_total\{outcome="refused"\} [1-9]/)
  assert.match(text, /gazetteer_webhook_dead_letters_total [1-9]/)
  assert.equal((await api.nobody.get('/health/ready')).status, 200)
})
