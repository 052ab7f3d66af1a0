import { type TextPair, wordsOf } from '../../src/words/words.ts'
import type { Lacking } from './search-value.ts'

/** Labels of the filters for places that lack some details. */
export const searchWords = wordsOf({
  missingFieldFilters: {
    hours: ['No opening hours', 'Utan öppettider'],
    text: ['No long description', 'Utan lång beskrivning'],
    pictures: ['No pictures', 'Utan bilder'],
    accessibility: ['No accessibility details', 'Utan uppgifter om tillgänglighet'],
    contact: ['No telephone, email or website', 'Utan telefon, e-post och webbplats'],
  } satisfies Record<Lacking, TextPair>,
})
