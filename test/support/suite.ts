import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import {
  type Answer,
  accepted,
  type Client,
  client,
  type PageAnswer,
  type Params,
  type PlaceAnswer,
  queryString,
  validPlace,
} from './client.ts'
import { type StartOptions, startService, type TestService } from './service.ts'
import { afterAllFiles } from './shared.ts'

/** The moment at which every suite begins. */
export const suiteStart = '2026-06-15T12:00:00Z'

/** A running service that the tests of several files share, none of which depends on the date. */
export interface SharedSuite {
  readonly url: string
  readonly admin: Client
  /** A client without a key. */
  readonly nobody: Client
  /** A client whose new key has these permissions and, if given, owners and other members. */
  keyed(permissions: readonly string[], more?: JsonObject): Promise<Client>
  /** A new scene, whose places are those of an owner of its own. */
  scene(): Scene
  /** Moves the clock on, which stands otherwise. */
  advance(milliseconds: number): void
  /** Everything that the service has logged so far. */
  logged(): string
}

/** A running service for the tests of one file, with a settable clock. */
export interface Suite extends SharedSuite {
  /** Sets the clock of the service; ISO 8601 with an offset. */
  setNow(instant: string): void
  /** Stops the service: for the last test of the file. */
  close(): Promise<void>
}

/** Places of one test, apart from those of all others by their owner. */
export interface Scene {
  readonly owner: string
  /** The body of a create in this scene. */
  body(overrides?: JsonObject): JsonObject
  /** Creates a place; a text is its name. */
  add(overrides?: JsonObject | string): Promise<PlaceAnswer>
  /** Creates a place by each body or name, in order. */
  addAll(...overrides: readonly (JsonObject | string)[]): Promise<PlaceAnswer[]>
  /** Searches among the places of the scene. */
  search(params?: Params): Promise<Answer<PageAnswer>>
  /** The names that the search finds, in its order. */
  names(params?: Params): Promise<string[]>
  /** The names that the search finds, sorted by code unit: for tests that are not about order. */
  found(params?: Params): Promise<string[]>
  get(id: string): Promise<PlaceAnswer>
  /** Changes a place with a merge patch as `tester`; asserts that it is accepted. */
  patch(id: string, change: JsonObject, query?: string): Promise<void>
  remove(id: string, query?: string): Promise<void>
}

export interface SuiteOptions extends Pick<StartOptions, 'env' | 'limits'> {
  readonly now?: string
  /** Runs once the service runs, before the first test. */
  readonly prepare?: (suite: SharedSuite) => Promise<void>
  /** Runs after the last test, while the service still runs. */
  readonly finish?: (suite: Suite) => Promise<void>
}

/** Starts a service before the tests of the calling file and stops it after them. */
export function suite(options: SuiteOptions = {}): Suite {
  let service: TestService | undefined
  const opened = suiteOf(() => service)
  before(async () => {
    const { now = suiteStart, env, limits } = options
    service = await startService({ now: instantOf(now), ...(env && { env }), ...(limits && { limits }) })
    await options.prepare?.(opened)
  })
  after(async () => {
    try {
      if (service) await options.finish?.(opened)
    } finally {
      await service?.close()
    }
  })
  return opened
}

let shared: Promise<TestService> | undefined

/**
 * The service of all files of this process that need no date or environment of their own. The first of them starts it.
 * Only the places of a scene are those of one test: entries of the directory, keys and words of names are everybody's.
 */
export function sharedSuite({ prepare }: Pick<SuiteOptions, 'prepare'> = {}): SharedSuite {
  let service: TestService | undefined
  const opened = suiteOf(() => service)
  before(async () => {
    shared ??= startService({ now: instantOf(suiteStart) })
    service = await shared
    await prepare?.(opened)
  })
  afterAllFiles(async () => {
    const ending = shared
    shared = undefined
    await (await ending)?.close()
  })
  return opened
}

let scenes = 0

function suiteOf(service: () => TestService | undefined): Suite {
  const running = () => {
    const found = service()
    assert.ok(found, 'the service runs only within tests')
    return found
  }
  const admin = () => client(running().url, running().adminKey)
  return {
    get url() {
      return running().url
    },
    get admin() {
      return admin()
    },
    get nobody() {
      return client(running().url)
    },
    async keyed(permissions, more = {}) {
      const name = `test: ${permissions.join(', ')}`
      const made = accepted(await admin().post<{ key: string }>('/keys', { name, permissions, ...more }), 201)
      return client(running().url, made.key)
    },
    scene() {
      scenes += 1
      return sceneOf(admin(), `scene-${scenes}`)
    },
    setNow: (instant) => running().setNow(instantOf(instant)),
    advance: (milliseconds) => running().advance(milliseconds),
    logged: () => running().logged.join('\n'),
    close: () => running().close(),
  }
}

function instantOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds
}

function sceneOf(admin: Client, owner: string): Scene {
  const body = (overrides: JsonObject = {}) => validPlace({ owner: { id: owner, type: 'Församling' }, ...overrides })
  const add = async (overrides: JsonObject | string = {}) =>
    accepted(await admin.put('/place', body(typeof overrides === 'string' ? { name: overrides } : overrides)), 201)
  const search = (params: Params = '') => {
    const query = queryString(params)
    return admin.get<PageAnswer>(`/place?owner_id=${owner}${query && `&${query}`}`)
  }
  const names = async (params?: Params) => accepted(await search(params)).Results.map(({ name }) => name)
  return {
    owner,
    body,
    add,
    async addAll(...overrides) {
      const places: PlaceAnswer[] = []
      for (const one of overrides) places.push(await add(one))
      return places
    },
    search,
    names,
    found: async (params) => (await names(params)).sort(),
    get: async (id) => accepted(await admin.get<PlaceAnswer>(`/place/${id}`)),
    async patch(id, change, query = '') {
      accepted(await admin.patch(`/place/${id}${query && `?${query}`}`, { updatedBy: 'tester', ...change }), 204)
    },
    async remove(id, query = '') {
      accepted(await admin.delete(`/place/${id}?deletedby=tester${query && `&${query}`}`), 204)
    },
  }
}
