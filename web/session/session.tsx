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

/** Who uses the page, and the client that asks for them. */
export type Session = ReturnType<typeof useOwnSession>

/** After which time the service is asked again whose a kept key is, when it could not tell, or was asked too often. */
const retryMillis = 3_000
const retryMillisOften = 20_000
const personName = `${ownPrefix}name`
const SessionContext = createContext<Session | undefined>(undefined)

/** The session; only below the SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of the SessionProvider')
  return session
}

/** A client with a key, or with the session that the browser sends. Told when an answer says that there is none. */
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

/** The client, what its answers have seen, and what is sent with calls that cannot use it, those of map tiles. */
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

/** Who calls, as the service tells it. */
type Caller = Awaited<ReturnType<typeof callerOf>>

const isUnknown = (error: unknown) => error instanceof Failure && error.status === 401
const callerKey = (key: string | undefined) => ['caller', key] as const

/** Whose a key or, without one, the session is, asked until the service tells, and why it has not yet. It may have ended since it was kept. */
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

/** Takes the key of another tab where this one is new, and gives its own to those that are; tells whether it waits for one. */
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

/** Lets the views inside know who uses the page. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  return <SessionContext value={useOwnSession()}>{children}</SessionContext>
}

/** Signs in by the code of a link that the start of a service prints, which is used once. */
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

/** Keeps the key for the session of the browser and the name for the next one. */
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
      /** The key that calls are made with. */
      key,
      /** Undefined for visitors who need not log in, and while the service has not told yet. */
      caller,
      /** Whether it is known who that is; not while another tab may give its key, or the service has not told whose one is. */
      isSettled: ownKey === undefined && !isPerson ? !isAsking : caller !== undefined,
      /** Whether what another person has begun in this tab is there still; the views of before are left meanwhile. */
      isHandedOver,
      /** Why it is not known yet; null while nothing has failed. */
      failure,
      /** Whether the page shows anything without logging in. */
      isOpen: key !== undefined || isPerson,
      /** Written as `updatedBy` with each change. */
      name: caller?.actsAs ?? (name || (caller?.name ?? '')),
      ...rightsOf(caller),
      /** Whether the session of a person has ended while the page was open: all stays, and waits for another. */
      hasEnded: ending.hasEnded,
      logIn,
      /** Ends the session in every tab and forgets what was begun in it, for the next person at this computer. */
      logOut,
    }),
    [client, key, ownKey, isPerson, isAsking, isHandedOver, caller, failure, name, ending.hasEnded, logIn, logOut],
  )
}

/**
 * Forgets what another person has begun in this tab, whose session ended without a log-out, and tells whether that is still
 * to be done. A form keeps its work when it is left, so views are left before.
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

/** What whoever uses the page may do. */
function rightsOf(caller: Caller | undefined) {
  const may = (permission: Permission) => caller !== undefined && isAllowed(caller, permission)
  const only = (permission: Permission) => {
    const owners = caller && may(permission) ? ownersFor(caller, permission)?.flat() : undefined
    return owners && [...new Set(owners)]
  }
  return {
    may,
    /** The only owners whose places may be changed; undefined where that is nobody's or everybody's. */
    own: only('update'),
    /** The only owners for whom places may be made, in the same manner. */
    ownNew: only('create'),
    /** Whether the session may change places of this owner. */
    mayEdit: (ownerId: string) => may('update') && isWithin(caller, 'update', ownerId),
    /** Whether the session may delete and restore places of this owner. */
    mayDelete: (ownerId: string) => may('delete') && isWithin(caller, 'delete', ownerId),
  }
}

/** Ends the session, here, in the other tabs, and at the provider where it offers that. */
function useLogOut(takeKey: (key: undefined) => void, isPerson: boolean): () => Promise<void> {
  const words = useWords(sessionWords)
  const leave = useCallback(
    (forget: () => unknown) => {
      // A form keeps its work when it is left, so it is left before all is forgotten.
      flushSync(() => takeKey(undefined))
      forget()
    },
    [takeKey],
  )
  useEffect(() => onLoggedOut(() => leave(keptKey)), [leave])
  return useCallback(async () => {
    // Whoever goes on with a key leaves no session of a person behind.
    const isOpen = isPerson || isSignedIn()
    const answer = isOpen
      ? await clientFor(undefined)
          .POST('/auth/logout', {})
          .catch(() => undefined)
      : undefined
    // A session that goes on must not look as if it had ended.
    const hasEnded = !isOpen || answer?.response.ok || answer?.response.status === 401
    if (!hasEnded) return notifyFault(words.notLoggedOut)
    dropSession()
    leave(logOutTabs)
    if (answer?.data?.location !== undefined) location.assign(answer.data.location)
  }, [leave, isPerson, words])
}

/** Whether the service has said that the session of a person has ended; asked again when the person comes back to the page. */
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
      // It may be somebody else who has signed in.
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

/** As the service takes it (`isOwnPath`). */
const returnable = /^\/[!-[\]-~]{0,999}$/

/** Where somebody signs in, perhaps with another account, to come back to where the page is now, if not to a very long search. */
export function signInAddress({ other = false } = {}): string {
  const path = location.pathname.slice(basePath.length)
  const here = returnable.test(path + location.search) ? path + location.search : path
  return `${basePath}/auth/login?return=${encodeURIComponent(here || '/')}${other ? '&other=true' : ''}`
}

/** What the key of visitors may do, whoever is logged in; undefined where there is none, or while it is not known. */
export function useVisitor(): Caller | undefined {
  const { publicKey } = settings
  const visitor = useQuery({
    queryKey: ['visitor'],
    queryFn: () => callerOf(clientFor(publicKey)),
    enabled: publicKey !== undefined,
  })
  return visitor.data
}

/** Whether what grants a permission is not limited to other owners. */
function isWithin(caller: Caller | undefined, permission: Permission, ownerId: string): boolean {
  return caller !== undefined && (ownersFor(caller, permission)?.some((owners) => owners.includes(ownerId)) ?? true)
}
