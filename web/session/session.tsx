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
import { may as isAllowed, ownersFor, type Permission } from '../../src/access/access.ts'
import { answered, Failure } from '../api/answered.ts'
import { SeenRevisions } from '../api/seen-revisions.ts'
import { notifyFault, useFailureText } from '../kit/message.tsx'
import { basePath, ownPrefix, settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { sessionWords } from './session-words.ts'
import {
  answerMillisMax,
  askForKey,
  dropKey,
  dropSession,
  followSession,
  giveKey,
  handOver,
  isSignedIn,
  isSomebodyElse,
  keepKey,
  keepSub,
  keptKey,
  logOutTabs,
  mayAskForKey,
  onLoggedOut,
} from './tabs.ts'

export { may as isAllowed, type Permission } from '../../src/access/access.ts'

/** The person using the page, and the client for their requests. */
export type Session = ReturnType<typeof useOwnSession>

/** Delay before asking the service again about a kept key, after a failure, or after too many requests. */
const retryMillis = 3_000
const retryMillisOften = 20_000
const personName = `${ownPrefix}name`
const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session; only below the SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of the SessionProvider')
  return session
}

/**
 * Creates a client with a key, or with the session cookie of the browser. Calls `onUnauthorized` on an answer of 401.
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
  return useMemo(() => {
    const seen = new SeenRevisions()
    const headers = (): Record<string, string> => ({
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...seen.headers,
    })
    return { api: clientFor(key, onUnauthorized, seen), seen, headers }
  }, [key, onUnauthorized])
}

function callerOf(api: Gazetteer) {
  return answered(api.GET('/keys/self'))
}

/** The caller, as the service reports it. */
type Caller = Awaited<ReturnType<typeof callerOf>>

const isUnknown = (error: unknown) => error instanceof Failure && error.status === 401
const callerKey = (key: string | undefined) => ['caller', key] as const

/**
 * Returns the owner of a key, or of the session if there is no key, and the failure that delays the answer. Repeats the
 * request until the service answers. The key may have ended since it was kept.
 */
