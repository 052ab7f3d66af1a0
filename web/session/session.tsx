import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createGazetteer, type Gazetteer } from '../../client/client.ts'
import { may as isAllowed, ownersFor, type Permission } from '../../src/access/access.ts'
import { answered, Failure } from '../api/answered.ts'
import { basePath, ownPrefix, settings } from '../settings.ts'
import {
  answerMillisMax,
  askForKey,
  dropKey,
  giveKey,
  keepKey,
  keptKey,
  logOutTabs,
  mayAskForKey,
  onLoggedOut,
} from './tabs.ts'

export { may as isAllowed, type Permission } from '../../src/access/access.ts'

/** Who uses the page, and the client that asks for them. */
export type Session = ReturnType<typeof useOwnSession>

/** After which time the service is asked again whose a kept key is, when it could not tell. */
const retryMillis = 3_000
const personName = `${ownPrefix}name`
const SessionContext = createContext<Session | undefined>(undefined)

/** The session; only below the SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of the SessionProvider')
  return session
}

function clientFor(key: string | undefined): Gazetteer {
  return createGazetteer({ url: `${location.origin}${basePath}`, key: () => key })
}

function callerOf(api: Gazetteer) {
  return answered(api.GET('/keys/self'))
}

/** Who calls, as the service tells it. */
type Caller = Awaited<ReturnType<typeof callerOf>>

const isUnknown = (error: unknown) => error instanceof Failure && error.status === 401
const callerKey = (key: string | undefined) => ['caller', key] as const

/** Whose a key is, asked until the service tells. One that was kept over a reload may have been revoked since. */
function useCaller(key: string | undefined, onUnknown: () => void): Caller | undefined {
  const { data, error } = useQuery({
    queryKey: callerKey(key),
    queryFn: () => callerOf(clientFor(key)),
    enabled: key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, error) => !isUnknown(error),
    retryDelay: retryMillis,
  })
  useEffect(() => {
    if (isUnknown(error)) onUnknown()
  }, [error, onUnknown])
  return data
}

/** Takes the key of another tab where this one is new, and gives its own to those that are; tells whether it waits for one. */
function useSharedKey(onKey: (key: string) => void): boolean {
  const [isAsking, setAsking] = useState(mayAskForKey)
  useEffect(() => {
    if (!mayAskForKey()) return
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

/** Keeps the key for the session of the browser and the name for the next one. */
function useOwnSession() {
  const queries = useQueryClient()
  const [ownKey, setOwnKey] = useState(keptKey)
  const [name, setName] = useState(() => localStorage.getItem(personName) ?? '')
  const key = ownKey ?? settings.publicKey
  const api = useMemo(() => clientFor(key), [key])

  const takeKey = useCallback(
    (newKey: string | undefined, found?: Caller) => {
      queries.clear()
      if (found) queries.setQueryData(callerKey(newKey), found)
      setOwnKey(newKey)
    },
    [queries],
  )
  const isAsking = useSharedKey(takeKey)
  const leave = useCallback(
    (forget: () => unknown) => {
      // A form keeps its work when it is left, so it is left before all is forgotten.
      flushSync(() => takeKey(undefined))
      forget()
    },
    [takeKey],
  )
  const logOut = useCallback(() => leave(logOutTabs), [leave])
  useEffect(() => onLoggedOut(() => leave(keptKey)), [leave])
  const onUnknown = useCallback(() => {
    dropKey()
    takeKey(undefined)
  }, [takeKey])
  const caller = useCaller(ownKey, onUnknown)

  const logIn = useCallback(
    async (newKey: string, newName: string) => {
      const found = await callerOf(clientFor(newKey))
      keepKey(newKey)
      localStorage.setItem(personName, newName)
      takeKey(newKey, found)
      setName(newName)
    },
    [takeKey],
  )

  return useMemo(() => {
    const may = (permission: Permission) => caller !== undefined && isAllowed(caller, permission)
    return {
      api,
      /** The key that calls are made with, for what cannot use the client (map tiles, streams). */
      key,
      /** Undefined for visitors who need not log in, and while the service has not told yet. */
      caller,
      /** Whether it is known who that is; not while another tab may give its key, or the service has not told whose one is. */
      isSettled: ownKey === undefined ? !isAsking : caller !== undefined,
      /** Whether the page shows anything without logging in. */
      isOpen: key !== undefined,
      /** Written as `updatedBy` with each change. */
      name: name || (caller?.name ?? ''),
      may,
      /** Whether the session may change places of this owner. */
      mayEdit: (ownerId: string) => may('update') && isWithin(caller, 'update', ownerId),
      /** Whether the session may delete and restore places of this owner. */
      mayDelete: (ownerId: string) => may('delete') && isWithin(caller, 'delete', ownerId),
      logIn,
      /** Ends the session in every tab and forgets what was begun in it, for the next person at this computer. */
      logOut,
    }
  }, [api, key, ownKey, isAsking, caller, name, logIn, logOut])
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
