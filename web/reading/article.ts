import { createGazetteer } from '../../client/client.ts'
import { addDays, type Day, mondayOf } from '../../src/pages/days.ts'
import { iconHtml } from '../../src/pages/icons.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { type WeekView, weekHtml, weekTitle } from '../../src/pages/place-hours-html.ts'
import { locales } from '../../src/words/words.ts'
import { readDraft } from '../edit/kept-drafts.ts'
import { replacePicture } from '../kit/missing-picture.ts'
import { keptList, stepOf } from '../search/kept-list.ts'
import { basePath, settings } from '../settings.ts'
import { copyText, showJson } from './json-dialog.ts'
import { language } from './language.ts'
import { showNotice } from './notice.ts'
import { onClick } from './on-click.ts'
import { keepFresh } from './refresh.ts'

const words = pageWords[language]

/** Makes the page of a place live; does nothing on other pages. */
export function followArticle(): void {
  const article = document.querySelector<HTMLElement>('article[data-id]')
  if (!article) return
  onClick('[data-share]', () => void share())
  onClick('[data-json]', () => void showJson(placeId(), placeName()))
  followWeeks()
  onClick('[data-geo]', openDeviceMap)
  onClick('[data-back]', goBack)
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replacePicture(target), true)
  keepFresh(addWhatBrowsersKnow)
  addWhatBrowsersKnow()
  void showSteps()
}

const placeId = () => document.querySelector<HTMLElement>('article')?.dataset.id ?? ''
const placeName = () => document.querySelector('h1')?.textContent ?? ''

/** Adds to the parts as the service has rendered them. */
function addWhatBrowsersKnow(): void {
  const back = document.querySelector<HTMLAnchorElement>('[data-back]')
  if (back) back.search = keptList()?.address ?? ''
  const zone = document.querySelector<HTMLElement>('.zone')
  if (zone) zone.hidden = zone.dataset.zone === new Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) replacePicture(picture)
  showUnsaved()
  watchMap()
}

/** Names the list that the reader comes from, and leads to its places before and after this one. */
async function showSteps(): Promise<void> {
  const back = document.querySelector('[data-back]')
  const { publicKey, isSignedIn = false } = settings
  const key = isSignedIn ? undefined : publicKey
  const api = createGazetteer({ url: `${location.origin}${basePath}`, ...(key !== undefined && { key }) })
  const step = await stepOf(placeId(), api).catch(() => undefined)
  if (!back?.lastElementChild || !step) return
  back.lastElementChild.textContent = words.matches(step.total)
  const link = (id: string | undefined, rel: 'prev' | 'next', label: string) =>
    id === undefined
      ? ''
      : `<a href="${id}" rel="${rel}" aria-label="${label}">${iconHtml(rel === 'prev' ? 'left' : 'right')}</a>`
  const steps = document.createElement('span')
  steps.className = 'steps'
  steps.innerHTML =
    link(step.before, 'prev', words.before) + words.step(step.number, step.total) + link(step.next, 'next', words.next)
  back.parentElement?.append(steps)
}

/** Goes back to the list as it was left, if that is where the reader comes from. */
function goBack(link: HTMLElement, event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const from = URL.parse(document.referrer)
  const isExplorer = from?.origin === location.origin && from.pathname === `${basePath}/`
  if (!isExplorer || history.length < 2 || from.search !== (link as HTMLAnchorElement).search) return
  event.preventDefault()
  history.back()
}

/** Opens the map of a phone or tablet: Apple's have one address for it, others a scheme (RFC 5870). */
function openDeviceMap(link: HTMLElement): void {
  const { geo = '' } = link.dataset
  if (!matchMedia('(pointer: coarse)').matches) return
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
  const named = encodeURIComponent(`${geo}(${placeName()})`)
  link.setAttribute('href', isApple ? `https://maps.apple.com/?daddr=${geo}` : `geo:${geo}?q=${named}`)
}

/** Shares this page by the dialog of the device, otherwise by a copied address. */
async function share(): Promise<void> {
  const url = `${location.origin}${location.pathname}`
  // Closing the dialog cancels.
  if ('share' in navigator) return navigator.share({ title: placeName(), url }).catch(() => {})
  await copyText(url).then(
    () => showNotice(words.copied),
    () => showNotice(url),
  )
}

/** Shows other weeks in place of what the form would load. */
function followWeeks(): void {
  onClick('[data-turn]', (button, event) => {
    event.preventDefault()
    showWeek((monday) => addDays(monday, Number(button.dataset.turn)))
  })
  const choose = (event: Event) => {
    const { target } = event
    const field = target instanceof Element ? target.closest('[data-week]')?.querySelector('input[type=date]') : null
    if (!(field instanceof HTMLInputElement)) return
    if (event.type === 'submit') event.preventDefault()
    if (field.validity.valid) showWeek(() => field.value, field.value)
  }
  for (const type of ['change', 'submit']) document.addEventListener(type, choose)
}

/** Shows the hours of the week of a day, which may be marked. */
function showWeek(dayAfter: (shown: Day) => Day, chosen?: Day): void {
  const section = document.querySelector<HTMLElement>('[data-part=hours]')
  const [title, table] = [section?.querySelector('.turn h3'), section?.querySelector<HTMLElement>('.days')]
  const view = JSON.parse(section?.querySelector('script')?.textContent ?? 'null') as WeekView | null
  if (!title || !table || !view) return
  const monday = mondayOf(dayAfter(table.dataset.monday ?? view.present))
  table.dataset.monday = monday
  title.textContent = weekTitle(view, monday, language)
  table.innerHTML = weekHtml({ ...view, chosen }, monday, language)
}

/** Shows that changes of the place were left unsaved in this tab, and the way back to them. */
function showUnsaved(): void {
  const edit = document.querySelector<HTMLAnchorElement>('.acts a[href*="/edit"]')
  const notes = document.querySelector('.notes')
  const time = readDraft(placeId())?.time
  if (!edit || !notes || time === undefined || notes.querySelector('.unsaved')) return
  const when = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(time)
  const note = document.createElement('p')
  note.className = 'note unsaved'
  note.role = 'status'
  note.append(`${words.unsaved(when)} `, Object.assign(document.createElement('a'), { href: edit.href }))
  note.lastElementChild!.textContent = words.goOnEditing
  notes.append(note)
}

/** A map is loaded when it is about to be seen, by browsers that can draw it. */
const mapMargin = '200px'

function watchMap(): void {
  const section = document.querySelector<HTMLElement>('.map:not([data-watched])')
  if (!section || document.createElement('canvas').getContext('webgl2') === null) return
  section.dataset.watched = ''
  const seen = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      // The picture stays where it cannot be loaded.
      void import('./place-map.tsx').then(({ drawMap }) => drawMap(section)).catch(() => {})
    },
    { rootMargin: mapMargin },
  )
  seen.observe(section)
}
