import type { PlaceView } from '../place/place.ts'
import { placeTypeKey } from '../place/place-types.ts'
import type { Language } from '../words/words.ts'
import { headHtml } from './head.ts'
import { escaped, isolated, pagePath } from './html.ts'
import { servedWords, typeWords } from './page-words.ts'
import { type HoursView, openStatusHtml } from './place-hours-html.ts'
import type { PageHtml } from './place-html.ts'
import { typeMark } from './type-signs.ts'

/** The first places of the explorer, as everybody sees them. */
interface ExplorerView {
  /** The text that was searched for. */
  readonly q: string
  /** True if there are filters beside the text. */
  readonly isFiltered: boolean
  /** True if there are pages of municipalities. */
  readonly hasMunicipalities: boolean
  readonly total: number
  readonly rows: readonly { readonly place: PlaceView; readonly hours: HoursView }[]
  readonly language: Language
  readonly isNamed: boolean
  /** The address of the service, with a slash at its end; relative where it does not know it. */
  readonly base: string
}

/**
 * The explorer before its scripts, drawn where those draw it (`web/explore/`): the box of the search, which they go on with,
 * and the first places.
 */
export function explorerHtml({
  q,
  isFiltered,
  hasMunicipalities,
  total,
  rows,
  language,
  isNamed,
  base,
}: ExplorerView): PageHtml {
  const words = servedWords[language]
  const count = words.count(total)
  const shown = rows.map(({ place, hours }) => {
    const { name, slug, visitingInfo, geolocationInfo } = place
    const type = placeTypeKey(place.placeTypes)
    const { address, city = geolocationInfo?.municipality } = visitingInfo ?? {}
    const where = [address, city].filter((part) => part !== undefined).join(', ')
    const facts = [typeWords[language][type], where]
      .filter((fact) => fact)
      .map(isolated)
      .join(' · ')
    return `<li><a href="./${pagePath('p', slug)}">${typeMark(type)}<div><b>${isolated(name)}</b><p>${facts}</p>${openStatusHtml(hours, language)}</div></a></li>`
  })
  return {
    head: headHtml({
      title: q || 'Gazetteer',
      name: q || 'Gazetteer',
      description: `${words.search}: ${count}.`,
      type: 'website',
      language,
      isNamed,
      address: base,
      data: { '@context': 'https://schema.org', '@type': 'WebSite', name: 'Gazetteer', url: base },
    }),
    body: `<section class="found${isFiltered ? ' chips' : ''}${hasMunicipalities ? ' wide' : ''}"><input type="search" value="${escaped(q)}" aria-label="${words.search}" placeholder="${words.searchHint}"><header><h1>${count}</h1><a href="./in">${words.municipalities}</a></header><ul class="rows">${shown.join('')}</ul></section>`,
  }
}
