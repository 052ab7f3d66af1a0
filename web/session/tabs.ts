import { newUuid } from '../kit/new-uuid.ts'
import { ownPrefix } from '../settings.ts'

/** In the storage of the tab: the person whose work it holds, and the sign-out that preceded it. */
const holderName = `${ownPrefix}holder`

const afterName = `${ownPrefix}after`

/** In the storage of all tabs: the person who signed in last, and the last sign-out. */
const signedInName = `${ownPrefix}signedIn`

const lastOutName = `${ownPrefix}lastSignOut`

const lastSignOut = () => localStorage.getItem(lastOutName) ?? ''

/** In the storage of all tabs: the name that a person has entered. */
const personName = `${ownPrefix}name`

/** Returns the name that a person has entered in this browser; '' without one. */
export const keptName = () => localStorage.getItem(personName) ?? ''

/** Keeps the name that a person has entered. */
export function keepName(name: string): void {
  localStorage.setItem(personName, name)
}

/** The caller of a session: a key, or a person at the provider. */
interface SignedInCaller {
  readonly name: string
  readonly actsAs?: string
}

/** Returns the name that is written with each change: that of the caller where it is fixed, else the entered one. */
export function nameIn({ actsAs, name }: SignedInCaller, entered = keptName()): string {
  return actsAs ?? (entered || name)
}

/** Returns the identity of a person: of people with the same key, the name that they have entered. */
export function personOf({ id, sub }: { readonly id: string; readonly sub?: string }, name: string): string {
  return sub === undefined ? `key ${id} ${name}` : `person ${sub}`
}

/** Returns the person whose work the tab holds; null before somebody has signed in. */
export const holder = () => sessionStorage.getItem(holderName)

/** Returns whether the tab holds work of somebody else, whose session ended without a sign-out. */
export function isSomebodyElse(person: string): boolean {
  return (holder() ?? person) !== person
}

/** Makes the tab hold the work of this person until somebody signs out, and lets the other tabs know. */
export function keepHolder(person: string): void {
  sessionStorage.setItem(holderName, person)
  sessionStorage.setItem(afterName, lastSignOut())
  localStorage.setItem(signedInName, person)
}

/** Clears the tab of another person's work, for this one. */
export function handOver(person: string): void {
  forgetSession()
  keepHolder(person)
}

/** Signs every tab out. Suspended tabs notice it when they resume. */
export function signOutTabs(): void {
  localStorage.removeItem(signedInName)
  localStorage.setItem(lastOutName, newUuid())
  forgetSession()
  forgetMarks()
}

/** Clears the tab if somebody has signed out since it got its work. Returns whether that was so. */
export function forgetStale(): boolean {
  const after = sessionStorage.getItem(afterName)
  const isStale = after !== null && after !== lastSignOut()
  if (isStale) forgetSession()
  return isStale
}

/**
 * Calls a listener when another tab has signed out, before the tab is cleared, or when somebody else has signed in
 * there, until the returned function is called.
 */
export function onOtherTab({ leave, look }: Readonly<Record<'leave' | 'look', () => void>>): () => void {
  const hear = ({ key }: Partial<StorageEvent>) => {
    const after = sessionStorage.getItem(afterName)
    if (after === null) return
    if (after !== lastSignOut()) leave()
    // A page restored from the back/forward cache received no message.
    else if (key === undefined || key === signedInName) look()
  }
  const resume = ({ persisted }: PageTransitionEvent) => persisted && hear({})
  addEventListener('storage', hear)
  addEventListener('pageshow', resume)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', resume)
  }
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

const forgotten = new EventTarget()

const eventName = 'forget'

/** Clears all that the tab keeps: unsaved work, selections and drafts. */
function forgetSession(): void {
  forgotten.dispatchEvent(new Event(eventName))
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(ownPrefix)) sessionStorage.removeItem(name)
}

/** Calls the listener before the session's storage is cleared, for state held outside of the views. */
export function onForgetSession(listener: () => void): void {
  forgotten.addEventListener(eventName, listener)
}
