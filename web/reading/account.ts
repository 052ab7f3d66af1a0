import { createGazetteer } from '../../client/client.ts'
import type { Reader } from '../../src/pages/frame.ts'
import { frameWords } from '../../src/pages/frame-words.ts'
import { endSession } from '../session/end-session.ts'
import { sessionWords } from '../session/session-words.ts'
import {
  forgetStale,
  handOver,
  hasUnsaved,
  isSomebodyElse,
  keepHolder,
  nameIn,
  onOtherTab,
  personOf,
  signOutTabs,
} from '../session/tabs.ts'
import { basePath } from '../settings.ts'
import { language } from './language.ts'
import { showNotice } from './notice.ts'
import { onClick } from './on-click.ts'

type HeaderReader = Pick<Reader, 'id' | 'name' | 'actsAs' | 'sub'>

/** Returns the person who reads the page; undefined for visitors. */
export function readerOf(page: ParentNode = document): HeaderReader | undefined {
  const { reader } = page.querySelector<HTMLElement>('[data-reader]')?.dataset ?? {}
  return reader === undefined ? undefined : (JSON.parse(reader) as HeaderReader)
}

/** Names the person in the header, keeps the tab for them, and signs them out. */
export function followAccount(): void {
  forgetStale()
  const reader = readerOf()
  const reload = () => location.reload()
  onOtherTab({ leave: reload, look: reload })
  if (!reader) return
  const name = nameIn(reader)
  const person = personOf(reader, name)
  if (isSomebodyElse(person)) handOver(person)
  else keepHolder(person)
  const label = frameWords[language].account(name)
  const button = document.querySelector<HTMLElement>('[data-reader]')
  if (button) button.title = button.ariaLabel = label
  const line = document.querySelector('#account p')
  if (line) line.textContent = label
  onClick('[data-sign-out]', () => void signOut())
}

async function signOut(): Promise<void> {
  const words = frameWords[language]
  if (hasUnsaved() && !confirm(`${words.logOutUnsaved}\n\n${words.logOutForgets}`)) return
  const ended = await endSession(createGazetteer({ url: `${location.origin}${basePath}` }))
  if (!ended) return showNotice(sessionWords[language].notLoggedOut)
  signOutTabs()
  if (ended.location === undefined) location.reload()
  else location.assign(ended.location)
}
