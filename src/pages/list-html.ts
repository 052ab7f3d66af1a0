import type { Instant, PlaceView } from '../place/place.ts'
import { stateOf } from '../place/place-state.ts'
import { placeTypeKey } from '../place/place-types.ts'
import type { Language } from '../words/words.ts'
import { headHtml } from './head.ts'
import { isolated, pagePath } from './html.ts'
import { servedWords, typeWords } from './page-words.ts'
import type { PageHtml } from './place-html.ts'
import { badgeHtml } from './row-html.ts'

/** A page that is linked to: its address from the root of the service, what it is called, and how many places it has. */
export interface ListLink {
  readonly path: string
  readonly name: string
  readonly count?: number
}

/** A place of a list. */
type ListedPlace = Pick<
  PlaceView,
  ('name' | 'slug' | 'placeTypes' | 'visitingInfo' | 'geolocationInfo') | ('published' | 'depublished' | 'deleted')
>

/** A list of places, or of lists of them. */
export interface ListView {
  readonly title: string
  readonly language: Language
  readonly now: Instant
  /** True if the address of the page names the language. */
  readonly isNamed: boolean
  /** The pages that lead here, the outermost first, and this one. */
  readonly trail: readonly ListLink[]
  readonly total: number
  /** Lists within this one. */
  readonly lists: readonly ListLink[]
  readonly places: readonly ListedPlace[]
  /** Pages count from 1. */
  readonly page: number
  readonly pages: number
  /** The address of the service, with a slash at its end; relative if the service does not know it. */
  readonly base: string
  /** The way from this page to the root. */
  readonly way: string
}

/** The page of a list. */
export function listHtml(view: ListView): PageHtml {
  const { title, language, isNamed, trail, total, page, pages, base } = view
  const words = servedWords[language]
  const [head, count] = [pages > 1 && page > 1 ? `${title} – ${words.page(page, pages)}` : title, words.count(total)]
  const path = trail.at(-1)!.path
  return {
    head: headHtml({
      title: head,
      name: title,
      description: `${title}: ${count}.`,
      type: 'website',
      language,
      isNamed,
      address: `${base}${path}${page > 1 ? `?page=${page}` : ''}`,
      data: trailData(view),
    }),
    body: `<article><nav>${trailHtml(view)}</nav><header><div><h1>${isolated(title)}</h1><p class="kind">${count}</p></div></header><div class="main">${listsHtml(view)}${placesHtml(view)}${pagesHtml(view)}</div></article>`,
  }
}

/** Breadcrumbs, by schema.org. */
function trailData({ trail, base }: ListView): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: base + path,
    })),
  }
}

function trailHtml({ trail, way }: ListView): string {
  return trail
    .slice(0, -1)
    .map(({ path, name }) => `<a href="${way}${path}">${isolated(name)}</a>`)
    .join(' › ')
}

function listsHtml({ lists, way, language, places }: ListView): string {
  if (lists.length === 0) return ''
  const rows = lists.map(
    ({ path, name, count = 0 }) =>
      `<li><a href="${way}${path}">${isolated(name)}</a> <small>${servedWords[language].count(count)}</small></li>`,
  )
  const heading = places.length > 0 ? `<h2>${servedWords[language].kinds}</h2>` : ''
  return `<section>${heading}<ul class="plain${places.length > 0 ? '' : ' columns'}">${rows.join('')}</ul></section>`
}

function placesHtml({ places, way, language, now }: ListView): string {
  if (places.length === 0) return ''
  const rows = places.map((place) => {
    const { name, slug, placeTypes, visitingInfo, geolocationInfo } = place
    const state = stateOf(place, now)
    const badge = state === 'published' ? '' : ` ${badgeHtml(state, language)}`
    const facts = [typeWords[language][placeTypeKey(placeTypes)], visitingInfo?.city ?? geolocationInfo?.municipality]
    const factsHtml = facts.flatMap((fact) => (fact ? isolated(fact) : [])).join(' · ')
    return `<li><a href="${way}${pagePath('p', slug)}">${isolated(name)}</a>${badge}<br><small>${factsHtml}</small></li>`
  })
  return `<section><ul class="plain">${rows.join('')}</ul></section>`
}

function pagesHtml({ page, pages, trail, way, language }: ListView): string {
  if (pages <= 1) return ''
  const words = servedWords[language]
  const { path } = trail.at(-1)!
  const link = (to: number, rel: 'prev' | 'next', text: string) =>
    to < 1 || to > pages ? '' : `<a rel="${rel}" href="${way}${path}${to > 1 ? `?page=${to}` : ''}">${text}</a>`
  return `<nav>${link(page - 1, 'prev', words.previous)}<span>${words.page(page, pages)}</span>${link(page + 1, 'next', words.next)}</nav>`
}
