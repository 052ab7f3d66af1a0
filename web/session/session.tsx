import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createGazetteer, type Gazetteer } from '../../client/client.ts'
import { answered, Failure } from '../api/answered.ts'
import { basePath, settings } from '../settings.ts'
import { forgetSession } from './forget-session.ts'

/** What a key may be allowed to do. */
export type Permission = 'read' | 'read-restricted' | 'create' | 'update' | 'delete' | 'admin'

/** What the service says of a key. */
export interface Caller {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The only owners whose places the key may write; absent: no such limit. */
  readonly owners?: readonly string[]
}

/** Who uses the page, and the client that asks for them. */
export interface Session {
  readonly api: Gazetteer
  /** The key that calls are made with, for what cannot use the client (map tiles, streams). */
  readonly key: string | undefined
  /** Undefined for visitors who need not log in, and while the service has not told yet. */
  readonly caller: Caller | undefined
  /** Whether it is known who that is; not while the service has not told yet whose a key is that was kept. */
  readonly isSettled: boolean
  /** Whether the page shows anything without logging in. */
  readonly isOpen: boolean
  /** Written as `updatedBy` with each change. */
  readonly name: string
  may(permission: Permission): boolean
  /** Whether the session may change places of this owner. */
  mayEdit(ownerId: string): boolean
  /** Whether the session may delete and restore places of this owner. */
  mayDelete(ownerId: string): boolean
  logIn(key: string, name: string): Promise<void>
  /** Ends the session and forgets what was begun in it, for the next person at this computer. */
  logOut(): void
}

/** After which time the service is asked again whose a kept key is, when it could not tell. */
const retryMillis = 3_000
const keyName = 'gazetteer.key'
const personName = 'gazetteer.name'
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

async function callerOf(api: Gazetteer): Promise<Caller> {
  return answered(api.GET('/keys/self'))
}

interface KeptKeyOptions {
  readonly api: Gazetteer
  readonly onCaller: (caller: Caller) => void
  /** Called when the service does not know the key. */
  readonly onUnknown: () => void
}

/** Asks whose a kept key is, until the service tells. One that was kept over a reload may have been revoked since. */
function useKeptKey(isWanted: boolean, { api, onCaller, onUnknown }: KeptKeyOptions): void {
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      callerOf(api).then(
        (found) => isOver || onCaller(found),
        (error: unknown) => {
          if (isOver) return
          if (error instanceof Failure && error.status === 401) onUnknown()
          else timer = setTimeout(ask, retryMillis)
        },
      )
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted, api, onCaller, onUnknown])
}

/** Keeps the key for the session of the browser and the name for the next one. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient()
  const [ownKey, setOwnKey] = useState(() => sessionStorage.getItem(keyName) ?? undefined)
  const [caller, setCaller] = useState<Caller>()
  const [name, setName] = useState(() => localStorage.getItem(personName) ?? '')
  const key = ownKey ?? settings.publicKey
  const api = useMemo(() => clientFor(key), [key])

  const dropKey = useCallback(() => {
    sessionStorage.removeItem(keyName)
    queries.clear()
    setOwnKey(undefined)
    setCaller(undefined)
  }, [queries])

  const logOut = useCallback(() => {
    // A form keeps its work when it is left, so it is left before all is forgotten.
    flushSync(dropKey)
    forgetSession()
  }, [dropKey])

  const logIn = useCallback(
    async (newKey: string, newName: string) => {
      const found = await callerOf(clientFor(newKey))
      sessionStorage.setItem(keyName, newKey)
      localStorage.setItem(personName, newName)
      queries.clear()
      setOwnKey(newKey)
      setCaller(found)
      setName(newName)
    },
    [queries],
  )

  useKeptKey(ownKey !== undefined && !caller, { api, onCaller: setCaller, onUnknown: dropKey })

  const session = useMemo((): Session => {
    const may = (permission: Permission) =>
      caller !== undefined && (caller.permissions.includes(permission) || caller.permissions.includes('admin'))
    return {
      api,
      key,
      caller,
      isSettled: ownKey === undefined || caller !== undefined,
      isOpen: key !== undefined,
      name: name || (caller?.name ?? ''),
      may,
      mayEdit: (ownerId) => may('update') && isWithin(caller, ownerId),
      mayDelete: (ownerId) => may('delete') && isWithin(caller, ownerId),
      logIn,
      logOut,
    }
  }, [api, key, ownKey, caller, name, logIn, logOut])
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Whether a key is not limited to other owners. */
function isWithin(caller: Caller | undefined, ownerId: string): boolean {
  return caller?.owners === undefined || caller.owners.includes(ownerId)
}