function useCaller(key: string | undefined, enabled: boolean, onUnknown: () => void) {
  const { data, error, failureReason } = useQuery({
    queryKey: callerKey(key),
    queryFn: () => callerOf(clientFor(key)),
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

/**
 * Adopts the key of another tab if this one is new, and shares its own with new tabs. Returns whether it still waits
 * for one.
 */
function useSharedKey(onKey: (key: string) => void): boolean {
  const [isAsking, setAsking] = useState(() => mayAskForKey() && !isSignedIn())
  useEffect(() => {
    if (!mayAskForKey() || isSignedIn()) return
    const stop = askForKey((key) => {
      onKey(key)
      setAsking(false)
    })
    const timer = setTimeout(setAsking, answerMillisMax, false)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [onKey])
  useEffect(giveKey, [])
  return isAsking
}

/** Provides the session to the views inside. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  return <SessionContext value={useOwnSession()}>{children}</SessionContext>
}

/** Signs in with the code of the link that a start of the service prints; the code works once. */
function useCode(logIn: (key: string, name: string) => Promise<void>): void {
  const failureText = useFailureText()
  const told = useEffectEvent((error: unknown) => notifyFault(failureText(error)))
  useEffect(() => {
    const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? []
    if (code === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    void answered(clientFor(undefined).POST('/auth/code', { body: { code } })).then(({ key }) => logIn(key, ''), told)
  }, [logIn])
}

/** Keeps the key for the browser session, and the name for the next one. */
function useOwnSession() {
  const queries = useQueryClient()
  const [ownKey, setOwnKey] = useState(keptKey)
  const [name, setName] = useState(() => localStorage.getItem(personName) ?? '')
  const [isPerson, setPerson] = useState(() => keptKey() === undefined && isSignedIn())
  const key = ownKey ?? (isPerson ? undefined : settings.publicKey)
  const ending = useEnding(isPerson)
  const client = useClient(key, isPerson ? ending.end : undefined)

  const takeKey = useCallback(
    (newKey: string | undefined, found?: Caller) => {
      queries.clear()
      if (found) queries.setQueryData(callerKey(newKey), found)
      setOwnKey(newKey)
      setPerson(false)
    },
    [queries],
  )
  const isAsking = useSharedKey(takeKey)
  const logOut = useLogOut(takeKey, isPerson)
  const onUnknown = useCallback(() => {
    if (ownKey === undefined) dropSession()
    else dropKey()
    takeKey(undefined)
  }, [takeKey, ownKey])
  const { caller, failure } = useCaller(ownKey, ownKey !== undefined || isPerson, onUnknown)

  const logIn = useCallback(
    async (newKey: string, newName: string) => {
      const found = await callerOf(clientFor(newKey))
      keepKey(newKey)
      takeKey(newKey, found)
      if (newName === '') return
      localStorage.setItem(personName, newName)
      setName(newName)
    },
    [takeKey],
  )

  useCode(logIn)
  const isHandedOver = useHandOver(caller?.session?.sub)

  return useMemo(
    () => ({
      ...client,
      /** The key of all calls. */
      key,
      /** Undefined for visitors without a sign-in, and until the service has answered. */
      caller,
      /** False while another tab may share its key, or the service has not answered about a key. */
      isSettled: ownKey === undefined && !isPerson ? !isAsking : caller !== undefined,
      /** True while another person's work is still in this tab; until it is cleared, no view is shown. */
      isHandedOver,
      /** The failure that delays the answer; null if there is none. */
      failure,
      /** True if the page works without signing in. */
      isOpen: key !== undefined || isPerson,
      /** Written as `updatedBy` with each change. */
      name: caller?.actsAs ?? (name || (caller?.name ?? '')),
      ...rightsOf(caller),
      /** True if a person's session ended while the page was open. Everything stays, and waits for another session. */
      hasEnded: ending.hasEnded,
      logIn,
      /** Ends the session in every tab and clears its work, for the next person at this computer. */
      logOut,
    }),
    [client, key, ownKey, isPerson, isAsking, isHandedOver, caller, failure, name, ending.hasEnded, logIn, logOut],
  )
}

/**
 * Clears another person's work in this tab, if their session ended without a sign-out. Returns whether that is still to
 * be done. A form keeps its work when it closes, so views close before.
 */
function useHandOver(sub: string | undefined): boolean {
  const queries = useQueryClient()
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const isHandedOver = sub !== undefined && isSomebodyElse(sub)
  useEffect(() => {
    if (sub === undefined) return
    if (!isHandedOver) return keepSub(sub)
    handOver(sub)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'caller' })
    draw()
  }, [sub, isHandedOver, queries])
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
    mayEdit: (ownerId: string) => may('update') && isWithin(caller, 'update', ownerId),
    /** Returns whether places of this owner may be deleted and restored. */
    mayDelete: (ownerId: string) => may('delete') && isWithin(caller, 'delete', ownerId),
  }
}

/** Returns the function that ends the session here, in the other tabs, and at the provider, if it supports that. */
function useLogOut(takeKey: (key: undefined) => void, isPerson: boolean): () => Promise<void> {
  const words = useWords(sessionWords)
  const leave = useCallback(
    (forget: () => unknown) => {
      // A form keeps its work when it closes, so it closes before everything is cleared.
      flushSync(() => takeKey(undefined))
      forget()
    },
    [takeKey],
  )
  useEffect(() => onLoggedOut(() => leave(keptKey)), [leave])
  return useCallback(async () => {
    // Signing out of a key also ends a person's session.
    const isOpen = isPerson || isSignedIn()
    const answer = isOpen
      ? await clientFor(undefined)
          .POST('/auth/logout', {})
          .catch(() => undefined)
      : undefined
    // A session that continues must not appear to have ended.
    const hasEnded = !isOpen || answer?.response.ok || answer?.response.status === 401
    if (!hasEnded) return notifyFault(words.notLoggedOut)
    dropSession()
    leave(logOutTabs)
    if (answer?.data?.location !== undefined) location.assign(answer.data.location)
  }, [leave, isPerson, words])
}

/**
 * Returns whether a person's session has ended according to the service; checked again when the person returns to the
 * page.
 */
function useEnding(isPerson: boolean) {
  const queries = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    if (isPerson) followSession()
  }, [isPerson])
  useEffect(() => {
    if (!hasEnded) return
    const look = async () => {
      if (!isSignedIn()) return
      const { response } = await clientFor(undefined).GET('/keys/self')
      if (!response.ok) return
      setEnded(false)
      // Another person may have signed in.
      void queries.invalidateQueries({ queryKey: ['caller'] })
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [hasEnded, queries])
  const end = useCallback(() => {
    dropSession()
    setEnded(true)
  }, [])
  return { hasEnded: isPerson && hasEnded, end }
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

/** Returns whether a permission includes places of this owner. */
function isWithin(caller: Caller | undefined, permission: Permission, ownerId: string): boolean {
  return caller !== undefined && (ownersFor(caller, permission)?.some((owners) => owners.includes(ownerId)) ?? true)
}
