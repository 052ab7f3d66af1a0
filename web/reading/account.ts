import type { Reader } from '../../src/pages/frame.ts'
import { frameWords } from '../../src/pages/frame-words.ts'
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
  const answer = await fetch(`${basePath}/auth/logout`, { method: 'POST' }).catch(() => undefined)
  // A session that continues must not appear to have ended.
  if (!answer?.ok && answer?.status !== 401) return showNotice(sessionWords[language].notLoggedOut)
  const { location: next } = (await answer.json().catch(() => ({}))) as { readonly location?: string }
  signOutTabs()
  if (next === undefined) location.reload()
  else location.assign(next)
}
