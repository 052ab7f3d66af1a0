import openFetch, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch'
import type { components, paths } from './openapi.ts'

export type { components, operations, paths } from './openapi.ts'

type Schemas = components['schemas']
/** A place as the service answers it. */
export type Place = Schemas['Place']
/** A whole place as a create or replace sends it. */
export type PlaceBody = Schemas['PlaceBody']
/** A merge patch of a place (RFC 7396). */
export type PlacePatch = Schemas['PlacePatch']
/** The answer of a search. */
export type PlacePage = Schemas['PlacePage']
/** An owner, category or tag. */
export type DirectoryEntry = Schemas['DirectoryEntry']
/** An error as the service answers it (RFC 9457). */
export type Problem = Schemas['Problem']
/** One fault in a body. */
export type Fault = Schemas['Fault']

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
type PathsWith<M extends Method> = ClientPathsWithMethod<Client<paths>, M>
type Init<M extends Method, Path extends PathsWith<M>, As> = NonNullable<MaybeOptionalInit<paths[Path], M>> & {
  readonly parseAs?: As
}

/** A method of HTTP. openapi-fetch takes whatever has what it knows; here the compiler refuses an unknown filter. */
type Call<M extends Method> = <Path extends PathsWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...init: undefined extends MaybeOptionalInit<paths[Path], M> ? [init?: Init<M, Path, As>] : [init: Init<M, Path, As>]
) => Promise<FetchResponse<paths[Path][M] & {}, { readonly parseAs: As }, `${string}/${string}`>>

/** The methods of HTTP on every path of the service, typed from its OpenAPI document. */
export type Gazetteer = Pick<Client<paths>, 'use' | 'eject'> & { readonly [M in Method as Uppercase<M>]: Call<M> }

/** The address of the service, and the means of calling it. */
export interface GazetteerOptions {
  /** The address of the service, such as https://places.example.org. */
  readonly url: string
  /** The key that calls are made with, or what gives it at each call. */
  readonly key?: string | (() => string | undefined)
  /** Sends the requests; absent: the `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of the service. Each call resolves to `{ data, error, response }`: `data` when the service did what was asked,
 * else `error`, a Problem. It rejects only when no answer came.
 */
export function createGazetteer({ url, key, fetch }: GazetteerOptions): Gazetteer {
  const client = openFetch<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/v4`,
    querySerializer: { array: { style: 'form', explode: false } },
    ...(fetch && { fetch }),
  })
  client.use({
    onRequest({ request }) {
      const secret = typeof key === 'function' ? key() : key
      if (secret !== undefined) request.headers.set('authorization', `Bearer ${secret}`)
      return request
    },
  })
  return client as unknown as Gazetteer
}
