import { stateWords, typeWords } from '../../src/pages/page-words.ts'
import { wordsOf } from '../../src/words/words.ts'

const own = wordsOf({ back: ['To the place', 'Till platsen'] })

/** The names of the types and states of places, and the way to the page of one. */
export const placeWords = {
  en: { ...own.en, states: stateWords.en, types: typeWords.en },
  sv: { ...own.sv, states: stateWords.sv, types: typeWords.sv },
}
