import { useEffect } from 'react'
import { newUuid } from '../kit/new-uuid.ts'
import { isEmbedded, ownPrefix } from '../settings.ts'

/**
 * Keys in the storage of the tab: its API key (`index.html` reads the same name), the sign-out that preceded it, and a
 * mark if the tab itself was signed out.
 */
const keyName = `${ownPrefix}key`

const afterName = `${ownPrefix}keyAfter`

const outName = `${ownPrefix}isLoggedOut`

/** In the storage of the tab: the provider's id of the person who is, or was, signed in. */
const subName = `${ownPrefix}sub`

/** In the storage of all tabs: the last sign-out. */
const lastOutName = `${ownPrefix}lastLogOut`

/** Time that a tab without a key waits for one from another tab before it asks the person. */
export const answerMillisMax = 400

const lastLogOut = () => localStorage.getItem(lastOutName) ?? ''

/** Returns the key of this tab, unless somebody has signed out since it was kept. */
export function keptKey(): string | undefined {
  if (isEmbedded) return undefined
  if (isStale()) forgetKey()
  return sessionStorage.getItem(keyName) ?? undefined
}

/** Keeps the key until the tab is closed or somebody signs out. */
export function keepKey(key: string): void {
  sessionStorage.setItem(keyName, key)
  followSession()
}

/** Returns whether somebody is signed in at the provider, according to the cookie. */
export function isSignedIn(): boolean {
  return !isEmbedded && /(?:^|; )gazetteer-signed-in=1/.test(document.cookie)
}

/** Makes the tab follow the signed-in person's session, until somebody signs out. */
export function followSession(): void {
  sessionStorage.setItem(afterName, lastLogOut())
  sessionStorage.removeItem(outName)
}

/** Removes the mark of a session that has ended. */
export function dropSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers, and on http pages.
  document.cookie = 'gazetteer-signed-in=; Path=/; Max-Age=0'
}

/** Returns whether the tab was last used by another person, whose session ended without a sign-out. */
export function isSomebodyElse(sub: string): boolean {
  return (sessionStorage.getItem(subName) ?? sub) !== sub
}

/** Keeps the id of the signed-in person until the tab is closed or somebody signs out. */
export function keepSub(sub: string): void {
  sessionStorage.setItem(subName, sub)
}

/** Passes the tab to another person, cleared of the former one's work. */
export function handOver(sub: string): void {
  forgetSession()
  keepSub(sub)
  followSession()
}

/** Drops a key that the service does not know. */
export function dropKey(): void {
  sessionStorage.removeItem(keyName)
}

/** Ends the session in every tab. Suspended tabs notice it when they resume. */
export function logOutTabs(): void {
  localStorage.setItem(lastOutName, newUuid())
  forgetKey()
  forgetMarks()
}

/** Calls the listener when another tab has ended the session to which this tab's key belongs. */
export function onLoggedOut(listener: () => void): () => void {
  const look = () => isStale() && listener()
  addEventListener('storage', look)
  // A page restored from the back/forward cache received no message.
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', look)
    removeEventListener('pageshow', look)
  }
}

/** Returns whether another tab may share its key with this one: not if somebody has signed out here. */
export function mayAskForKey(): boolean {
  return !isEmbedded && sessionStorage.getItem(keyName) === null && sessionStorage.getItem(outName) === null
}

/** The channel on which new tabs ask open ones for their key; the answers come on a channel of the asker's own. */
const askingName = `${ownPrefix}key`

/** Asks the open tabs for their key, and keeps the first answer, until the returned function is called. */
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

/** Answers new tabs that ask for the key of this one, until the returned function is called. */
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
  /** The last sign-out that the sender knows of. */
  readonly after: string
}

/**
 * Returns whether somebody has signed out since this tab got its key, even if the service has refused the key since.
 */
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

/** In the storage of all tabs: a mark for each tab with unsaved work, because a background tab may answer too late. */
const marks = `${ownPrefix}unsaved.`

const mark = marks + newUuid()

const holders = new Set<unknown>()

const showMark = () => {
  if (holders.size > 0) localStorage.setItem(mark, '')
  else localStorage.removeItem(mark)
}

addEventListener('pagehide', () => localStorage.removeItem(mark))

addEventListener('pageshow', showMark)

/** Registers whether a holder has work that would be lost if the session ended now. */
export function setUnsaved(holder: unknown, isUnsaved: boolean): void {
  if (isUnsaved) holders.add(holder)
  else holders.delete(holder)
  showMark()
}

const marked = () => Object.keys(localStorage).filter((name) => name.startsWith(marks))

/** Returns whether this tab or another has unsaved work. */
export function hasUnsaved(): boolean {
  return marked().length > 0
}

/** Removes all marks, including those of crashed tabs. */
function forgetMarks(): void {
  for (const name of marked()) localStorage.removeItem(name)
}

/** Makes the browser ask before the page closes, while the condition holds. */
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

/** Clears all that the page keeps for the browser session: the key, unsaved work, selections and drafts. */
function forgetSession(): void {
  forgotten.dispatchEvent(new Event(eventName))
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(ownPrefix)) sessionStorage.removeItem(name)
}

/** Calls the listener before the session's storage is cleared, for state held outside of the views. */
export function onForgetSession(listener: () => void): void {
  forgotten.addEventListener(eventName, listener)
}
