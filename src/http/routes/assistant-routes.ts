import { may } from '../../access/access.ts'
import { loadAssistants, type ServeMessage } from '../../assistants/assistant-server.ts'
import { valuesMax } from '../../common/json-scan.ts'
import { Problem } from '../../common/problem.ts'
import { isLoopback } from '../../config.ts'
import { type JsonObject, membersIn, valueAt } from '../../place/json.ts'
import { languageOf } from '../../words/language.ts'
import { acceptedNames } from '../answers/accept.ts'
import type { Answer } from '../answers/answer.ts'
import { problemOf } from '../answers/problems.ts'
import { bodyOf } from '../requests/body.ts'
import { tooMany } from '../requests/body-bytes.ts'
import { baseUrlOf, type Call, callerGone } from '../requests/call.ts'
import { jsonBody, jsonDoc, type Route, route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import { importerOf } from './import-plan-routes.ts'

type AssistantRouteParts = Pick<
  HttpParts,
  | 'places'
  | 'engine'
  | 'typed'
  | 'importPlans'
  | 'model'
  | 'clock'
  | 'config'
  | 'logger'
  | 'keys'
  | 'sessions'
  | 'signIn'
>

/**
 * Defines the interface for assistants (Model Context Protocol, streamable HTTP without sessions); empty with MCP=off.
 */
export function assistantRoutes(parts: AssistantRouteParts): Route[] {
  if (!parts.config.mcp) return []
  let loading: Promise<ServeMessage> | undefined
  return [
    route('POST /mcp', 'read-published', {
      step: 'read',
      tag: 'Assistants',
      summary: 'The interface for assistants',
      description:
        'A message of the Model Context Protocol, whose tools search, read and change places with the rights of the caller: [assistants](/docs/assistants). There are no sessions.',
      body: jsonBody({ type: 'object' }, exampleMessage),
      success: [
        jsonDoc('The answer, in JSON or as an event.', { type: 'object' }),
        { status: 202, description: 'A message that wants no answer.' },
      ],
      // Only callers who may change places can send one. Once it is parsed, the members outside it are counted
      // separately.
      membersMax: (caller) => (may(caller, 'update') ? messageMembersMax + valuesMax : messageMembersMax),
      // Checked before the body is read, like every fault of the head.
      checkPath: (call) => checkOwnOrigin(call, parts),
      async handle(call) {
        const message = bodyOf(call)
        checkMembers(message)
        loading ??= loadAssistants({ ...parts, version: parts.config.version })
        return answerOf(await (await loading)(requestOf(call), message, askedBy(call, parts)))
      },
    }),
  ]
}

const exampleMessage = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_places', arguments: { text: 'kyrka', municipality: 'Uppsala' } },
}

/** Maximum number of members of a message, without those of a place in it (D20). */
const messageMembersMax = 5_000

function checkMembers(message: JsonObject): void {
  const isChange = /^(propose|apply)_change$/.test(String(valueAt(message, ['params', 'name'])))
  const place = isChange ? valueAt(message, ['params', 'arguments', 'change']) : undefined
  if (membersIn(message) - membersIn(place) > messageMembersMax)
    throw tooMany(`${messageMembersMax} members`, 'those of a place in it not counted')
}

/**
 * Refuses pages of other sites, which must not act for their visitors. Without PUBLIC_URL, only loopback hosts are
 * trusted, because any other Host may be forged.
 */
function checkOwnOrigin(call: Call, { config }: AssistantRouteParts): void {
  const { origin } = call.headers
  if (origin === undefined) return
  const own = new URL(baseUrlOf(call, config.publicUrl))
  if (origin === own.origin && (config.publicUrl !== undefined || isLoopback(own.hostname))) return
  throw new Problem(
    'forbidden',
    `assistants send no Origin, and pages only that of PUBLIC_URL, got '${origin.slice(0, 200)}'`,
  )
}

/** Returns the parts of a request that the SDK reads in addition to the message. */
function requestOf(call: Call): Request {
  const headers = Object.entries(call.headers).flatMap(([name, value]) =>
    ['accept', 'content-type'].includes(name) || name.startsWith('mcp-')
      ? [[name, String(value)] as [string, string]]
      : [],
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: callerGone(call) })
}

function askedBy(call: Call, parts: AssistantRouteParts) {
  const { model, logger } = parts
  const { caller, headers, id, socket } = call
  return {
    caller,
    language: languageOf([...acceptedNames(headers['accept-language']), model.locale]),
    isGone: () => socket.destroyed,
    importer: (updatedBy: string | undefined) => importerOf(call, updatedBy, parts),
    onFailure(error: unknown) {
      logger.error({ err: error, requestId: id }, 'a tool failed')
      return problemOf(error, id).message
    },
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')
  const body = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    ...(type !== null && { headers: { 'content-type': type } }),
    ...(body.length > 0 && { body }),
  }
}
