import { typeWords } from '../../src/pages/page-words.ts'
import type { PlaceState } from '../../src/place/place-state.ts'
import { type TextPair, wordsOf } from '../../src/words/words.ts'

const own = wordsOf({
  back: ['To the place', 'Till platsen'],
  states: {
    published: ['Published', 'Publicerad'],
    scheduled: ['Scheduled', 'Schemalagd'],
    draft: ['Draft', 'Utkast'],
    unpublished: ['Unpublished', 'Avpublicerad'],
    deleted: ['Deleted', 'Borttagen'],
  } satisfies Record<PlaceState, TextPair>,
})

/** The names of the types and states of places, and the way to the page of one. */
export const placeWords = { en: { ...own.en, types: typeWords.en }, sv: { ...own.sv, types: typeWords.sv } }
