import type { PlaceView } from '../place/place.ts'
import { type PlaceState, stateOf } from '../place/place-state.ts'
import { placeTypeKey } from '../place/place-types.ts'
import type { Language } from '../words/words.ts'
import { escaped, isolated, pagePath } from './html.ts'
import { stateWords, typeWords } from './page-words.ts'
import { typeMark } from './type-signs.ts'

/** A place of a list. */
export type RowPlace = Pick<
  PlaceView,
  ('name' | 'slug' | 'visitingInfo' | 'geolocationInfo' | 'media') | ('published' | 'depublished' | 'deleted')
> & { readonly placeTypes: Readonly<Record<string, unknown>> }

interface RowOptions {
  /** The way to the folder of the pages of places. */
  readonly way: string
  readonly language: Language
  readonly now: number
  /** How far away it is. */
  readonly distance?: string
  /** HTML below the facts. */
  readonly note?: string
}

/** A place of a list, which leads to its page. */
export function rowHtml(place: RowPlace, options: RowOptions): string {
  return `<li>${rowLinkHtml(place, options)}</li>`
}

/** The link to the page of a place: its type, name, state, address and picture. */
export function rowLinkHtml(place: RowPlace, { way, language, now, distance, note = '' }: RowOptions): string {
  const { name, slug, visitingInfo, geolocationInfo, media } = place
  const type = placeTypeKey(place.placeTypes)
  const { address, city = geolocationInfo?.municipality } = visitingInfo ?? {}
  const where = [address, city].filter((part) => part !== undefined).join(', ')
  const facts = [distance, typeWords[language][type], where].flatMap((fact) => (fact ? [isolated(fact)] : []))
  const state = stateOf(place, now)
  const badge = state === 'published' ? '' : ` ${badgeHtml(state, language)}`
  const picture = media?.images?.[0]?.url
  const thumbnail = picture?.startsWith('https://')
    ? `<img class="thumbnail" src="${escaped(picture)}" alt="" loading="lazy" referrerpolicy="no-referrer">`
    : ''
  return `<a href="${way}${pagePath(slug)}">${typeMark(type)}<div><b>${isolated(name)}</b>${badge}<p>${facts.join(' · ')}</p>${note}</div>${thumbnail}</a>`
}

/** The state of a place as a word on a colour. */
export function badgeHtml(state: PlaceState, language: Language): string {
  return `<b class="badge" data-state="${state}">${stateWords[language][state]}</b>`
}
