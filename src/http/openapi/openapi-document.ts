import { type ProblemCode, problemCatalogue } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import {
  describeFilters,
  describeParameters,
  type ParameterDescription,
  searchParameters,
} from '../../query/parse/search-parameters.ts'
import { problemTypeUrl } from '../answers/problems.ts'
import type { DocTag, Route, SuccessDoc } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import { eventSchemas, eventWebhooks } from './event-schemas.ts'
import { exampleDetails } from './examples.ts'
import { published, sharedSchemas } from './schemas.ts'

type DocumentParts = Pick<HttpParts, 'model' | 'config'> & {
  /** The address of the service, as shown in examples. */
  readonly address: string
}

/** Returns the introduction of the reference page. */
function introduction(address: string): string {
  return `
A directory of places: churches, parish homes, cemeteries, polling stations and whatever else an organisation keeps. Each place has
an owner, and may have a position, opening hours, media, contact details, a parent and children. What is shown follows from when it
is published and who asks.

**Key.** Every call but those marked as open needs a key, best sent as \`Authorization: Bearer <key>\`; \`X-API-Key\`,
\`SvkAuthSvc-ApiKey\` and the parameter \`apikey\` are read too. Each operation says which permission its key needs.

    curl -H 'Authorization: Bearer <key>' \\
      '${address}/v4/place?is=Cemetery&nearby=17.64,59.86&limit=5'

**Searching.** \`GET /place\` filters by every searchable field; its parameters below tell the forms that each takes, and
[the filter language](${address}/docs/filters) is explained by examples:

| filter | finds |
|---|---|
| \`name=Norums kyrka\` | exactly this, in any case of letters |
| \`name=^nor\`, \`name=~kyrka nor\` | what begins so; what has words that begin so |
| \`name=!^nor\` | \`!\` in front: everything else |
| \`owner_id=1,2\` | one of several |
| \`depublished=\`, \`depublished=!\` | without a value; with one |
| \`created=2026-01-01-2026-01-31\` | from the first to the last of these days, both included |

**Errors** are \`application/problem+json\`; [each is explained](${address}/docs/errors). Every answer has an \`X-Request-Id\`, which the log has too.

More: [maps](${address}/docs/map), [states of a place](${address}/docs/states), [import and export](${address}/docs/import), [place types](${address}/docs/place-types), [operation](${address}/docs/operation).
`.trim()
}

/**
 * Creates the OpenAPI 3.1 document of these routes. All of it follows from the code that checks and answers requests.
 * Linters warn of two intended things: `/place/by-slug/{slug}` beside `/place/{id}/hours` (an id is a UUID, never
 * `by-slug`), and a sign-in whose only success is a redirect.
 */
export function openApiDocument(routes: readonly Route[], { model, config, address }: DocumentParts) {
  const shown = routes.filter(({ doc }) => !doc.hidden)
  const base = config.publicUrl ?? ''
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gazetteer',
      version: config.version,
      summary: 'A directory of places: reading, searching, editing and publishing them.',
      description: introduction(address),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `${base}/v4`, description: 'This version.' },
      { url: base === '' ? '/' : base, description: 'The newest version.' },
    ],
    tags: [...new Set(shown.map(({ doc }) => doc.tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    security: keySchemes.map((name) => ({ [name]: [] })),
    paths: pathsOf(shown, { model, config, address }),
    webhooks: eventWebhooks(),
    components: {
      schemas: { ...sharedSchemas(model), ...eventSchemas },
      responses: problemResponses(shown, config.publicUrl),
      headers: sharedHeaders,
      securitySchemes,
    },
  }
}

/** Returns the path of a route in OpenAPI syntax. */
export function documentedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Returns every problem that a route can answer: its own, and those implied by its permission and body. */
export function problemsOf({ needs, body, doc, path, rootOnly }: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...(['invalid-parameter', 'method-not-allowed', 'head-too-large', 'internal', 'unavailable'] as const),
  ])
  if (needs !== 'nothing') for (const code of ['unauthorized', 'too-many-requests'] as const) codes.add(code)
  if (needs !== 'nothing' && needs !== 'key') codes.add('forbidden')
  if (path.includes(':')) codes.add('bad-request')
  if (body !== 'none') codes.add('unsupported-media-type')
  if (body === 'json')
    for (const code of ['unreadable-body', 'body-too-large', 'request-timeout'] as const) codes.add(code)
  if (rootOnly && needs === 'nothing') codes.delete('unavailable')
  for (const code of doc.problems ?? []) codes.add(code)
  return [...codes]
}

