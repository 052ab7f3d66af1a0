import { removeFilter } from '../../src/pages/page-words.ts'
import { plural, wordsOf } from '../../src/words/words.ts'

/** The words of the finder on other sites, beside those of hours and types. */
export const finderWords = wordsOf({
  search: ['Search places', 'Sök platser'],
  openNow: ['Open now', 'Öppet nu'],
  nearMe: ['Near me', 'Nära mig'],
  map: ['Map', 'Karta'],
  mapOf: ['Map of the places found', 'Karta över träffarna'],
  found: [plural('1 place', '# places'), plural('1 plats', '# platser')],
  more: ['Show more', 'Visa fler'],
  remove: removeFilter,
  loading: ['Searching…', 'Söker …'],
  failed: [
    'The places cannot be shown right now. Try again in a while.',
    'Platserna kan inte visas just nu. Försök igen om en stund.',
  ],
  noPosition: [
    'Your browser does not share your position. Search by name instead.',
    'Webbläsaren delar inte din position. Sök på namn i stället.',
  ],
})
