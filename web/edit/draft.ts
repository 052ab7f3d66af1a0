import type { JsonObject } from '../body/pointer.ts'
import { onForgetSession } from '../session/forget-session.ts'
import { setUnsaved } from '../session/unsaved.ts'
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

const keptNames = () => Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
for (const name of keptNames()) setUnsaved(name, true)
onForgetSession(() => {
  for (const name of keptNames()) setUnsaved(name, false)
})

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
  tell(name)
}

/** Forgets the work that was kept under a name. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(prefix + name)
  tell(name)
}

/** Calls the listener whenever work is kept or forgotten in this tab. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(name: string): void {
  setUnsaved(prefix + name, sessionStorage.getItem(prefix + name) !== null)
  for (const listener of listeners) listener()
}
