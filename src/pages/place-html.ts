import { schemaOrgPlace } from '../exchange/schema-org.ts'
import type { PlaceView } from '../place/place.ts'
import type { PlaceTypeSchemas } from '../place/place-types.ts'
import type { Language } from '../words/words.ts'
import { today } from './days.ts'
import { headHtml } from './head.ts'
import { pageWords, servedWords } from './page-words.ts'
import { placeArticle } from './place-article.ts'
import type { ToldHours } from './place-hours-html.ts'

/** What a document says of itself, and what is shown before any script runs. */
export interface PageHtml {
  /** What stands in the head, the title first. */
  readonly head: string
  readonly body: string
}

/** A place as it is linked to. */
export type NamedPlace = Pick<PlaceView, 'name' | 'slug'>

/** A list of places as it is linked to. */
export interface NamedList {
  readonly slug: string
  readonly name: string
}

/** The parts of a place, the first of them by name. */
interface Children {
  readonly total: number
  readonly shown: readonly NamedPlace[]
}

/** A place to be told to everybody: no more of it is given than everybody may see. */
export interface ToldPlace {
  readonly place: PlaceView
  readonly hours: ToldHours
  /** The place that it is part of; undefined where there is none, or none for everybody. */
  readonly parent: NamedPlace | undefined
  readonly children: Children
  /** The lists that it is in; undefined where there are none. */
  readonly municipality: NamedList | undefined
  readonly owner: NamedList | undefined
  readonly language: Language
  /** Whether the address of the page names the language. */
  readonly isNamed: boolean
  /** The country whose numbers are written without +. */
  readonly home: string | undefined
  /** The address of the page, complete where the service knows its own. */
  readonly address: string
  readonly schemas: PlaceTypeSchemas
}

const descriptionMax = 160

/** The page of a place. */
export function placeHtml(told: ToldPlace): PageHtml {
  return { head: headOf(told), body: placeArticle(told) }
}

/** The page for what is no place, or none for everybody. */
export function unknownPlaceHtml(language: Language, way: string): PageHtml {
  const { notFoundTitle, notFound } = pageWords[language]
  return {
    head: `<title>${notFoundTitle}</title><meta name="robots" content="noindex">`,
    body: `<article><div class="main"><h1>${notFoundTitle}</h1><p>${notFound}</p><p><a href="${way}">${servedWords[language].search}</a></p></div></article>`,
  }
}

function headOf({ place, hours, language, isNamed, address, schemas }: ToldPlace): string {
  const from = today(hours.now, hours.resolved.timeZone)
  const { name, shortDescription, media } = place
  return headHtml({
    title: shortDescription && shortDescription !== name ? `${name} – ${shortDescription}` : name,
    name,
    description: summaryOf(place),
    image: media?.images?.find(({ url }) => url?.startsWith('https://'))?.url,
    type: 'place',
    language,
    isNamed,
    address,
    data: { '@context': 'https://schema.org', ...schemaOrgPlace(place, schemas, { url: address }, from) },
  })
}

/** A description in one line, cut between words. */
function summaryOf({ name, shortDescription, longDescription }: PlaceView): string | undefined {
  const text = shortDescription === name ? longDescription : (shortDescription ?? longDescription)
  const line = text
    ?.slice(0, 4 * descriptionMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line === undefined || line.length <= descriptionMax) return line
  return `${line.slice(0, line.lastIndexOf(' ', descriptionMax - 1) + 1 || descriptionMax - 1).trimEnd()}…`
}
