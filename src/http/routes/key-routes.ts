import { Type } from 'typebox'
import { type AccessKey, type Permission, permissions, shownKey, signatureOf } from '../../access/access.ts'
import { hashSecret, makeKey, type NewKey, newSecret } from '../../access/secret.ts'
import { type Fault, invalidBody, Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { parseRate } from '../../config.ts'
import { checkBody } from '../../place/check/check.ts'
import { smallBodySchema } from '../../place/check/write-schema.ts'
import { formatInstant, parseInstant } from '../../place/dates.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Instant } from '../../place/place.ts'
import { limits } from '../../place/schema.ts'
import { undirectedText } from '../../place/text.ts'
import { json, noContent } from '../answers/answer.ts'
import { callerSchema, keyListSchema, newKeySchema, shownKeySchema } from '../openapi/answers.ts'
import { smallPatchSchema } from '../openapi/schemas.ts'
import { bodyOf } from '../requests/body.ts'
import type { Call } from '../requests/call.ts'
import { idParameter, jsonBody, jsonDoc, type Route, route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

type KeyParts = Pick<HttpParts, 'keys' | 'places' | 'clock'>

const keysMax = 10_000

const keySchema = Type.Object(
  {
    name: Type.String({ maxLength: limits.name, description: 'What the key is for.' }),
    permissions: Type.Array(Type.Unsafe<Permission>({ type: 'string', enum: permissions }), {
      minItems: 1,
      maxItems: permissions.length,
      description:
        'What the key may do; admin implies all, read implies read-published, read-restricted implies read-media.',
    }),
    owners: Type.Optional(
      Type.Array(Type.String({ maxLength: limits.string }), {
        minItems: 1,
        maxItems: limits.list,
        description: 'The only owners whose places the key may write.',
      }),
    ),
    actsAs: Type.Optional(
      Type.String({
        maxLength: limits.string,
        description:
          'The one name that its changes carry (updatedBy), which they may leave out; without it they name people.',
      }),
    ),
    rateLimit: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'How often it may call, such as 600/min (s, min, h), instead of RATE_LIMIT.',
      }),
    ),
    expires: Type.Optional(Type.String({ maxLength: 100, description: 'From when the key is no longer valid.' })),
  },
  { description: 'A key to be made.' },
)

/** The routes that manage keys (D8). */
export function keyRoutes(parts: KeyParts): Route[] {
  return [listKeys(parts), createKey(parts), tellCaller(), changeKey(parts), revokeKey(parts), rotateKey(parts)]
}

function listKeys({ keys }: KeyParts): Route {
  return route('GET /keys', 'admin', {
    tag: 'Keys',
    summary: 'List the keys',
    description: 'Never their secrets, which nobody has. A key from the configuration is not among them.',
    success: [jsonDoc('The keys.', keyListSchema)],
    handle: () => json(keys.list().map(shownKey)),
  })
}

function tellCaller(): Route {
  return route('GET /keys/self', 'key', {
    tag: 'Keys',
    summary: 'Tell what the key of this call may do',
    success: [jsonDoc('The key, without its secret.', callerSchema)],
    handle: (call) => json(shownCaller(call)),
  })
}

/** Returns the caller as shown to itself, with the session by which it was identified. */
export function shownCaller({ caller, session }: Pick<Call, 'caller' | 'session'>) {
  const { id, name, permissions, owners, grants, actsAs, rateLimit } = caller
  const began = session && formatInstant(session.session.began)
  return {
    ...{ id, name, permissions, owners, grants, actsAs, rateLimit },
    ...(session && { session: { id: session.id, sub: caller.session?.sub, began } }),
  }
}

function createKey({ keys, places, clock }: KeyParts): Route {
  return route('POST /keys', 'admin', {
    tag: 'Keys',
    summary: 'Make a key',
    body: jsonBody(smallBodySchema(keySchema), { name: 'the website', permissions: ['read-published'] }),
    success: [jsonDoc('The key; its secret is shown this once.', newKeySchema, { status: 201 })],
    problems: ['invalid-body', 'conflict'],
    async handle(request) {
      if (keys.list().length >= keysMax) throw new Problem('conflict', reason('max-keys', { max: keysMax }))
      const now = clock()
      const { key, secret } = makeKey(readKey(bodyOf(request), now), now)
      await places.command({ kind: 'key', key, ...signatureOf(request.caller), now })
      return json({ ...shownKey(key), key: secret }, { status: 201 })
    },
  })
}

