import { signatureOf } from '../../access/access.ts'
import { smallBodySchema } from '../../place/check/write-schema.ts'
import { webhookSchema } from '../../webhooks/registration.ts'
import { json, noContent } from '../answers/answer.ts'
import {
  attemptSchema,
  deadLettersSchema,
  deliveriesSchema,
  newWebhookSchema,
  webhookListSchema,
  webhookShownSchema,
} from '../openapi/answers.ts'
import { smallPatchSchema } from '../openapi/schemas.ts'
import { bodyOf } from '../requests/body.ts'
import { idParameter, jsonBody, jsonDoc, type Route, revisionParameter, route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

type WebhookParts = Pick<HttpParts, 'webhooks'>

const common = { tag: 'Webhooks' } as const
const ofOne = { ...common, path: { id: 'Id of the webhook.' }, problems: ['not-found'] } as const
const limit = { form: 'integer', min: 1, max: 200, default: 100, description: 'So many, the newest.' } as const
const shown = [jsonDoc('The webhook, without its secret.', webhookShownSchema)]
const attempt = [jsonDoc('What became of it; `reason` where it was no success.', attemptSchema)]

/** The webhook routes: registration, sending, and past deliveries. */
export function webhookRoutes(parts: WebhookParts): Route[] {
  return [...registeredRoutes(parts), ...sendingRoutes(parts), ...sentRoutes(parts)]
}

function registeredRoutes({ webhooks }: WebhookParts): Route[] {
  return [
    route('GET /webhooks', 'admin', {
      ...common,
      summary: 'List the webhooks',
      description: 'Each with how far it is: `active`, `failing`, `paused` or `disabled`, and why.',
      success: [jsonDoc('The webhooks, without their secrets.', webhookListSchema)],
      handle: async () => json(await webhooks.list()),
    }),
    route('POST /webhooks', 'admin', {
      ...common,
      summary: 'Register a webhook',
      description: 'It is sent what happens from now on, in order and at least once; see /docs/events.',
      body: jsonBody(smallBodySchema(webhookSchema), {
        url: 'https://example.org/hooks/places',
        key: '01980a4e-7c1a-7000-8000-000000000001',
        types: ['gazetteer.place.published', 'gazetteer.place.unpublished'],
      }),
      success: [jsonDoc('The webhook; its secret is shown this once.', newWebhookSchema, { status: 201 })],
      problems: ['invalid-body', 'conflict'],
      handle: async (request) =>
        json(await webhooks.create(bodyOf(request), signatureOf(request.caller)), { status: 201 }),
    }),
    route('GET /webhooks/:id', 'admin', {
      ...ofOne,
      summary: 'One webhook, and how far it is',
      success: shown,
      handle: async (request) => json(await webhooks.find(idParameter(request))),
    }),
    route('PATCH /webhooks/:id', 'admin', {
      ...ofOne,
      summary: 'Change, enable or disable a webhook',
      description: 'A merge patch: what is left out stays, null removes. What it has refused is sent again at once.',
      body: jsonBody(smallPatchSchema(webhookSchema), {
        enabled: true,
        types: null,
      }),
      success: shown,
      problems: ['not-found', 'invalid-body', 'conflict'],
      handle: async (request) =>
        json(await webhooks.change(idParameter(request), bodyOf(request), signatureOf(request.caller))),
    }),
    route('DELETE /webhooks/:id', 'admin', {
      ...ofOne,
      summary: 'Remove a webhook',
      success: [{ status: 204, description: 'Removed, with all that was kept of it.' }],
      async handle(request) {
        await webhooks.remove(idParameter(request), signatureOf(request.caller))
        return noContent()
      },
    }),
  ]
}

function sendingRoutes({ webhooks }: WebhookParts): Route[] {
  return [
    route('POST /webhooks/:id/ping', 'admin', {
      ...ofOne,
      summary: 'Send a webhook an event that says nothing',
      success: attempt,
      handle: async (request) => json(await webhooks.ping(idParameter(request))),
    }),
    route('POST /webhooks/:id/replay', 'admin', {
      ...ofOne,
      parameters: {
        after: {
          ...{ form: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 },
          description: 'The revision behind which it begins; without it everything that ever was.',
        },
      },
      summary: 'Send a webhook everything after a revision again',
      success: shown,
      problems: ['not-found', 'conflict'],
      handle: async (request, { after }) =>
        json(await webhooks.replay(idParameter(request), after, signatureOf(request.caller))),
    }),
    route('POST /webhooks/:id/skip', 'admin', {
      ...ofOne,
      summary: 'Skip the event that a webhook refuses',
      description: 'It becomes a dead letter, and the next one is sent.',
      success: shown,
      problems: ['not-found', 'conflict'],
      handle: async (request) => json(await webhooks.skip(idParameter(request), signatureOf(request.caller))),
    }),
    route('POST /webhooks/:id/rotate', 'admin', {
      ...ofOne,
      parameters: {
        overlap: {
          ...{ form: 'integer', min: 0, max: 720, default: 24 },
          description: 'So many hours the former secret signs too, beside the new one.',
        },
      },
      summary: 'Give a webhook a new secret',
      success: [jsonDoc('The webhook; its new secret is shown this once.', newWebhookSchema)],
      problems: ['not-found', 'conflict'],
      handle: async (request, { overlap }) =>
        json(await webhooks.rotate(idParameter(request), signatureOf(request.caller), overlap * 3_600_000)),
    }),
  ]
}

function sentRoutes({ webhooks }: WebhookParts): Route[] {
  return [
    route('GET /webhooks/:id/deliveries', 'admin', {
      ...ofOne,
      parameters: { limit },
      summary: 'The last attempts of a webhook',
      description: 'The last 200 are kept, a second late: which event, when, the status, and what a refusal said.',
      success: [jsonDoc('The attempts, the newest first.', deliveriesSchema)],
      handle: async (request, { limit }) => json(await webhooks.deliveries(idParameter(request), limit)),
    }),
    route('GET /webhooks/:id/dead-letters', 'admin', {
      ...ofOne,
      parameters: { limit: { ...limit, max: 1000 } },
      summary: 'The events that were skipped',
      description: 'The last 1,000 are kept; a replay sends what came before them too.',
      success: [jsonDoc('The dead letters, the newest first.', deadLettersSchema)],
      handle: async (request, { limit }) => json(await webhooks.deadLetters(idParameter(request), limit)),
    }),
    route('POST /webhooks/:id/dead-letters/:revision/send', 'admin', {
      ...ofOne,
      summary: 'Send a dead letter again',
      description: 'Now, and out of order; one that is taken is a dead letter no more.',
      path: { ...ofOne.path, revision: 'Revision of the event.' },
      success: attempt,
      problems: ['not-found', 'conflict'],
      handle: async (request) => json(await webhooks.sendAgain(idParameter(request), revisionParameter(request))),
    }),
  ]
}
