import { useEffect } from 'react'
import { newUuid } from '../kit/new-uuid.ts'
import { ownPrefix } from '../settings.ts'

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
export function forgetMarks(): void {
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
export function forgetSession(): void {
  forgotten.dispatchEvent(new Event(eventName))
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(ownPrefix)) sessionStorage.removeItem(name)
}

/** Calls the listener whenever the session is forgotten, before its storage is: for what is held beside the views. */
export function onForgetSession(listener: () => void): void {
  forgotten.addEventListener(eventName, listener)
}
