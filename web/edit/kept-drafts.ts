import { createStore } from '../kit/store.ts'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'

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
