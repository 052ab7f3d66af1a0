import type { JsonObject } from '../body/json.ts'
import { createStore, keptJson } from '../kit/store.ts'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import type { LeftText } from './edit-store.ts'

const prefix = `${ownPrefix}draft.`

/** Returns the storage key of a draft. */
export const draftName = (name: string) => prefix + name

const keptNames = () => Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))

/** The storage keys of all drafts; updated when this tab keeps or drops one. */
export const drafts = createStore(keptNames())

for (const name of keptNames()) setUnsaved(name, true)

onForgetSession(() => {
  for (const name of keptNames()) setUnsaved(name, false)
})

/** Must be called when a draft is kept or dropped. */
export function tellDraft(name: string): void {
  setUnsaved(draftName(name), sessionStorage.getItem(draftName(name)) !== null)
  drafts.set(keptNames())
}

/** Unsaved work, kept across reloads. */
export interface Draft {
  /** The stored body when the work began, and its entity tag; both empty for a new place. */
  readonly base: JsonObject
  readonly etag: string
  readonly values: JsonObject
  /** Unreadable texts in fields. Undefined without any. */
  readonly texts?: readonly LeftText[]
  /** Time of the last change, in milliseconds. */
  readonly time: number
}

/** Returns the draft of this place (or of the new one), if any. */
export function readDraft(name: string): Draft | undefined {
  return keptJson(draftName(name))
}
