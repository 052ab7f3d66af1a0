import type { Permission } from '../access/access.ts'
import { valuesMax } from '../common/json-scan.ts'
import { Problem, type ProblemCode } from '../common/problem.ts'
import type { JsonObject } from '../place/json.ts'
import { canonicalUuid } from '../place/text.ts'
import { type ParameterSpec, type ParameterValues, readParameters } from '../query/parse/read-parameters.ts'
import type { Answer } from './answers/answer.ts'
import { type BodyForm, bodyBytesMaxOf, bodyFormOf } from './requests/body.ts'
import type { Call, CalledRoute, Proceed } from './requests/call.ts'

/** One method at one path. Serving, checks and documentation all follow from a list of these. */
export interface Route extends CalledRoute {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  /**
   * The permission that a key needs (D8). `key`: any valid key. `key-not-narrowed`: any except one that sees only
   * published places (D50). `create-or-update`, `update-or-delete`: either. `local`: the secret of the data folder. `nothing`: open (D7).
   */
  readonly needs:
    | Permission
    | 'create-or-update'
    | 'update-or-delete'
    | 'key'
    | 'key-not-narrowed'
    | 'local'
    | 'nothing'
  /** The identity that counts requests without a key, if a rate is configured. Undefined: they are not counted. */
  readonly countedAs?: 'visitor' | 'address'
  /** True if any valid key suffices with `test=true` (D8, D37). */
  readonly sample: boolean
  /** True if the format of its answers depends on `Accept`. */
  readonly negotiates?: boolean
  /** True if it exists only at the root, without a version prefix (D1). */
  readonly rootOnly: boolean
  readonly body: BodyForm
  readonly doc: RouteDoc
  /** Parses the path and the query string, or throws a Problem. */
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

/** The OpenAPI documentation of a route, except its address and permission. */
interface RouteDoc {
  readonly tag: DocTag
  readonly summary: string
  readonly description?: string
  /** The query parameters; those of a search follow from the model. */
  readonly parameters: ParameterSpec | 'search'
  /** True if it also accepts the filters of a search. */
  readonly takesFilters?: true
  /** Descriptions of the path parameters. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: {
    readonly type: string
    readonly schema: JsonObject
    readonly example?: unknown
    /** Further types, of files. */
    readonly otherTypes?: readonly string[]
  }
  readonly success: readonly SuccessDoc[]
  /** Request headers that only this route reads, with descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Problems specific to this route; those implied by its definition are added. */
  readonly problems?: readonly ProblemCode[]
  /** Left out of the document: web pages. */
  readonly hidden?: true
}

/** A successful answer, for the OpenAPI document. */
export interface SuccessDoc {
  readonly status: number
  readonly description: string
  readonly type?: string
  readonly schema?: JsonObject
  readonly example?: unknown
  /** Headers, except those of every answer. */
  readonly headers?: readonly ('ETag' | 'Location' | 'Link' | 'Hint')[]
}

const notModified = { status: 304, description: 'If-None-Match names what would be answered.' } as const

/** Returns a success with an entity tag, and the 304 in its place. */
export function tagged(success: SuccessDoc): readonly SuccessDoc[] {
  return [{ ...success, headers: [...(success.headers ?? []), 'ETag'] }, notModified]
}

/** Describes a success in JSON; the status defaults to 200. */
export function jsonDoc(description: string, schema: JsonObject, more: Partial<SuccessDoc> = {}): SuccessDoc {
  return { status: 200, description, type: 'application/json', schema, ...more }
}

/** Describes a body in JSON. */
export function jsonBody(schema: JsonObject, example: unknown): NonNullable<RouteDoc['body']> {
  return { type: 'application/json', schema, example }
}

/** Returns `offset` and `limit` for a list other than a search, with the same bounds. */
export function pageParameters(what: string) {
  return {
    offset: { form: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, description: `${what} skipped.` },
    limit: { form: 'integer', min: 0, max: 500, default: 100, description: `${what} returned.` },
  } as const
}

/** A method and a path, as in `PATCH /place/:id`. */
type Address = `${Route['method']} /${string}`

/** A route definition without address and permission. Members that most routes share are optional. */
interface PlannedRoute
  extends RouteDoc,
    Partial<Pick<Route, 'countedAs' | 'sample' | 'negotiates' | 'rootOnly' | 'step' | 'problemPage' | 'membersMax'>>,
    Pick<Route, 'plan'> {}

interface RouteDefinition<Spec extends ParameterSpec> extends Omit<PlannedRoute, 'parameters' | 'plan'> {
  readonly parameters?: Spec
  /** Throws a Problem if path parameters are wrong, before the body is read (D45). */
  readonly checkPath?: (call: Call) => void
  readonly handle: (call: Call, parameters: ParameterValues<Spec>) => Answer | Promise<Answer>
}

/** Defines a route that parses its query string itself. */
export function plannedRoute(address: Address, needs: Route['needs'], planned: PlannedRoute): Route {
  const [method, path] = address.split(' ') as [Route['method'], string]
  const step = method === 'GET' ? 'read' : 'write'
  return {
    ...{ sample: false, rootOnly: false, step, membersMax: () => valuesMax },
    ...planned,
    ...{ method, path, needs, body: bodyFormOf(planned.body), bodyBytesMax: bodyBytesMaxOf(needs), doc: planned },
  }
}

/** Defines a route whose query string has exactly these parameters. */
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

/** Returns a path parameter, decoded. */
export function pathParameter(call: Call, name: string): string {
  return (call.params as Record<string, string>)[name] ?? ''
}

/** Returns the `id` of the path; a UUID in lower case, as ids are stored. */
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

/** Returns the `revision` of the path; throws 404 if it is not a revision number. */
export function revisionParameter(call: Call): number {
  const given = pathParameter(call, 'revision')
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
  throw new Problem('not-found', `'${given.slice(0, 60)}' is no number of a revision`)
}
