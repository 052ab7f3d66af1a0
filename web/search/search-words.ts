import { type TextPair, wordsOf } from '../words/words.ts'
import type { Lacking } from './search-value.ts'
/** The words of what places are asked to lack. */
export const searchWords = wordsOf({
  lackings: {
    hours: ['No opening hours', 'Utan öppettider'],
    text: ['No long description', 'Utan lång beskrivning'],
    pictures: ['No pictures', 'Utan bilder'],
    accessibility: ['Nothing on accessibility', 'Inget om tillgänglighet'],
  } satisfies Record<Lacking, TextPair>,
})
