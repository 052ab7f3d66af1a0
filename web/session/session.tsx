import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { createGazetteer, type Gazetteer } from '../../client/client.ts'
import { may as isAllowed, mayFor, ownersFor, type Permission } from '../../src/access/access.ts'
import { answered, Failure } from '../api/answered.ts'
import { SeenRevisions } from '../api/seen-revisions.ts'
import { notifyFault, useFailureText } from '../kit/message.tsx'
import { basePath, isEmbedded, settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { endSession } from './end-session.ts'
import { sessionWords } from './session-words.ts'
import {
  forgetStale,
  handOver,
  isSomebodyElse,
  keepHolder,
  keepName,
  keptName,
  nameIn,
  onOtherTab,
  personOf,
  signOutTabs,
} from './tabs.ts'

export { may as isAllowed, type Permission } from '../../src/access/access.ts'

/** The person using the page, and the client for their requests. */
export type Session = ReturnType<typeof useOwnSession>

/** Delay before asking the service again who is signed in, after a failure, or after too many requests. */
const retryMillis = 3_000
const retryMillisOften = 20_000
const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session; only below the SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of the SessionProvider')
  return session
}

/**
 * Creates a client with the visitors' key, or with the session cookie of the browser. Calls `onUnauthorized` on an
 * answer of 401.
 */
function clientFor(key: string | undefined, onUnauthorized?: () => void, seen?: SeenRevisions): Gazetteer {
  const api = createGazetteer({ url: `${location.origin}${basePath}`, key: () => key })
  if (seen) api.use(seen.middleware)
  api.use({
    onResponse({ response }) {
      if (response.status === 401) onUnauthorized?.()
    },
  })
  return api
}

/**
 * Returns the client, the revisions that it has seen, and the headers for requests that cannot use it, such as map
 * tiles.
 */
function useClient(key: string | undefined, onUnauthorized: (() => void) | undefined) {
  const [seen] = useState(() => new SeenRevisions())
  return useMemo(() => {
    const headers = (): Record<string, string> => ({
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...seen.headers,
    })
    return { api: clientFor(key, onUnauthorized, seen), seen, headers }
  }, [key, onUnauthorized, seen])
}

function callerOf(api: Gazetteer) {
  return answered(api.GET('/keys/self'))
}

/** The caller, as the service reports it. */
type Caller = Awaited<ReturnType<typeof callerOf>>

const isUnknown = (error: unknown) => error instanceof Failure && error.status === 401
const callerKey = ['caller'] as const

/**
 * Returns the caller of the browser's session, and the failure that delays the answer. Repeats the request until the
 * service answers. The session may have ended since the page was loaded.
 */
function useCaller(enabled: boolean, seen: SeenRevisions, onUnknown: () => void) {
  const { data, error, failureReason } = useQuery({
    queryKey: callerKey,
    // Changes by others are followed from this answer on.
    queryFn: () => callerOf(clientFor(undefined, undefined, seen)),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, error) => !isUnknown(error),
    retryDelay: (_, error) => (error instanceof Failure && error.status === 429 ? retryMillisOften : retryMillis),
  })
  useEffect(() => {
    if (isUnknown(error)) onUnknown()
  }, [error, onUnknown])
  return enabled ? { caller: data, failure: failureReason } : { caller: undefined, failure: null }
}

