import { ownPrefix } from '../settings.ts'

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