const tagDescriptions: Readonly<Record<DocTag, string>> = {
  Places: 'Finding, reading and changing places.',
  History: 'Revisions of a place, and the journal of all changes.',
  Directory: 'Owners, categories and tags, by their names.',
  Keys: 'Who may call, and what each key allows.',
  Webhooks: 'Changes that are sent to addresses.',
  'Sign-in': 'People of an OpenID provider, and their sessions.',
  'Import and export': 'Many places at once.',
  Assistants: 'Tools for assistants, by the Model Context Protocol.',
  Operation: 'Health, metrics and the care of the data.',
  Documentation: 'The service about itself.',
  Page: 'Pages for people.',
}

const keySchemes = ['bearer', 'apiKeyHeader', 'svkHeader', 'apiKeyQuery'] as const

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  svkHeader: { type: 'apiKey', in: 'header', name: 'SvkAuthSvc-ApiKey' },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apikey', description: 'For where no header can be set.' },
}

const sharedHeaders = {
  ETag: { description: 'Tag of what is answered, for If-None-Match and If-Match.', schema: { type: 'string' } },
  Location: { description: 'Where it is.', schema: { type: 'string' } },
  'X-Request-Id': { description: 'Id of the request in the log.', schema: { type: 'string' } },
  'Gazetteer-Revision': {
    description: 'The revision of the journal that the answer has seen; for callers with `read` alone.',
    schema: { type: 'integer' },
  },
  'Server-Timing': { description: 'Milliseconds of each step.', schema: { type: 'string' } },
  Link: {
    description: 'Addresses of the next and the previous page (RFC 8288), where there are any.',
    schema: { type: 'string' },
  },
  Hint: {
    description: 'Why a search found nothing, where the service knows; percent-encoded.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that the address knows.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'How a key is sent.', schema: { type: 'string' } },
  'Accept-Patch': { description: 'The types of a body that would be right.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'The codings of a body that would be right.', schema: { type: 'string' } },
}

function pathsOf(routes: readonly Route[], parts: DocumentParts): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = documentedPath(route.path)
    const rootUrl = parts.config.publicUrl ?? '/'
    paths[path] ??= route.rootOnly ? { servers: [{ url: rootUrl }] } : {}
    paths[path][route.method.toLowerCase()] = operationOf(route, parts)
  }
  return paths
}

function operationOf(route: Route, { model }: DocumentParts) {
  const { doc, needs, method, path } = route
  const query =
    doc.parameters === 'search'
      ? searchParameters(model)
      : [...describeParameters(doc.parameters), ...(doc.takesFilters ? describeFilters(model) : [])]
  return {
    operationId: operationId(method, path),
    tags: [doc.tag],
    summary: doc.summary,
    description: [doc.description, permissionOf(needs)].filter((text) => text !== undefined).join('\n\n'),
    parameters: [...pathParametersOf(route), ...query.map(queryParameter), ...headerParametersOf(route)],
    ...(doc.body && { requestBody: requestBodyOf(doc.body) }),
    responses: { ...successesOf(doc.success), ...problemsByStatus(problemsOf(route)) },
    ...(needs === 'nothing' && { security: [] }),
  }
}

function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((word) => word !== '')
    .map((word) => word.replace(/^:(\w+).*/, 'by-$1'))
  return [method.toLowerCase(), ...words].join('-').replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function permissionOf(needs: Route['needs']): string | undefined {
  if (needs === 'nothing') return 'Open to all.'
  if (needs === 'key') return 'Needs any valid key.'
  if (needs === 'key-not-narrowed')
    return 'Needs any valid key but one that `read-published` narrows to what is public.'
  if (needs === 'create-or-update')
    return 'Needs the permission `create` or `update`, for each record the one that it takes.'
  if (needs === 'update-or-delete')
    return 'Needs the permission `update` or `delete`, for each place the one that it takes.'
  return needs === 'local' ? undefined : `Needs the permission \`${needs}\`.`
}

