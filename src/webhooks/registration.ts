import { type Static, Type } from 'typebox'
import type { KeyRing } from '../access/key-ring.ts'
import { type Fault, invalidBody } from '../common/problem.ts'
import { explanationOf, type Reason, reason, reasonIn } from '../common/reason.ts'
import { checkBody } from '../place/check/check.ts'
import { formatInstant } from '../place/dates.ts'
import type { JsonObject } from '../place/json.ts'
import type { Instant } from '../place/place.ts'
import { limits } from '../place/schema.ts'
import type { StoredCursor } from '../store/webhook-state.ts'
import type { DeliveryContext } from './delivery.ts'
import { keyFor } from './delivery-queue.ts'
import type { Endpoint } from './endpoint.ts'
import { eventTypes } from './event-types.ts'
import { faultOfSecret } from './signature.ts'
import type { Transport } from './transport.ts'

const listMax = 100
const skipAfterMax = 1_000

/** A webhook to be registered. */
export const webhookSchema = Type.Object(
  {
    url: Type.String({ maxLength: limits.string, description: 'Where events are sent to by POST; https.' }),
    description: Type.Optional(Type.String({ maxLength: limits.string, description: 'What it is for.' })),
    key: Type.String({
      maxLength: limits.string,
      description:
        'Id of a key, whose rights at each attempt bound what is sent; nothing is sent while it is not valid.',
    }),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: listMax,
        description: 'The types of events that are sent, such as gazetteer.place.published; all without it.',
      }),
    ),
    filter: Type.Optional(
      Type.String({
        maxLength: limits.text,
        description:
          'Which places are of concern, before or after a change, as the query of a search says it: owner_id=1,2.',
      }),
    ),
    skipAfter: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: skipAfterMax,
        description:
          'After so many refusals an event becomes a dead letter; without it the next waits until it is taken.',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether anything is sent; true without it.' })),
    secret: Type.Optional(
      Type.String({ maxLength: 200, description: 'What signs: whsec_ and base64 of 24 to 64 bytes; made without it.' }),
    ),
  },
  { description: 'A webhook to be registered.' },
)

type WebhookBody = Static<typeof webhookSchema>

/** The dependencies of the checks of a body. */
export interface WebhookChecks {
  readonly transport: Transport
  readonly keys: Pick<KeyRing, 'find'>
  readonly faultOfFilter: DeliveryContext['faultOfFilter']
}

/** Returns a valid body; throws a Problem that lists all faults of an invalid one. */
export function readWebhook(body: JsonObject, { transport, keys, faultOfFilter }: WebhookChecks): WebhookBody {
  const read = checkBody(webhookSchema, body)
  const faults: Fault[] = []
  const add = (pointer: string, found: Reason | undefined) => {
    if (found !== undefined) faults.push({ pointer, ...found })
  }
  add('/url', transport.faultOf(read.url))
  const key = keys.find(read.key)
  if (!key) add('/key', reason('unknown-key', { got: read.key.slice(0, 60) }))
  for (const [index, type] of (read.types ?? []).entries()) {
    if (!eventTypes.some((known) => known === type))
      add(`/types/${index}`, reason('event-type', { allowed: eventTypes, got: type }))
  }
  if (key && read.filter !== undefined) add('/filter', faultOfFilter(read.filter, key))
  if (read.secret !== undefined) add('/secret', faultOfSecret(read.secret))
  if (faults.length > 0) throw invalidBody(faults)
  return read
}

export type ShownWebhook = ReturnType<typeof shownWebhook>

/**
 * `failing`: the next event was refused. `paused`: the key, filter or secret is not valid. `disabled`: by hand, or
 * after failing too long.
 */
type WebhookState = 'active' | 'failing' | 'paused' | 'disabled'

/** Returns a webhook for display, without its secret. */
export function shownWebhook(
  endpoint: Endpoint & { readonly epoch: number },
  cursor: StoredCursor | undefined,
  sending: Pick<DeliveryContext, 'keys' | 'clock' | 'secretsOf' | 'faultOfFilter' | 'watermark'>,
) {
  const { secret: _, former, disabled, created, epoch, ...kept } = endpoint
  const { after, refused } = cursor ?? { after: epoch }
  const key = keyFor(endpoint, sending)
  const isPaused = 'code' in key
  const why = isPaused ? key : refused && reasonIn(refused)
  const state: WebhookState = disabled ? 'disabled' : isPaused ? 'paused' : refused ? 'failing' : 'active'
  return {
    ...kept,
    enabled: disabled === undefined,
    created: formatInstant(created),
    state,
    ...(why && explanationOf(why)),
    /** Everything up to this revision was delivered. */
    after,
    /** Number of revisions that were not examined yet. */
    behind: Math.max(0, sending.watermark() - after),
    ...(refused && { refused: shownRefused(refused) }),
    // The former secret also signs until then.
    ...(former && former.until > sending.clock() && { formerSecretUntil: formatInstant(former.until) }),
  }
}

function shownRefused({ event, refusals, since, next }: NonNullable<StoredCursor['refused']>) {
  return { event, refusals, since: formatInstant(since), next: formatInstant(next) }
}

/** Formats the time of a stored value for an answer. */
export function withTime<Timed extends { readonly time: Instant }>({ time, ...rest }: Timed) {
  return { ...rest, time: formatInstant(time) }
}