/** Provides the session to the views inside. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  return <SessionContext value={useOwnSession()}>{children}</SessionContext>
}

/** Signs in with the code of the link that a start of the service prints; the code works once. */
function useCode(enter: (caller: Caller) => void): void {
  const failureText = useFailureText()
  const report = useEffectEvent((error: unknown) => notifyFault(failureText(error)))
  useEffect(() => {
    const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? []
    if (code === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    void answered(clientFor(undefined).POST('/auth/code', { body: { code } })).then(enter, report)
  }, [enter])
}

/** Returns whether the browser has a session, or had one that ended while the page was open; and what changes that. */
function useSignedIn() {
  const queries = useQueryClient()
  const [isSignedIn, setSignedIn] = useState(() => {
    forgetStale()
    return settings.isSignedIn === true && !isEmbedded
  })
  const [hasEnded, setEnded] = useState(false)
  const end = useCallback(() => setEnded(true), [])
  const resume = useCallback(() => setEnded(false), [])
  const leave = useCallback(() => {
    queries.clear()
    setSignedIn(false)
    setEnded(false)
  }, [queries])
  const enter = useCallback(
    (found: Caller) => {
      // A person who signs in again finds everything unchanged.
      if (!isSignedIn) queries.clear()
      queries.setQueryData(callerKey, found)
      setSignedIn(true)
      setEnded(false)
    },
    [queries, isSignedIn],
  )
  return { isSignedIn, hasEnded, end, resume, leave, enter }
}

/** Follows the session of the browser. The service names its caller; the page keeps the name that a person has entered. */
function useOwnSession() {
  const queries = useQueryClient()
  const [name, setName] = useState(keptName)
  const { isSignedIn, hasEnded, end, resume, leave, enter } = useSignedIn()
  const key = isSignedIn ? undefined : settings.publicKey
  const client = useClient(key, isSignedIn ? end : undefined)
  const { caller, failure } = useCaller(isSignedIn, client.seen, leave)

  const logIn = useCallback(
    async (newKey: string, newName: string) => {
      const { seen } = client
      const found = await answered(clientFor(undefined, undefined, seen).POST('/auth/key', { body: { key: newKey } }))
      keepName(newName)
      setName(newName)
      enter(found)
    },
    [client, enter],
  )
  const look = useCallback(() => {
    setName(keptName())
    void queries.invalidateQueries({ queryKey: callerKey })
  }, [queries])
  const logOut = useLogOut(leave, look)
  useReturn(hasEnded, () => {
    resume()
    look()
  })
  useCode(enter)
  const ownName = caller ? nameIn(caller, name) : name
  const sub = caller?.session?.sub
  const isHandedOver = useHandOver(caller && personOf({ id: caller.id, ...(sub !== undefined && { sub }) }, ownName))

  return useMemo(
    () => ({
      ...client,
      /** The visitors' key, which is sent with all calls; undefined for callers with a session. */
      key,
      /** Undefined for visitors without a sign-in, and until the service has answered. */
      caller,
      /** False while the service has not answered about a session. */
      isSettled: !isSignedIn || caller !== undefined,
      /** True while another person's work is still in this tab; until it is cleared, no view is shown. */
      isHandedOver,
      /** The failure that delays the answer; null if there is none. */
      failure,
      /** True if the page works without signing in. */
      isOpen: key !== undefined || isSignedIn,
      /** Written as `updatedBy` with each change. */
      name: ownName,
      ...rightsOf(caller),
      /** True if the session ended while the page was open. Everything stays, and waits for another session. */
      hasEnded,
      /** Exchanges a key for a session. */
      logIn,
      /** Ends the session in every tab and clears its work, for the next person at this computer. */
      logOut,
    }),
    [client, key, isSignedIn, isHandedOver, caller, failure, ownName, hasEnded, logIn, logOut],
  )
}

/**
 * Clears another person's work in this tab, if their session ended without a sign-out. Returns whether that is still to
 * be done. A form keeps its work when it closes, so views close before.
 */
function useHandOver(person: string | undefined): boolean {
  const queries = useQueryClient()
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const isHandedOver = person !== undefined && isSomebodyElse(person)
  useEffect(() => {
    if (person === undefined) return
    if (!isHandedOver) return keepHolder(person)
    handOver(person)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== callerKey[0] })
    draw()
  }, [person, isHandedOver, queries])
  return isHandedOver
}

/** Returns the permissions of the person using the page. */
function rightsOf(caller: Caller | undefined) {
  const may = (permission: Permission) => caller !== undefined && isAllowed(caller, permission)
  const only = (permission: Permission) => {
    const owners = caller && may(permission) ? ownersFor(caller, permission)?.flat() : undefined
    return owners && [...new Set(owners)]
  }
  return {
    may,
    /** The only owners whose places may be edited; undefined if that is none or all. */
    own: only('update'),
    /** The only owners for whom places may be created; undefined if that is none or all. */
    ownNew: only('create'),
    /** Returns whether places of this owner may be edited. */
    mayEdit: (ownerId: string) => caller !== undefined && mayFor(caller, 'update', ownerId),
    /** Returns whether places of this owner may be deleted and restored. */
    mayDelete: (ownerId: string) => caller !== undefined && mayFor(caller, 'delete', ownerId),
  }
}

/**
 * Returns the function that ends the session here, in the other tabs, and at the provider, if it supports that. Leaves
 * when another tab has done so, and looks who is there when somebody has signed in.
 */
function useLogOut(leave: () => void, look: () => void): () => Promise<void> {
  const words = useWords(sessionWords)
  const close = useCallback(
    (forget: () => unknown) => {
      // A form keeps its work when it closes, so it closes before everything is cleared.
      flushSync(leave)
      forget()
    },
    [leave],
  )
  useEffect(() => onOtherTab({ leave: () => close(forgetStale), look }), [close, look])
  return useCallback(async () => {
    const ended = await endSession(clientFor(undefined))
    if (!ended) return notifyFault(words.notLoggedOut)
    close(signOutTabs)
    if (ended.location !== undefined) location.assign(ended.location)
  }, [close, words])
}

/** Calls the listener when the person returns to the page, and the session that had ended is there again. */
function useReturn(hasEnded: boolean, listener: () => void): void {
  const onReturn = useEffectEvent(listener)
  useEffect(() => {
    if (!hasEnded) return
    const look = async () => {
      const { response } = await clientFor(undefined).GET('/keys/self')
      if (response.ok) onReturn()
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [hasEnded])
}

/** The paths that the service accepts (`isOwnPath`). */
const returnable = /^\/[!-[\]-~]{0,999}$/

/**
 * Returns the address of the sign-in, optionally with another account. It returns to the current page, but without a
 * very long search.
 */
export function signInAddress({ other = false } = {}): string {
  const path = location.pathname.slice(basePath.length)
  const here = returnable.test(path + location.search) ? path + location.search : path
  return `${basePath}/auth/login?return=${encodeURIComponent(here || '/')}${other ? '&other=true' : ''}`
}

/** Returns the permissions of the visitors' key, whoever is signed in; undefined if there is none, or until loaded. */
export function useVisitor(): Caller | undefined {
  const { publicKey } = settings
  const visitor = useQuery({
    queryKey: ['visitor'],
    queryFn: () => callerOf(clientFor(publicKey)),
    enabled: publicKey !== undefined,
  })
  return visitor.data
}
