import { hoursWords } from '../../src/pages/hours-words.ts'
import { openStatusText } from '../../src/pages/open-status-text.ts'
import type { LonLat } from '../../src/place/place.ts'
import type { PlaceTypeKey } from '../../src/place/place-types.ts'
import { type Language, languages, locales } from '../../src/words/words.ts'
import { placeWords } from '../place/place-words.ts'
import {
  type FinderSource,
  type FoundPlace,
  findPlaces,
  hoursOf,
  mapAddress,
  readText,
  type UnderstoodText,
} from './finder-search.ts'
import { finderWords } from './finder-words.ts'

const name = 'gazetteer-finder'
/** Attributes by which whoever embeds a finder says what it finds. */
const attributes = ['owner', 'types', 'municipality', 'filter', 'limit', 'open', 'lang'] as const
const limitDefault = 10
const limitMax = 50
const typingMillis = 300
const hoursAtOnce = 4
const positionOptions = { timeout: 10_000, maximumAge: 60_000 } as const

/** Makes `<gazetteer-finder>` known, where it is not. */
export function defineFinder(source: FinderSource): void {
  if (customElements.get(name)) return
  const style = new CSSStyleSheet()
  style.replaceSync(finderStyles)
  customElements.define(
    name,
    class extends HTMLElement {
      static readonly observedAttributes = attributes
      #view: FinderView | undefined

      connectedCallback(): void {
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        root.adoptedStyleSheets = [style]
        this.attributeChangedCallback()
      }

      disconnectedCallback(): void {
        this.#view?.stop()
        this.#view = undefined
      }

      attributeChangedCallback(): void {
        if (!this.isConnected || !this.shadowRoot) return
        this.#view?.stop()
        this.#view = new FinderView(this, this.shadowRoot, source)
      }
    },
  )
}