function changeKey({ keys, places, clock }: KeyParts): Route {
  return route('PATCH /keys/:id', 'admin', {
    tag: 'Keys',
    summary: 'Change what a key may do',
    description: 'A merge patch: what is left out stays, and null takes a limit away. The secret stays as it is.',
    path: { id: 'Id of the key.' },
    body: jsonBody(smallPatchSchema(keySchema), {
      permissions: ['read', 'update'],
      expires: null,
    }),
    success: [jsonDoc('The key, without its secret.', shownKeySchema)],
    problems: ['not-found', 'invalid-body'],
    async handle(request) {
      const { id, hash: _, created: _created, expires, ...present } = knownKey(keys, idParameter(request))
      const now = clock()
      const shown = { ...present, ...(expires !== undefined && { expires: formatInstant(expires) }) }
      const patched = Object.entries({ ...shown, ...bodyOf(request) })
      const body = Object.fromEntries(patched.filter(([, value]) => value !== null))
      const change = { ...noLimits, ...readKey(body as JsonObject, now) }
      const { entries } = await places.command({ kind: 'amend', id, change, ...signatureOf(request.caller), now })
      return json(shownKey(JSON.parse(entries[0]!.document!) as AccessKey))
    },
  })
}

const noLimits = { owners: undefined, actsAs: undefined, rateLimit: undefined, expires: undefined }

function revokeKey({ keys, places, clock }: KeyParts): Route {
  return route('DELETE /keys/:id', 'admin', {
    tag: 'Keys',
    summary: 'Revoke a key',
    path: { id: 'Id of the key.' },
    success: [{ status: 204, description: 'Revoked.' }],
    problems: ['not-found'],
    async handle(request) {
      const { id } = knownKey(keys, idParameter(request))
      await places.command({ kind: 'revoke', id, ...signatureOf(request.caller), now: clock() })
      return noContent()
    },
  })
}

function rotateKey({ keys, places, clock }: KeyParts): Route {
  return route('POST /keys/:id/rotate', 'admin', {
    tag: 'Keys',
    summary: 'Give a key a new secret',
    description: 'The former secret stops working at once; everything else stays.',
    path: { id: 'Id of the key.' },
    success: [jsonDoc('The key; its new secret is shown this once.', newKeySchema)],
    problems: ['not-found'],
    async handle(request) {
      const secret = newSecret()
      const { id } = knownKey(keys, idParameter(request))
      const command = { id, change: { hash: hashSecret(secret) }, ...signatureOf(request.caller), now: clock() }
      const { entries } = await places.command({ kind: 'amend', ...command })
      return json({ ...shownKey(JSON.parse(entries[0]!.document!) as AccessKey), key: secret })
    },
  })
}

function knownKey(keys: KeyParts['keys'], id: string): AccessKey {
  const key = keys.find(id)
  if (key) return key
  throw new Problem('not-found', reason('no-key', { id: id.slice(0, 60) }))
}

/** Parses the body of a new key; throws a Problem that lists all faults. */
function readKey(body: JsonObject, now: Instant): NewKey {
  const { name, permissions, owners, actsAs: signature, rateLimit, expires: text } = checkBody(keySchema, body)
  const actsAs = (signature && undirectedText(signature)) || undefined
  const faults = emptyLimits(body, { owners, actsAs, rateLimit, expires: text })
  if (rateLimit !== undefined && !parseRate(rateLimit)) {
    faults.push({ pointer: '/rateLimit', ...reason('rate', { got: rateLimit }) })
  }
  if (owners !== undefined && permissions.includes('admin')) {
    faults.push({ pointer: '/owners', ...reason('admin-owners') })
  }
  const expires = text === undefined ? undefined : parseInstant(text)
  if (text !== undefined && (expires === undefined || expires <= now)) {
    faults.push({ pointer: '/expires', ...reason('moment-to-come', { got: text }) })
  }
  if (faults.length > 0) throw invalidBody(faults)
  return {
    name,
    permissions: [...new Set(permissions)],
    ...(owners && { owners: [...new Set(owners)] }),
    ...(actsAs !== undefined && { actsAs }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(expires !== undefined && { expires }),
  }
}

/** Reports empty limits. They must not count as absent, as empty values do elsewhere (D19). */
function emptyLimits(body: JsonObject, read: Readonly<Record<string, unknown>>): Fault[] {
  const empty = Object.keys(read).filter(
    (member) => (body[member] ?? undefined) !== undefined && read[member] === undefined,
  )
  return empty.map((member) => ({ pointer: `/${member}`, ...reason('empty-limit') }))
}
