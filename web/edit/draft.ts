import type { JsonObject } from '../body/pointer.ts'
import { isAtStake } from '../kit/use-stay-while.ts'
import { answerMillisMax } from '../session/kept-key.ts'
import { answerTabs, askTabs } from '../session/other-tabs.ts'
import { ownPrefix } from '../settings.ts'
import type { LeftText } from './edit-store.ts'

/** Work that is not saved yet, as it is kept over a reload. */
export interface Draft {
  /** The body that was there when the work began, and its entity tag; both empty for a new place. */
  readonly base: JsonObject
  readonly etag: string
  readonly values: JsonObject
  /** What stands in fields and cannot be read; absent where nothing does. */
  readonly texts?: readonly LeftText[]
  /** When it was last changed, in milliseconds. */
  readonly time: number
}

const prefix = `${ownPrefix}draft.`
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The work that was left on this place (or on the new one), if there is any. */
export function readDraft(name: string): Draft | undefined {
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Draft
  } catch {
    return undefined
  }
}

/** Keeps the work; where there is no room for it, it is only as safe as the tab. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    sessionStorage.removeItem(prefix + name)
  }
  tell()
}

/** Forgets the work that was kept under a name. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(prefix + name)
  tell()
}

/** Calls the listener whenever work is kept or forgotten in this tab. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isUnsaved(): boolean {
  return isAtStake() || Object.keys(sessionStorage).some((name) => name.startsWith(prefix))
}

/** Lets other tabs know that work is kept or under way here, as long as the page is open. */
export function tellOfDrafts(): () => void {
  return answerTabs('drafts', () => isUnsaved() || undefined)
}

/** Whether any work is kept that is not saved, or under way, in this tab or another. */
export function hasUnsaved(): Promise<boolean> {
  if (isUnsaved()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const stop = askTabs('drafts', () => resolve(true))
    setTimeout(() => {
      stop()
      resolve(false)
    }, answerMillisMax)
  })
}
