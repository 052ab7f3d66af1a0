import { escaped } from '../../src/pages/html.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { basePath, settings } from '../settings.ts'
import { language } from './language.ts'
import { showNotice } from './notice.ts'

const words = pageWords[language]

/** Shows a place as programs get it, and the address at which they do. */
export async function showJson(id: string, name: string): Promise<void> {
  const address = `${location.origin}${basePath}/v4/place/${id}`
  const { publicKey, isSignedIn = false } = settings
  const headers = publicKey !== undefined && !isSignedIn ? { authorization: `Bearer ${publicKey}` } : undefined
  const answer = await fetch(address, { ...(headers && { headers }) }).catch(() => undefined)
  if (!answer?.ok) return showNotice(words.notLoaded)
  const json = JSON.stringify(await answer.json(), null, 2)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'json-title')
  dialog.innerHTML = `<header><h2 id="json-title">${escaped(words.jsonTitle(name))}</h2><button type="button" class="button" data-copy>${words.copy}</button><button type="button" class="button plain" data-close>${words.close}</button></header><label>${words.address}<input readonly value="${escaped(address)}"></label><pre tabindex="0">${escaped(json)}</pre>`
  const on = (button: string, act: () => void) => dialog.querySelector(button)?.addEventListener('click', act)
  on('[data-close]', () => dialog.close())
  on('[data-copy]', () => void copyText(json).then(() => showNotice(words.copiedJson)))
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** Copies a text; rejects where the browser refuses, as it does over plain http. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
