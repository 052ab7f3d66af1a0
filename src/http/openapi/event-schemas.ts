import type { JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { type CloudEvent, type EventType, eventTypes } from '../../webhooks/event-types.ts'
import { changeSchema, object } from './answers.ts'
import { examplePlace } from './examples.ts'
import { published, sharedSchemas } from './schemas.ts'

const pingType = 'gazetteer.ping'
const contentType = 'application/cloudevents+json'

/** The occasion of each event type. */
const occasions: Readonly<Record<EventType | typeof pingType, string>> = {
  'gazetteer.place.created': 'A place was created.',
  'gazetteer.place.changed': 'A place was changed.',
  'gazetteer.place.published': 'A place became public, by a write or since its time has come.',
  'gazetteer.place.unpublished': 'A place is public no longer, by a write or since its time has come.',
  'gazetteer.place.deleted': 'A place was deleted.',
  'gazetteer.place.restored': 'A deleted place was brought back.',
  'gazetteer.place.purged': 'A place is gone for good; what is kept of it has to go too.',
  'gazetteer.directory.changed': 'An owner, category or tag was written or removed.',
  [pingType]: 'An admin wants to see whether the endpoint answers.',
}

const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more })

/** The schemas of events: the CloudEvent and its data. */
export const eventSchemas: Readonly<Record<string, JsonObject>> = {
  EventData: object({
    revision: { type: 'integer', description: 'Number of the entry of the journal.' },
    'act?': text('Id of the act that it belongs to; not with `read-published`.'),
    kinds: {
      type: 'array',
      items: { type: 'string', enum: [...eventTypes] },
      description: 'Everything that happened at once.',
    },
    'changed?': {
      type: 'array',
      items: { type: 'string' },
      description: 'Dotted paths of the members that differ; none where time alone did it.',
    },
    'place?': { $ref: '#/components/schemas/Place' },
    'address?': text('Where the place is, in its stead, where the event had more than 64 kB.'),
    'entry?': { $ref: '#/components/schemas/DirectoryEntry' },
    'left?': { type: 'boolean', description: 'It fitted the filter before the change, and does not any more.' },
  }),
  Event: {
    ...object({
      specversion: { type: 'string', const: '1.0' },
      id: text('The same whenever the event is sent again: history id and revision.'),
      source: text('The address of the service, or the identity of its journal.', { format: 'uri-reference' }),
      type: text('What it says most of all.', { enum: [...eventTypes, pingType] }),
      'subject?': text('Id of the place, or `<list>/<id>` of an entry of the directory.'),
      time: text('When it happened, or was due.', { format: 'date-time' }),
      'datacontenttype?': { type: 'string', const: 'application/json' },
      'dataschema?': text('Where the schema of `data` is; only with PUBLIC_URL.', { format: 'uri' }),
      'data?': { $ref: '#/components/schemas/EventData' },
    }),
    description: 'A CloudEvent 1.0 in JSON.',
  },
}

const historyId = '8a6e0804-2bd0-4672-b79d-d97027f9071a'

/** Returns an example event of a type, as a webhook receives it. */
function exampleEvent(type: EventType | typeof pingType): JsonObject {
  const id = `${historyId}-4711`
  const envelope = { specversion: '1.0', id, source: `urn:uuid:${historyId}`, type, time: examplePlace.updated }
  if (type === pingType) return envelope
  const isOfPlace = type !== 'gazetteer.directory.changed'
  const event: Omit<CloudEvent, 'specversion' | 'datacontenttype'> = {
    ...envelope,
    type,
    subject: isOfPlace ? examplePlace.id : `owners/${examplePlace.owner.id}`,
    data: {
      revision: 4711,
      kinds: [type],
      ...(isOfPlace && type !== 'gazetteer.place.purged' && { place: examplePlace as unknown as JsonObject }),
      ...(type === 'gazetteer.place.changed' && { changed: ['name', 'openHours'] }),
      ...(!isOfPlace && { entry: { id: examplePlace.owner.id, name: examplePlace.owner.name } }),
    },
  }
  return { ...envelope, datacontenttype: 'application/json', ...JSON.parse(JSON.stringify(event)) }
}

const signature = [
  ['webhook-id', 'The id of the event.'],
  ['webhook-timestamp', 'Seconds since 1970 at which it was sent.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; two during a rotation (Standard Webhooks 1.0.0).',
  ],
] as const

/** Describes the webhook requests in OpenAPI 3.1. */
export function eventWebhooks(): JsonObject {
  const parameters = signature.map(([name, description]) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  }))
  const webhooks = Object.entries(occasions).map(([type, description]) => {
    const content = { schema: { $ref: '#/components/schemas/Event' }, example: exampleEvent(type as EventType) }
    const post = {
      ...{ operationId: `send ${type}`.replaceAll(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()) },
      ...{ tags: ['Webhooks'], summary: description, security: [], parameters },
      requestBody: { required: true, content: { [contentType]: content } },
      responses: {
        '2XX': { description: 'It is taken; anything else is tried again.' },
        '410': { description: 'Nothing is to be sent here any more.' },
      },
    }
    return [type, { post }]
  })
  return Object.fromEntries(webhooks) as JsonObject
}

/** Creates the AsyncAPI 3 document: webhook requests, and the change feed as server-sent events. */
export function asyncApiDocument({ model, config: { version }, address }: AsyncApiParts): JsonObject {
  const refer = (to: string) => ({ $ref: `#/${to}` })
  const sent = Object.entries(occasions).map(([type, summary]) => [
    type,
    {
      ...{ name: type, title: type, summary, contentType },
      headers: {
        type: 'object',
        properties: Object.fromEntries(signature.map(([name, description]) => [name, text(description)])),
      },
      payload: { allOf: [refer('components/schemas/Event'), { properties: { type: { const: type } } }] },
      examples: [{ payload: exampleEvent(type as EventType) }],
    },
  ])
  const change = { name: 'change', contentType: 'application/json', payload: refer('components/schemas/Change') }
  const { Place, DirectoryEntry } = sharedSchemas(model)
  const messages = Object.fromEntries([...sent, ['change', change]])
  const among = (names: readonly string[], base: string) => names.map((name) => refer(`${base}/${name}`))
  const types = Object.keys(occasions)
  const members = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, refer(`components/messages/${name}`)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Gazetteer',
      version,
      description: `What happens to places, as it is sent to webhooks and read as a stream; [how](${address}/docs/events).`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      webhook: { address: null, description: 'The address that an admin registers.', messages: members(types) },
      changes: {
        address: '/v4/changes',
        description:
          'Server-sent events, the revision as their id: `GET` with `Accept: text/event-stream` and a key. The first, `history`, has the identity of the journal.',
        messages: members(['change']),
      },
    },
    operations: {
      sendEvents: {
        ...{ action: 'send', channel: refer('channels/webhook') },
        ...{ summary: 'In order, each until it is taken.', messages: among(types, 'channels/webhook/messages') },
      },
      sendChanges: {
        ...{ action: 'send', channel: refer('channels/changes') },
        ...{ summary: 'As long as somebody listens.', messages: among(['change'], 'channels/changes/messages') },
      },
    },
    components: {
      messages,
      schemas: { ...eventSchemas, Change: published(changeSchema), Place: Place!, DirectoryEntry: DirectoryEntry! },
    },
  }
}

interface AsyncApiParts {
  readonly model: Model
  readonly config: { readonly version: string }
  /** The address of the service. */
  readonly address: string
}