function pathParametersOf({ path, doc }: Route) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: doc.path?.[name] ?? '',
    schema: { type: 'string' },
  }))
}

/**
 * The example is part of the description. Otherwise pages that try requests would prefill and send all of a hundred
 * parameters.
 */
function queryParameter({ name, description, required, schema, example, visibility }: ParameterDescription) {
  return {
    name,
    in: 'query',
    description: example === undefined ? description : `${description} Example: \`${example}\`.`,
    required,
    schema,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    ...(visibility !== 'public' && { 'x-visibility': visibility }),
  }
}

function headerParametersOf({ doc, rootOnly }: Route) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })
  return [
    ...(rootOnly
      ? []
      : [header('Gazetteer-Revision', 'A revision that the answer must have seen, as an earlier answer reported it.')]),
    ...(doc.success.some(({ status }) => status === 304)
      ? [header('If-None-Match', 'Entity tags that the caller has: 304 when one fits.')]
      : []),
    ...Object.entries(doc.headers ?? {}).map(([name, description]) => header(name, description)),
  ]
}

function requestBodyOf({ type, schema, example, otherTypes = [] }: NonNullable<Route['doc']['body']>) {
  const types = type === 'application/merge-patch+json' ? [type, 'application/json'] : [type]
  const content = { schema: published(schema), ...(example !== undefined && { example }) }
  const others = otherTypes.map((one) => [one, { schema: { type: 'string', format: 'binary' } }])
  return { required: true, content: Object.fromEntries([...types.map((one) => [one, content]), ...others]) }
}

function successesOf(successes: readonly SuccessDoc[]): Record<string, unknown> {
  return Object.fromEntries(
    successes.map(({ status, description, type, schema, example, headers = [] }) => [
      status,
      {
        description,
        headers: headersOf([...headers, 'Gazetteer-Revision', 'X-Request-Id', 'Server-Timing']),
        ...(type !== undefined &&
          schema && {
            content: { [type]: { schema: published(schema), ...(example !== undefined && { example }) } },
          }),
      },
    ]),
  )
}

function headersOf(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers of problems, except those of every answer. */
const problemHeaders: Readonly<Partial<Record<ProblemCode, readonly string[]>>> = {
  unauthorized: ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'unsupported-media-type': ['Accept-Patch', 'Accept-Encoding'],
  'too-many-requests': ['Retry-After'],
  unavailable: ['Retry-After'],
}

/** Describes an answer for these problems, which share a status. */
function problemAnswer(codes: readonly ProblemCode[], publicUrl: string) {
  return {
    description: codes.map((code) => problemCatalogue[code].title).join('; or '),
    headers: headersOf([...codes.flatMap((code) => problemHeaders[code] ?? []), 'X-Request-Id']),
    content: problemContent(codes, publicUrl),
  }
}

/** Groups problems by status: one answer each, with an example per problem. */
function problemsByStatus(codes: readonly ProblemCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, (code) => problemCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      same.length === 1 ? { $ref: `#/components/responses/${same[0]}` } : problemAnswer(same, ''),
    ]),
  )
}

/** Returns the answers that operations refer to: problems that are the only ones with their status. */
function problemResponses(routes: readonly Route[], publicUrl: string | undefined): Record<string, unknown> {
  const alone = routes.flatMap((route) =>
    [...Map.groupBy(problemsOf(route), (code) => problemCatalogue[code].status).values()]
      .filter((codes) => codes.length === 1)
      .flat(),
  )
  return Object.fromEntries([...new Set(alone)].map((code) => [code, problemAnswer([code], publicUrl ?? '')]))
}

function problemContent(codes: readonly ProblemCode[], publicUrl: string) {
  const examples = codes.map((code) => [code, { value: exampleProblem(code, publicUrl) }])
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(examples),
    },
  }
}

function exampleProblem(code: ProblemCode, publicUrl: string) {
  const { status, title } = problemCatalogue[code]
  const errors = code === 'invalid-body' ? { errors: [{ pointer: '/name', ...reason('required') }] } : {}
  return {
    type: problemTypeUrl(code, publicUrl),
    title,
    status,
    detail: exampleDetails[code],
    instance: '/v4/place',
    ...errors,
  }
}