/** The content of a finder, until one of its attributes changes. */
class FinderView {
  readonly #host: HTMLElement
  readonly #source: FinderSource
  readonly #language: Language
  readonly #status = element('p', { class: 'status', role: 'status' })
  readonly #chips = element('ul', { class: 'chips' })
  readonly #list = element('ul', {})
  readonly #more: HTMLButtonElement
  readonly #text: HTMLInputElement
  readonly #open: HTMLInputElement
  readonly #nearMe: HTMLButtonElement
  readonly #mapButton: HTMLButtonElement
  #map: HTMLIFrameElement | undefined
  readonly #failed = element('div', { hidden: '' }, element('slot', {}))
  #near: LonLat | undefined
  #understood: UnderstoodText | undefined
  #places: readonly FoundPlace[] = []
  #asking = new AbortController()
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor(host: HTMLElement, root: ShadowRoot, source: FinderSource) {
    this.#host = host
    this.#source = source
    this.#language = languageOf(host)
    const words = finderWords[this.#language]
    this.#text = element('input', { type: 'search', name: 'q', autocomplete: 'off' })
    this.#open = element('input', { type: 'checkbox', name: 'open' })
    this.#open.checked = host.hasAttribute('open')
    this.#nearMe = element('button', { type: 'button', 'aria-pressed': 'false' }, words.nearMe)
    this.#mapButton = element('button', { type: 'button', 'aria-pressed': 'false' }, words.map)
    this.#more = element('button', { type: 'button', hidden: '' }, words.more)
    const form = element(
      'form',
      { role: 'search' },
      element('label', { class: 'search' }, words.search, this.#text),
      element('label', {}, this.#open, words.openNow),
      this.#nearMe,
      this.#mapButton,
    )
    const content = element(
      'div',
      { lang: this.#language },
      form,
      this.#chips,
      this.#status,
      this.#list,
      this.#more,
      this.#failed,
    )
    root.replaceChildren(content)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#find()
    })
    this.#text.addEventListener('input', () => {
      clearTimeout(this.#typing)
      this.#typing = setTimeout(() => this.#find(), typingMillis)
    })
    this.#open.addEventListener('change', () => this.#find())
    this.#nearMe.addEventListener('click', () => this.#toggleNear())
    this.#mapButton.addEventListener('click', () => this.#toggleMap())
    this.#more.addEventListener('click', () => this.#find(this.#places.length))
    this.#find()
  }

  stop(): void {
    clearTimeout(this.#typing)
    this.#asking.abort()
  }

  /** Searches anew, or goes on behind so many places. */
  async #find(offset = 0): Promise<void> {
    this.stop()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const words = finderWords[this.#language]
    this.#status.textContent = words.loading
    try {
      if (offset === 0) await this.#read(signal)
      const { TotalHits: total, Results: places } = await findPlaces(
        this.#source,
        { ...this.#search(), offset },
        signal,
      )
      if (signal.aborted) return
      this.#places = offset === 0 ? places : [...this.#places, ...places]
      const items = places.map((place) => this.#item(place))
      if (offset === 0) this.#list.replaceChildren(...items.map(({ item }) => item))
      else this.#list.append(...items.map(({ item }) => item))
      this.#status.textContent = words.found(total)
      if (offset === 0) this.#showOnMap()
      this.#more.hidden = this.#places.length >= total || places.length === 0
      this.#failed.hidden = true
      if (offset > 0) items[0]?.link.focus()
      await this.#tellHours(items, signal)
    } catch {
      if (signal.aborted) return
      this.#status.textContent = words.failed
      this.#failed.hidden = false
    }
  }

  /** Reads the text, and shows what was understood. */
  async #read(signal: AbortSignal): Promise<void> {
    const understood = await readText(this.#source, this.#text.value, this.#language, signal)
    if (signal.aborted) return
    this.#understood = understood
    const parts = understood?.parts.filter(({ member }) => member !== 'q') ?? []
    this.#chips.replaceChildren(...parts.map(({ label, text }) => this.#chip(label, text)))
    if (parts.some(({ value }) => value === undefined) && !this.#near) this.#toggleNear()
  }

  /** What was understood of a text, with a button that takes it out of the text. */
  #chip(label: string, text: string): HTMLLIElement {
    const button = element('button', { type: 'button', 'aria-label': finderWords[this.#language].remove(label) }, '×')
    button.addEventListener('click', () => {
      const rest = text.split(/\s+/).reduce((rest, word) => rest.replace(word, ' '), this.#text.value)
      this.#text.value = rest.trim().replaceAll(/\s+/g, ' ')
      this.#text.focus()
      void this.#find()
    })
    return element('li', {}, label, button)
  }

  #search() {
    const said = (attribute: (typeof attributes)[number]) => this.#host.getAttribute(attribute)?.trim() ?? ''
    const limit = Math.trunc(Number(said('limit'))) || limitDefault
    return {
      owner: said('owner'),
      types: said('types'),
      municipality: said('municipality'),
      filter: said('filter'),
      text: this.#text.value,
      understood: this.#understood,
      openNow: this.#open.checked,
      near: this.#near,
      limit: Math.min(Math.max(limit, 1), limitMax),
    }
  }

  #item(place: FoundPlace): Item {
    const address = `${this.#source.base}p/${encodeURIComponent(place.slug)}?lang=${this.#language}`
    const link = element('a', { href: address }, place.name)
    const hours = element('p', { class: 'hours' })
    const { placeTypes, geolocationInfo, visitingInfo, distance } = place
    const type = (Object.keys(placeTypes)[0] ?? 'external') as PlaceTypeKey
    const { address: street, city = geolocationInfo?.municipality } = visitingInfo ?? {}
    const where = joined([street, city], ', ')
    const line = joined([placeWords[this.#language].types[type], where, this.#distanceText(distance)], ' · ')
    return { place, link, hours, item: element('li', {}, link, element('p', {}, line), hours) }
  }

  #distanceText(metres: number | undefined): string | undefined {
    if (metres === undefined) return undefined
    const isShort = metres < 1000
    const form = { style: 'unit', unit: isShort ? 'meter' : 'kilometer', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(locales[this.#language], form).format(
      isShort ? Math.round(metres / 10) * 10 : metres / 1000,
    )
  }

  /** Says of each place until when it is open; one whose hours are not answered is shown without. */
  async #tellHours(items: readonly Item[], signal: AbortSignal): Promise<void> {
    const waiting = items.filter(({ place }) => place.openHours !== undefined).values()
    const reader = { words: hoursWords[this.#language], locale: locales[this.#language] }
    const tell = async () => {
      for (const { place, hours } of waiting) {
        const present = await hoursOf(this.#source, place.id, signal).catch(() => undefined)
        if (signal.aborted) return
        if (!present) continue
        hours.textContent = openStatusText(present, new Date(), reader) ?? ''
        hours.toggleAttribute('data-open', present.openNow === true)
      }
    }
    await Promise.all(Array.from({ length: hoursAtOnce }, tell))
  }

  /** The map is a page of the service in a frame, loaded when somebody wants it: it needs no policy but its own. */
  #toggleMap(): void {
    if (this.#map) this.#map.remove()
    this.#map = this.#map ? undefined : element('iframe', { title: finderWords[this.#language].mapOf })
    this.#mapButton.setAttribute('aria-pressed', String(this.#map !== undefined))
    this.#showOnMap()
    if (this.#map) this.#list.before(this.#map)
  }

  #showOnMap(): void {
    if (this.#map) this.#map.src = mapAddress(this.#source, { ...this.#search(), offset: 0 }, this.#language)
  }

  #toggleNear(): void {
    if (this.#near) {
      this.#findNear(undefined)
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.#findNear([coords.longitude, coords.latitude]),
      () => {
        this.#status.textContent = finderWords[this.#language].noPosition
      },
      positionOptions,
    )
  }

  #findNear(near: LonLat | undefined): void {
    this.#near = near
    this.#nearMe.setAttribute('aria-pressed', String(near !== undefined))
    void this.#find()
  }
}

/** Joins the texts that there are. */
function joined(texts: readonly (string | undefined)[], separator: string): string {
  return texts.filter((text) => text).join(separator)
}

/** A place in the list, and what is in it. */
interface Item {
  readonly place: FoundPlace
  readonly item: HTMLLIElement
  readonly link: HTMLAnchorElement
  readonly hours: HTMLParagraphElement
}

/** The language of the finder, else of what it stands in, else English. */
function languageOf(host: HTMLElement): Language {
  const tag = host.closest<HTMLElement>('[lang]')?.lang.toLowerCase() ?? ''
  return languages.find((language) => tag.startsWith(language)) ?? 'en'
}

/** An element with attributes and children; nothing is ever parsed as HTML. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** The styles of a finder: fonts and colours of the site around it, except for its custom properties. */
const finderStyles = `
:host {
  display: block;
  font: var(--finder-font, inherit);
  color: var(--finder-text, inherit);
  background: var(--finder-background, transparent);
  container-type: inline-size;
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 12px; }
label { display: flex; gap: 6px; align-items: center; min-height: 40px; }
label.search { flex: 1 1 220px; flex-direction: column; align-items: stretch; gap: 4px; }
input[type="search"], button {
  min-height: 40px;
  padding: 6px 12px;
  font: inherit;
  color: inherit;
  background: transparent;
  border: 1px solid var(--finder-edge, currentColor);
  border-radius: var(--finder-radius, 6px);
}
input[type="search"] { width: 100%; }
input[type="checkbox"] { width: 20px; height: 20px; margin: 0; accent-color: var(--finder-accent, auto); }
button { cursor: pointer; }
button[aria-pressed="true"] { font-weight: 700; border-width: 2px; border-color: var(--finder-accent, currentColor); }
:focus-visible { outline: 2px solid var(--finder-accent, currentColor); outline-offset: 2px; }
p { margin: 0; }
.status { margin-bottom: 8px; min-height: 1.5em; }
ul { margin: 0 0 12px; padding: 0; list-style: none; border-top: 1px solid var(--finder-edge, currentColor); }
li { padding: 10px 0; border-bottom: 1px solid var(--finder-edge, currentColor); }
li a { color: var(--finder-link, LinkText); font-weight: 600; }
iframe { display: block; width: 100%; height: 320px; margin-bottom: 12px; border: 1px solid var(--finder-edge, currentColor); border-radius: var(--finder-radius, 6px); }
ul.chips { display: flex; flex-wrap: wrap; gap: 6px; border: 0; }
ul.chips:empty { display: none; }
.chips li { display: flex; align-items: center; padding: 0 0 0 12px; border: 1px solid var(--finder-edge, currentColor); border-radius: 999px; }
.chips button { min-height: 32px; padding: 0 10px; border: 0; }
.hours:empty { display: none; }
.hours::before {
  forced-color-adjust: none;
  content: "";
  display: inline-block;
  box-sizing: border-box;
  width: 10px;
  height: 10px;
  margin-right: 8px;
  border: 2px solid currentColor;
  border-radius: 50%;
}
.hours[data-open]::before { border-color: var(--finder-open, #2f9e44); background: var(--finder-open, #2f9e44); }
@media (forced-colors: active) {
  .hours::before { border-color: CanvasText; }
  .hours[data-open]::before { border-color: CanvasText; background: CanvasText; }
}
`
