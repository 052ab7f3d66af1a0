import type { PlaceView } from '../place/place.ts'
import type { Language } from '../words/words.ts'
import { headHtml } from './head.ts'
import { escaped, isolated } from './html.ts'
import { iconHtml } from './icons.ts'
import { openDaysHtml } from './open-day-text.ts'
import { servedWords } from './page-words.ts'
import { type HoursView, openStatusHtml } from './place-hours-html.ts'
import type { PageHtml } from './place-html.ts'
import { rowHtml } from './row-html.ts'

/** The first places of the explorer, as the reader sees them. */
interface ExplorerView {
  /** The text that was searched for. */
  readonly q: string
  /** The parts of the text that were understood as more than words, with the text without each. */
  readonly understood: readonly { readonly label: string; readonly rest: string }[]
  /** True if the reader edits places, for which the explorer has more buttons. */
  readonly edits: boolean
  /** True if there are pages of municipalities. */
  readonly hasMunicipalities: boolean
  /** The days on which the places found are open, as `openOn` has them. */
  readonly openOn: string | undefined
  readonly total: number
  readonly rows: readonly { readonly place: PlaceView; readonly hours: HoursView }[]
  readonly language: Language
  readonly isNamed: boolean
  /** The address of the service, with a slash at its end; relative where it does not know it. */
  readonly base: string
}

/**
 * The explorer before its scripts, drawn where those draw it (`web/explore/`): the form of the search, and the first
 * places.
 */
export function explorerHtml({
  q,
  understood,
  edits,
  hasMunicipalities,
  openOn,
  total,
  rows,
  language,
  isNamed,
  base,
}: ExplorerView): PageHtml {
  const words = servedWords[language]
  const count = words.count(total)
  const shown = rows.map(({ place, hours }) => {
    const onDay = openOn === undefined ? '' : openDaysHtml(hours.entries, openOn, language)
    return rowHtml(place, { way: './p/', language, now: hours.now, note: onDay || openStatusHtml(hours, language) })
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
    body: `<section class="found${hasMunicipalities ? ' wide' : ''}${edits ? ' edits' : ''}"><form action="./" role="search">${iconHtml('search')}<input type="search" name="q" value="${escaped(q)}" aria-label="${words.search}" placeholder="${words.searchHint}">${isNamed ? `<input type="hidden" name="lang" value="${language}">` : ''}</form>${chipsHtml(understood, language)}<header><h1>${count}</h1><a href="./in">${words.municipalities}</a></header><ul class="list">${shown.join('')}</ul></section>`,
  }
}

/** What was understood, each part with a link to the search without it. */
function chipsHtml(understood: ExplorerView['understood'], language: Language): string {
  if (understood.length === 0) return ''
  const words = servedWords[language]
  const chips = understood.map(({ label, rest }) => {
    const query = new URLSearchParams(rest === '' ? {} : { q: rest })
    const remove = escaped(words.removeFilter(label))
    return `<li>${isolated(label)}<a href="./${query.size > 0 ? `?${escaped(String(query))}` : ''}" aria-label="${remove}" title="${remove}">${iconHtml('close')}</a></li>`
  })
  return `<ul class="understood">${chips.join('')}</ul>`
}
