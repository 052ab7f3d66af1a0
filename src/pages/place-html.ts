import { schemaOrgPlace } from '../exchange/formats/schema-org.ts'
import type { PlaceView } from '../place/place.ts'
import type { Language } from '../words/words.ts'
import { today } from './days.ts'
import { headHtml } from './head.ts'
import { pageWords, servedWords } from './page-words.ts'
import { placeArticle } from './place-article.ts'
import type { PlacePageView } from './place-page-view.ts'

/** The head of a document, and its content before any script runs. */
export interface PageHtml {
  /** The elements of the head, the title first. */
  readonly head: string
  readonly body: string
}

const descriptionMax = 160

/** The page of a place. */
export function placeHtml(view: PlacePageView): PageHtml {
  return { head: headOf(view), body: placeArticle(view) }
}

/** The page for what is no place, or none for everybody. */
export function unknownPlaceHtml(language: Language, way: string): PageHtml {
  const { notFoundTitle, notFound } = pageWords[language]
  return {
    head: `<title>${notFoundTitle}</title><meta name="robots" content="noindex">`,
    body: `<div class="message"><h1>${notFoundTitle}</h1><p>${notFound}</p><p><a href="${way}">${servedWords[language].search}</a></p></div>`,
  }
}

function headOf({ place, hours, language, isNamed, address, schemas }: PlacePageView): string {
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
