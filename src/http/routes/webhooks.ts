import { Type } from 'typebox'
import { Problem } from '../../common/problem.ts'
import { smallBodySchema } from '../../place/check/write-schema.ts'
import { webhookSchema } from '../../webhooks/registration.ts'
import { json, noContent } from '../answer.ts'
import { bodyOf } from '../body.ts'
import type { Call } from '../call.ts'
import {
  attemptSchema,
  deadLettersSchema,
  deliveriesSchema,
  newWebhookSchema,
  webhookListSchema,
  webhookShownSchema,
} from '../openapi/answers.ts'
import type { HttpParts } from '../parts.ts'
import { idParameter, jsonDoc, pathParameter, type Route, type RouteDoc, route } from '../route.ts'

type WebhookParts = Pick<HttpParts, 'webhooks'>

const path = { id: 'Id of the webhook.' }
const limit = { form: 'integer', min: 1, max: 200, default: 100, description: 'So many, the newest.' } as const

/** Webhooks: who is sent what changed, and what became of that. */
export function webhookRoutes(parts: WebhookParts): Route[] {
  return [
    ...[listWebhooks(parts), createWebhook(parts), readWebhook(parts), changeWebhook(parts), removeWebhook(parts)],
    ...[pingWebhook(parts), replayWebhook(parts), skipEvent(parts), rotateSecret(parts)],
    ...[listDeliveries(parts), listDeadLetters(parts), sendDeadLetter(parts)],
  ]
}

function doc(summary: string, success: RouteDoc['success'][number], more: Partial<RouteDoc> = {}) {
  return { tag: 'Webhooks', summary, success: [success], ...more }
}

function listWebhooks({ webhooks }: WebhookParts): Route {
  return route({
    method: 'GET',
    path: '/webhooks',
    needs: 'admin',
    doc: doc('List the webhooks', jsonDoc('The webhooks, without their secrets.', webhookListSchema), {
      description: 'Each with how far it is: `active`, `failing`, `paused` or `disabled`, and why.',
    }),
    handle: async () => json(await webhooks.list()),
  })
}

function createWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks',
    needs: 'admin',
    body: 'json',
    doc: doc(
      'Register a webhook',
      jsonDoc('The webhook; its secret is shown this once.', newWebhookSchema, { status: 201 }),
      {
        description: 'It is sent what happens from now on, in order and at least once; see /docs/events.',
        body: {
          type: 'application/json',
          schema: smallBodySchema(webhookSchema),
          example: {
            url: 'https://example.org/hooks/places',
            key: '01980a4e-7c1a-7000-8000-000000000001',
            types: ['gazetteer.place.published', 'gazetteer.place.unpublished'],
          },
        },
        problems: ['invalid-body', 'conflict'],
      },
    ),
    handle: async (request) => json(await webhooks.create(bodyOf(request), request.caller.name), { status: 201 }),
  })
}

function readWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'GET',
    path: '/webhooks/:id',
    needs: 'admin',
    doc: doc('One webhook, and how far it is', shown, { path, problems: ['not-found'] }),
    handle: async (request) => json(await webhooks.find(idParameter(request))),
  })
}

const shown = jsonDoc('The webhook, without its secret.', webhookShownSchema)

function changeWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'PATCH',
    path: '/webhooks/:id',
    needs: 'admin',
    body: 'json',
    doc: doc('Change, enable or disable a webhook', shown, {
      description: 'A merge patch: what is left out stays, null removes. What it has refused is sent again at once.',
      path,
      body: {
        type: 'application/json',
        schema: smallBodySchema(Type.Partial(webhookSchema, { description: 'What is to be another.' })),
        example: { enabled: true, types: null },
      },
      problems: ['not-found', 'invalid-body', 'conflict'],
    }),
    handle: async (request) => json(await webhooks.change(idParameter(request), bodyOf(request), request.caller.name)),
  })
}

function removeWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'DELETE',
    path: '/webhooks/:id',
    needs: 'admin',
    doc: doc(
      'Remove a webhook',
      { status: 204, description: 'Removed, with all that was kept of it.' },
      {
        path,
        problems: ['not-found'],
      },
    ),
    async handle(request) {
      await webhooks.remove(idParameter(request), request.caller.name)
      return noContent()
    },
  })
}

const attempt = jsonDoc('What became of it; `reason` where it was no success.', attemptSchema)

function pingWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks/:id/ping',
    needs: 'admin',
    doc: doc('Send a webhook an event that says nothing', attempt, { path, problems: ['not-found'] }),
    handle: async (request) => json(await webhooks.ping(idParameter(request))),
  })
}

function replayWebhook({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks/:id/replay',
    needs: 'admin',
    parameters: {
      after: {
        ...{ form: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 },
        description: 'The revision behind which it begins; without it everything that ever was.',
      },
    },
    doc: doc('Send a webhook everything after a revision again', shown, { path, problems: ['not-found', 'conflict'] }),
    handle: async (request, { after }) => json(await webhooks.replay(idParameter(request), after, request.caller.name)),
  })
}

function skipEvent({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks/:id/skip',
    needs: 'admin',
    doc: doc('Skip the event that a webhook refuses', shown, {
      description: 'It becomes a dead letter, and the next one is sent.',
      path,
      problems: ['not-found', 'conflict'],
    }),
    handle: async (request) => json(await webhooks.skip(idParameter(request), request.caller.name)),
  })
}

function rotateSecret({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks/:id/rotate',
    needs: 'admin',
    parameters: {
      overlap: {
        ...{ form: 'integer', min: 0, max: 720, default: 24 },
        description: 'So many hours the former secret signs too, beside the new one.',
      },
    },
    doc: doc(
      'Give a webhook a new secret',
      jsonDoc('The webhook; its new secret is shown this once.', newWebhookSchema),
      {
        path,
        problems: ['not-found', 'conflict'],
      },
    ),
    handle: async (request, { overlap }) =>
      json(await webhooks.rotate(idParameter(request), request.caller.name, overlap * 3_600_000)),
  })
}

function listDeliveries({ webhooks }: WebhookParts): Route {
  return route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    needs: 'admin',
    parameters: { limit },
    doc: doc('The last attempts of a webhook', jsonDoc('The attempts, the newest first.', deliveriesSchema), {
      description: 'The last 200 are kept, a second late: which event, when, the status, and what a refusal said.',
      path,
      problems: ['not-found'],
    }),
    handle: async (request, { limit }) => json(await webhooks.deliveries(idParameter(request), limit)),
  })
}

function listDeadLetters({ webhooks }: WebhookParts): Route {
  return route({
    method: 'GET',
    path: '/webhooks/:id/dead-letters',
    needs: 'admin',
    parameters: { limit: { ...limit, max: 1000 } },
    doc: doc('The events that were skipped', jsonDoc('The dead letters, the newest first.', deadLettersSchema), {
      description: 'The last 1,000 are kept; a replay sends what came before them too.',
      path,
      problems: ['not-found'],
    }),
    handle: async (request, { limit }) => json(await webhooks.deadLetters(idParameter(request), limit)),
  })
}

function sendDeadLetter({ webhooks }: WebhookParts): Route {
  return route({
    method: 'POST',
    path: '/webhooks/:id/dead-letters/:revision/send',
    needs: 'admin',
    doc: doc('Send a dead letter again', attempt, {
      description: 'Now, and out of order; one that is taken is a dead letter no more.',
      path: { ...path, revision: 'Revision of the event.' },
      problems: ['not-found', 'conflict'],
    }),
    handle: async (request) => json(await webhooks.sendAgain(idParameter(request), revisionOf(request))),
  })
}

function revisionOf(request: Call): number {
  const revision = pathParameter(request, 'revision')
  if (/^[1-9]\d{0,14}$/.test(revision)) return Number(revision)
  throw new Problem('not-found', `'${revision.slice(0, 60)}' is no number of a revision`)
}
