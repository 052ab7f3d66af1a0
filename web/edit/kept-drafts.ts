import type { JsonObject } from '../body/json.ts'
import { createStore, keptJson } from '../kit/store.ts'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import type { LeftText } from './edit-store.ts'

const prefix = `${ownPrefix}draft.`

/** Under which the tab keeps the work that has a name. */
export const draftName = (name: string) => prefix + name

const keptNames = () => Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))

/** Under which names work is kept; set whenever some is kept or forgotten in this tab. */
export const drafts = createStore(keptNames())

for (const name of keptNames()) setUnsaved(name, true)

onForgetSession(() => {
  for (const name of keptNames()) setUnsaved(name, false)
})

/** To be called when work is kept under a name, or is no more. */
export function tellDraft(name: string): void {
  setUnsaved(draftName(name), sessionStorage.getItem(draftName(name)) !== null)
  drafts.set(keptNames())
}

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

/** The work that was left on this place (or on the new one), if there is any. */
export function readDraft(name: string): Draft | undefined {
  return keptJson(draftName(name))
}
