import { newUuid } from '../kit/new-uuid.ts'
import { ownPrefix } from '../settings.ts'
import { forgetMarks, forgetSession } from './unsaved.ts'

/** In the storage of the tab: its key, the log-out that it came after, and whether the tab itself was logged out. */
const keyName = `${ownPrefix}key`

const afterName = `${ownPrefix}keyAfter`

const outName = `${ownPrefix}isLoggedOut`

/** In the storage of all tabs: which log-out was the last. */
const lastOutName = `${ownPrefix}lastLogOut`

/** How long a tab without a key waits for one of another tab before it asks the person. */
export const answerMillisMax = 400

const lastLogOut = () => localStorage.getItem(lastOutName) ?? ''

/** The key of this tab, unless somebody has logged out since it was kept. */
export function keptKey(): string | undefined {
  if (isStale()) forgetKey()
  return sessionStorage.getItem(keyName) ?? undefined
}

/** Keeps the key until the tab is closed or somebody logs out. */
export function keepKey(key: string): void {
  sessionStorage.setItem(keyName, key)
  sessionStorage.setItem(afterName, lastLogOut())
  sessionStorage.removeItem(outName)
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
  // What is shown again as it was left has heard nothing meanwhile.
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', look)
    removeEventListener('pageshow', look)
  }
}

/** Whether an open tab may give this one its key: not one in which somebody has logged out. */
export function mayAskForKey(): boolean {
  return sessionStorage.getItem(keyName) === null && sessionStorage.getItem(outName) === null
}

/** Asks the open tabs for their key, and keeps the first that is given, until what is given back is called. */
export function askForKey(onKey: (key: string) => void): () => void {
  return askTabs('key', (answer) => {
    const { key, after } = answer as GivenKey
    if (after !== lastLogOut() || !mayAskForKey()) return
    keepKey(key)
    onKey(key)
  })
}

/** Gives the key of this tab to new ones that ask, until what is given back is called. */
export function giveKey(): () => void {
  return answerTabs('key', (): GivenKey | undefined => {
    const key = isStale() ? null : sessionStorage.getItem(keyName)
    return key === null ? undefined : { key, after: lastLogOut() }
  })
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

/** Where tabs hear a question. */
const channelOf = (question: string) => ownPrefix + question

/** Asks the other open tabs of this page; each answers this tab alone, until what is given back is called. */
function askTabs(question: string, onAnswer: (answer: unknown) => void): () => void {
  const answers = new BroadcastChannel(`${channelOf(question)}.${newUuid()}`)
  answers.onmessage = ({ data }) => onAnswer(data)
  tell(channelOf(question), answers.name)
  return () => answers.close()
}

/** Answers other tabs that ask, until what is given back is called; undefined is no answer. */
function answerTabs(question: string, answer: () => unknown): () => void {
  const questions = new BroadcastChannel(channelOf(question))
  questions.onmessage = ({ data: asker }) => {
    const given = answer()
    if (given !== undefined) tell(String(asker), given)
  }
  return () => questions.close()
}

function tell(channel: string, message: unknown): void {
  const sender = new BroadcastChannel(channel)
  sender.postMessage(message)
  sender.close()
}
