import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Compile } from 'typebox/schema'
import type { JsonObject } from '../../src/place/json.ts'
import { eventTypes } from '../../src/webhooks/event-types.ts'
import { accepted } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const env = {
  ...{ WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' },
  PUBLIC_URL: 'https://places.example.org',
}
const api = suite({ env })
const types = [...eventTypes, 'gazetteer.ping'].toSorted()

interface Message {
  readonly payload: JsonObject
  readonly examples?: readonly { readonly payload: JsonObject }[]
}
interface Content {
  readonly example: JsonObject
}
interface Described {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Readonly<Record<string, Content>> } } }>
  >
  readonly components: { readonly schemas: JsonObject; readonly messages: Readonly<Record<string, Message>> }
}

const described = async (path: string) => accepted(await api.nobody.get<Described>(path))

/** Asserts that a value fits a schema of a document. */
function assertFits({ components }: Described, schema: JsonObject, value: unknown): void {
  const [fits, errors] = Compile({ ...schema, components } as unknown as JsonObject).Errors(value)
  assert.ok(fits, JSON.stringify(errors))
}
const event = { $ref: '#/components/schemas/Event' }

test('/asyncapi.json is a valid AsyncAPI 3 document, whose examples fit what they are of', async () => {
  const document = await described('/asyncapi.json')
  const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json') as JsonObject
  const [fits, errors] = Compile(schema).Errors(document)
  assert.ok(fits, JSON.stringify(errors).slice(0, 2_000))
  assert.equal(Compile(schema).Check({ ...document, operations: { send: { action: 'shout' } } }), false)
  assert.deepEqual(Object.keys(document.components.messages).toSorted(), ['change', ...types])
  for (const [name, { payload, examples = [] }] of Object.entries(document.components.messages)) {
    assert.equal(examples.length, name === 'change' ? 0 : 1)
    for (const example of examples) assertFits(document, payload, example.payload)
  }
})

test('the OpenAPI document describes each event with an example', async () => {
  const document = await described('/openapi.json')
  assert.deepEqual(Object.keys(document.webhooks).toSorted(), types)
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { example } = post.requestBody.content['application/cloudevents+json']!
    assert.equal(example.type, type)
    assertFits(document, event, example)
  }
})

test('events as they are sent fit the schema that they name', async (context) => {
  const receiver = await startReceiver(context)
  const { id: key } = accepted(await api.admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const { id } = accepted(await api.admin.post<{ id: string }>('/webhooks', { url: receiver.url, key }), 201)
  const scene = api.scene()
  const place = await scene.add({ published: null })
  await scene.patch(place.id, { published: '2020-01-01' })
  await scene.remove(place.id)
  accepted(await api.admin.post(`/place/${place.id}/restore?updatedby=a`))
  accepted(await api.admin.put('/directory/owners/else', { name: 'Else' }), 201)
  accepted(await api.admin.post(`/webhooks/${id}/ping`))
  await receiver.until((received) => received.length === 6)
  accepted(await api.admin.post(`/place/${place.id}/purge?confirm=${place.id}`), 204)
  await receiver.until((received) => received.length === 7)
  const told = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; subject?: string })
  const ofPlace = ['created', 'published', 'deleted', 'restored', 'purged'].map((name) => `gazetteer.place.${name}`)
  assert.deepEqual(
    told.filter(({ subject }) => subject === place.id).map(({ type }) => type),
    ofPlace,
  )
  const others = told.filter(({ subject }) => subject !== place.id).map(({ type, subject }) => [type, subject])
  assert.deepEqual(others.toSorted(), [
    ['gazetteer.directory.changed', 'owners/else'],
    ['gazetteer.ping', undefined],
  ])
  const [document, other] = [await described('/openapi.json'), await described('/asyncapi.json')]
  for (const { body } of receiver.received) {
    const sent = JSON.parse(body)
    for (const one of [document, other]) assertFits(one, event, sent)
    const { dataschema, source } = sent
    assert.equal(source, env.PUBLIC_URL)
    if (sent.data) assert.equal(dataschema, `${env.PUBLIC_URL}/openapi.json#/components/schemas/EventData`)
  }
  assert.ok('EventData' in document.components.schemas)
})
