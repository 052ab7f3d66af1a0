import { createGazetteer } from '../../client/client.ts'
import { ChangeFollower } from '../api/change-stream.ts'
import { gatherMillis, intervalMillis, Paced } from '../api/paced.ts'
import { SeenRevisions } from '../api/seen-revisions.ts'
import { basePath, ownPrefix } from '../settings.ts'
import { readerOf } from './account.ts'

/** The delay before the page asks again for what the service should have answered otherwise by now; it doubles. */
const againMillis = 15_000
const againMillisMax = 3_600_000
/** So many readers do not ask at the same instant. */
const spreadMillis = 2_000

const currentArticle = () => document.querySelector<HTMLElement>('article[data-id]')

/** The parts of the page as the service has rendered them, by name: scripts may have changed what is shown. */
const rendered = new Map<string, string>()

const partsOf = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>('[data-part]')]

const nameOf = ({ dataset }: HTMLElement) => dataset.part ?? ''

/**
 * Keeps the page of a place as the service would render it now: after the hours read differently and, for readers who may
 * follow them, after changes by others. Calls back after each change of the page.
 */
export function keepFresh(onRefreshed: () => void): void {
  for (const part of partsOf(document)) rendered.set(nameOf(part), part.outerHTML)
  const seen = new SeenRevisions()
  const look = async () => {
    if (await refresh(seen)) onRefreshed()
    wait()
  }
  const wait = createTimer(() => void look())
  wait()
  const { revision } = currentArticle()?.dataset ?? {}
  const reader = readerOf()
  if (revision === undefined || !reader) return
  seen.see(Number(revision))
  const paced = new Paced(intervalMillis, () => void look())
  const api = createGazetteer({ url: `${location.origin}${basePath}` })
  api.use(seen.middleware)
  const onChanges = () => paced.ask(gatherMillis * (1 + Math.random()))
  new ChangeFollower({ api, seen, name: `${ownPrefix}changes.${reader.id}`, onChanges })
}

/** Returns the function that waits for the end of what the page says of its hours. */
function createTimer(onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [last, pause] = [Number.NaN, againMillis]
  const wait = () => {
    clearTimeout(timer)
    const until = Number(currentArticle()?.dataset.until)
    if (Number.isNaN(until)) return
    // The clock of the browser may be ahead of the service.
    pause = until === last ? Math.min(2 * pause, againMillisMax) : againMillis
    const isOver = until <= Date.now()
    last = until
    timer = setTimeout(onEnd, isOver ? pause : until - Date.now() + spreadMillis * Math.random())
  }
  // A page that comes back has slept through its end.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Number(currentArticle()?.dataset.until) <= Date.now()) onEnd()
  })
  return wait
}

/** Reads the page again and replaces the parts that have changed. Returns true if any has. */
async function refresh(seen: SeenRevisions): Promise<boolean> {
  const headers = { accept: 'text/html', ...seen.headers }
  const answer = await fetch(location.href, { headers }).catch(() => undefined)
  // Readers keep what they have while the service cannot answer.
  if (!answer || answer.status === 429 || answer.status >= 500) return false
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const isSame = readerOf(next)?.id === readerOf()?.id
  if (!isSame || !next.querySelector('main')) {
    location.reload()
    return false
  }
  if (answer.redirected) history.replaceState(history.state, '', answer.url)
  document.title = next.title
  const [shown, article] = [currentArticle(), next.querySelector<HTMLElement>('article[data-id]')]
  if (!shown || !article) {
    document.querySelector('main')?.replaceChildren(...next.querySelector('main')!.childNodes)
    return true
  }
  Object.assign(shown.dataset, article.dataset)
  if (article.dataset.until === undefined) delete shown.dataset.until
  return replaceParts(shown, article)
}

function replaceParts(shown: HTMLElement, next: HTMLElement): boolean {
  const wanted = partsOf(next)
  const names = new Set(wanted.map(nameOf))
  const removed = partsOf(shown).filter((part) => !names.has(nameOf(part)))
  for (const part of removed) {
    rendered.delete(nameOf(part))
    part.remove()
  }
  const changed = wanted.filter((part) => rendered.get(nameOf(part)) !== part.outerHTML)
  // From the first on, so that the one before is there.
  for (const part of changed) {
    const name = nameOf(part)
    rendered.set(name, part.outerHTML)
    const before = part.previousElementSibling
    const parent = part.parentElement?.matches('.main, aside')
      ? shown.querySelector(part.parentElement.localName === 'aside' ? 'aside' : '.main')
      : shown
    const old = shown.querySelector<HTMLElement>(`[data-part="${name}"]`)
    const own = document.adoptNode(part.cloneNode(true)) as HTMLElement
    if (old) replaceKeepingFocus(old, own)
    else if (before instanceof HTMLElement) shown.querySelector(`[data-part="${nameOf(before)}"]`)?.after(own)
    else parent?.prepend(own)
  }
  return removed.length + changed.length > 0
}

/** A link or button that had the focus hands it to the same one of the new part. */
function replaceKeepingFocus(old: HTMLElement, next: HTMLElement): void {
  const focusable = 'a, button'
  const at = [...old.querySelectorAll(focusable)].indexOf(document.activeElement as Element)
  old.replaceWith(next)
  next.querySelectorAll<HTMLElement>(focusable)[at]?.focus({ preventScroll: true })
}
