import { useEffect } from 'react'
import { newUuid } from '../kit/new-uuid.ts'
import { isEmbedded, ownPrefix } from '../settings.ts'

/** In the storage of the tab: its key (`index.html` reads the name too), the log-out that it came after, and whether the tab itself was logged out. */
const keyName = `${ownPrefix}key`

const afterName = `${ownPrefix}keyAfter`

const outName = `${ownPrefix}isLoggedOut`

/** In the storage of the tab: the provider's name of the person who is, or was, signed in. */
const subName = `${ownPrefix}sub`

/** In the storage of all tabs: which log-out was the last. */
const lastOutName = `${ownPrefix}lastLogOut`

/** How long a tab without a key waits for one of another tab before it asks the person. */
export const answerMillisMax = 400

const lastLogOut = () => localStorage.getItem(lastOutName) ?? ''

/** The key of this tab, unless somebody has logged out since it was kept. */
export function keptKey(): string | undefined {
  if (isEmbedded) return undefined
  if (isStale()) forgetKey()
  return sessionStorage.getItem(keyName) ?? undefined
}

/** Keeps the key until the tab is closed or somebody logs out. */
export function keepKey(key: string): void {
  sessionStorage.setItem(keyName, key)
  followSession()
}

/** Whether somebody is signed in at the provider, as far as this browser knows. */
export function isSignedIn(): boolean {
  return !isEmbedded && /(?:^|; )gazetteer-signed-in=1/.test(document.cookie)
}

/** Lets the tab follow the session of the person who is signed in, until somebody logs out. */
export function followSession(): void {
  sessionStorage.setItem(afterName, lastLogOut())
  sessionStorage.removeItem(outName)
}

/** Forgets that somebody was signed in, whose session has ended. */
export function dropSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser, and none of http.
  document.cookie = 'gazetteer-signed-in=; Path=/; Max-Age=0'
}

/** Whether the tab was last used by somebody else, whose session ended without a log-out. */
export function isSomebodyElse(sub: string): boolean {
  return (sessionStorage.getItem(subName) ?? sub) !== sub
}

/** Remembers until the tab is closed, or somebody logs out, who is signed in. */
export function keepSub(sub: string): void {
  sessionStorage.setItem(subName, sub)
}

/** Leaves the tab to a person without anything that another has begun in it. */
export function handOver(sub: string): void {
  forgetSession()
  keepSub(sub)
  followSession()
}

/** Drops a key that the service does not know. */
export function dropKey(): void {
  sessionStorage.removeItem(keyName)
}

/** Ends the session in every tab, also in those that are asleep: they see it when they wake up. */
export function logOutTabs(): void {
  localStorage.setItem(lastOutName, newUuid())
  forgetKey()
  forgetMarks()
}

/** Calls the listener when the key of this tab has become that of a session which another tab has ended. */
export function onLoggedOut(listener: () => void): () => void {
  const look = () => isStale() && listener()
  addEventListener('storage', look)
  // What is shown again as it was left got no message meanwhile.
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', look)
    removeEventListener('pageshow', look)
  }
}

/** Whether an open tab may give this one its key: not one in which somebody has logged out. */
export function mayAskForKey(): boolean {
  return !isEmbedded && sessionStorage.getItem(keyName) === null && sessionStorage.getItem(outName) === null
}

/** Where open tabs hear that a new one asks for their key; it hears the answers at an address of its own. */
const askingName = `${ownPrefix}key`

/** Asks the open tabs for their key, and keeps the first that is given, until what is given back is called. */
export function askForKey(onKey: (key: string) => void): () => void {
  const answers = new BroadcastChannel(`${askingName}.${newUuid()}`)
  answers.onmessage = ({ data }: MessageEvent<GivenKey>) => {
    if (data.after !== lastLogOut() || !mayAskForKey()) return
    keepKey(data.key)
    onKey(data.key)
  }
  tell(askingName, answers.name)
  return () => answers.close()
}

/** Gives the key of this tab to new ones that ask, until what is given back is called. */
export function giveKey(): () => void {
  const questions = new BroadcastChannel(askingName)
  questions.onmessage = ({ data: asker }) => {
    const key = isStale() ? null : sessionStorage.getItem(keyName)
    if (key !== null) tell(String(asker), { key, after: lastLogOut() } satisfies GivenKey)
  }
  return () => questions.close()
}

interface GivenKey {
  readonly key: string
  /** The last log-out that the giver knows of. */
  readonly after: string
}

/** Whether somebody has logged out since the tab was given a key, also where the service has refused that since. */
function isStale(): boolean {
  const after = sessionStorage.getItem(afterName)
  return after !== null && after !== lastLogOut()
}

function forgetKey(): void {
  forgetSession()
  sessionStorage.setItem(outName, 'true')
}

function tell(channel: string, message: unknown): void {
  const sender = new BroadcastChannel(channel)
  sender.postMessage(message)
  sender.close()
}

/** In the storage of all tabs, one mark for each with unsaved work: a tab in the background may answer too late. */
const marks = `${ownPrefix}unsaved.`

const mark = marks + newUuid()

const holders = new Set<unknown>()

const showMark = () => {
  if (holders.size > 0) localStorage.setItem(mark, '')
  else localStorage.removeItem(mark)
}

addEventListener('pagehide', () => localStorage.removeItem(mark))

addEventListener('pageshow', showMark)

/** Says for what holds it whether something would be lost if the session ended now. */
export function setUnsaved(holder: unknown, isUnsaved: boolean): void {
  if (isUnsaved) holders.add(holder)
  else holders.delete(holder)
  showMark()
}

const marked = () => Object.keys(localStorage).filter((name) => name.startsWith(marks))

/** Whether something is not saved, in this tab or another. */
export function hasUnsaved(): boolean {
  return marked().length > 0
}

/** Takes the marks away, with those of tabs that a crash has ended. */
function forgetMarks(): void {
  for (const name of marked()) localStorage.removeItem(name)
}

/** Lets the browser ask before the page is left, as long as something would be lost by that. */
export function useStayWhile(condition: boolean): void {
  useEffect(() => {
    if (!condition) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    setUnsaved(ask, true)
    addEventListener('beforeunload', ask)
    return () => {
      setUnsaved(ask, false)
      removeEventListener('beforeunload', ask)
    }
  }, [condition])
}

const forgotten = new EventTarget()

const eventName = 'forget'

/** Forgets what the page has kept for the session of the browser: the key, unsaved work, what was chosen and begun. */
function forgetSession(): void {
  forgotten.dispatchEvent(new Event(eventName))
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(ownPrefix)) sessionStorage.removeItem(name)
}

/** Calls the listener whenever the session is forgotten, before its storage is: for what is held beside the views. */
export function onForgetSession(listener: () => void): void {
  forgotten.addEventListener(eventName, listener)
}
