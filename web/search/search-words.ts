import { type TextPair, wordsOf } from '../../src/words/words.ts'
import type { Lacking } from './search-value.ts'

/** Labels of filters that the management views also use. */
export const searchWords = wordsOf({
  missingFieldFilters: {
    hours: ['No opening hours', 'Utan öppettider'],
    text: ['No long description', 'Utan lång beskrivning'],
    pictures: ['No pictures', 'Utan bilder'],
    accessibility: ['No accessibility details', 'Utan uppgifter om tillgänglighet'],
    contact: ['No telephone, email or website', 'Utan telefon, e-post och webbplats'],
  } satisfies Record<Lacking, TextPair>,
  /** What is due on a day. */
  due: {
    published: ['Published {{day}}', 'Publiceras {{day}}'],
    depublished: ['Unpublished {{day}}', 'Avpubliceras {{day}}'],
    hours: ['New hours from {{day}}', 'Nya tider från {{day}}'],
  },
})
