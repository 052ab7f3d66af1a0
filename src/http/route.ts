import type { Permission } from '../access/access.ts'
import { valuesMax } from '../common/json-scan.ts'
import { Problem, type ProblemCode } from '../common/problem.ts'
import type { JsonObject } from '../place/json.ts'
import { canonicalUuid } from '../place/text.ts'
import { type ParameterSpec, type ParameterValues, readParameters } from '../query/read-parameters.ts'
import type { Answer } from './answer.ts'
import { type BodyForm, bodyBytesMaxOf, bodyFormOf } from './body.ts'
import type { Call, CalledRoute, Proceed } from './call.ts'

/** One method at one path: all that is served, checked and documented follows from a list of these. */
export interface Route extends CalledRoute {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  /** What a key must be allowed (D8); `key`: any valid key, `key-not-narrowed`: but for one that sees only what is published (D50); `local`: the secret of the data folder; `nothing`: open (D7). */
  readonly needs: Permission | 'key' | 'key-not-narrowed' | 'local' | 'nothing'
  /** As whom requests without a key are counted, where a rate is configured; absent: they are not. */
  readonly countedAs?: 'visitor' | 'address'
  /** Whether `test=true` makes any valid key enough (D8, D37). */
  readonly sample: boolean
  /** Whether its answers have the format that `Accept` wants. */
  readonly negotiates?: boolean
  /** Whether it is at the root only, without a version before it (D1). */
  readonly rootOnly: boolean
  readonly body: BodyForm
  readonly doc: RouteDoc
  /** Understands the address: the query string and what is in the path; or throws the Problem of it. */
  plan(rawQuery: string, call: Call): Proceed
}

/** The groups of the OpenAPI document. */
export type DocTag =
  | 'Places'
  | 'History'
  | 'Directory'
  | 'Keys'
  | 'Webhooks'
  | 'Sign-in'
  | 'Import and export'
  | 'Assistants'
  | 'Operation'
  | 'Documentation'
  | 'Page'

/** What the OpenAPI document says of a route beside its address and what it needs. */
interface RouteDoc {
  readonly tag: DocTag
  readonly summary: string
  readonly description?: string
  /** The parameters of the query, except those of a search, which follow from the model. */
  readonly parameters: ParameterSpec | 'search'
  /** Whether it takes the filters of a search besides. */
  readonly takesFilters?: true
  /** What each parameter of the path is. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: { readonly type: string; readonly schema: JsonObject; readonly example?: unknown }
  readonly success: readonly SuccessDoc[]
  /** Headers of the request that only this route knows, and what they do. */
  readonly headers?: Readonly<Record<string, string>>
  /** The problems that only this route has; those that follow from its definition are added. */
  readonly problems?: readonly ProblemCode[]
  /** Left out of the document: pages for people. */
  readonly hidden?: true
}

/** An answer that is no error, for the OpenAPI document. */
export interface SuccessDoc {
  readonly status: number
  readonly description: string
  readonly type?: string
  readonly schema?: JsonObject
  readonly example?: unknown
  /** The headers beside those that every answer has. */
  readonly headers?: readonly ('ETag' | 'Location' | 'Link' | 'Hint')[]
}

const notModified = { status: 304, description: 'If-None-Match names what would be answered.' } as const

/** A success with an entity tag, and the 304 in its stead. */
export function tagged(success: SuccessDoc): readonly SuccessDoc[] {
  return [{ ...success, headers: [...(success.headers ?? []), 'ETag'] }, notModified]
}

/** A success in JSON, 200 unless told otherwise. */
export function jsonDoc(description: string, schema: JsonObject, more: Partial<SuccessDoc> = {}): SuccessDoc {
  return { status: 200, description, type: 'application/json', schema, ...more }
}

/** A body in JSON. */
export function jsonBody(schema: JsonObject, example: unknown): NonNullable<RouteDoc['body']> {
  return { type: 'application/json', schema, example }
}

/** `offset` and `limit` of a list other than a search, with the bounds of one. */
export function pageParameters(what: string) {
  return {
    offset: { form: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, description: `${what} skipped.` },
    limit: { form: 'integer', min: 0, max: 500, default: 100, description: `${what} returned.` },
  } as const
}

/** A method and a path, as in `PATCH /place/:id`. */
type Address = `${Route['method']} /${string}`

/** What is written down of a route beside its address and what it needs: whatever most routes have alike may be left out. */
interface PlannedRoute
  extends RouteDoc,
    Partial<Pick<Route, 'countedAs' | 'sample' | 'negotiates' | 'rootOnly' | 'step' | 'toldAs' | 'membersMax'>>,
    Pick<Route, 'plan'> {}

interface RouteDefinition<Spec extends ParameterSpec> extends Omit<PlannedRoute, 'parameters' | 'plan'> {
  readonly parameters?: Spec
  /** Throws the Problem of a path whose parameters are wrong, before the body is read (D45). */
  readonly checkPath?: (call: Call) => void
  readonly handle: (call: Call, parameters: ParameterValues<Spec>) => Answer | Promise<Answer>
}

/** A route that understands its query string itself. */
export function plannedRoute(address: Address, needs: Route['needs'], planned: PlannedRoute): Route {
  const [method, path] = address.split(' ') as [Route['method'], string]
  const step = method === 'GET' ? 'read' : 'write'
  return {
    ...{ sample: false, rootOnly: false, step, membersMax: () => valuesMax },
    ...planned,
    ...{ method, path, needs, body: bodyFormOf(planned.body), bodyBytesMax: bodyBytesMaxOf(needs), doc: planned },
  }
}

/** A route whose query string holds these parameters and no others. */
export function route<const Spec extends ParameterSpec = Readonly<Record<never, never>>>(
  address: Address,
  needs: Route['needs'],
  { handle, checkPath, parameters = {} as Spec, ...definition }: RouteDefinition<Spec>,
): Route {
  let withoutQuery: Proceed | undefined
  const plan = (rawQuery: string): Proceed => {
    const values = readParameters(rawQuery, parameters)
    return (call) => handle(call, values)
  }
  return plannedRoute(address, needs, {
    ...definition,
    parameters,
    plan(rawQuery, call) {
      checkPath?.(call)
      if (rawQuery !== '') return plan(rawQuery)
      withoutQuery ??= plan('')
      return withoutQuery
    },
  })
}

/** A parameter of the path, decoded. */
export function pathParameter(call: Call, name: string): string {
  return (call.params as Record<string, string>)[name] ?? ''
}

/** The `id` of the path; a UUID as ids are kept, in lower case. */
export function idParameter(call: Call): string {
  const given = pathParameter(call, 'id')
  if (given === '') {
    throw new Problem(
      'not-found',
      'there is no id in this address; to search or create, leave out the slash at its end',
    )
  }
  return /[A-F]/.test(given) ? (canonicalUuid(given) ?? given) : given
}

/** The `revision` of the path. */
export function revisionParameter(call: Call): number {
  const given = pathParameter(call, 'revision')
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
  throw new Problem('not-found', `'${given.slice(0, 60)}' is no number of a revision`)
}
