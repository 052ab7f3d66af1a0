import { wordsOf } from '../../src/words/words.ts'

/** The words of a search that finds nothing. */
export const nothingWords = wordsOf({
  title: ['No places match this search', 'Sökningen gav inga träffar'],
  nothing: ['Remove a filter, or use fewer words.', 'Ta bort ett filter eller använd färre ord.'],
  meant: [
    'No place has all of these words. Search for what they mean instead:',
    'Ingen plats har alla de här orden. Sök i stället efter det de betyder:',
  ],
  farther: ['Search farther away', 'Sök längre bort'],
  everywhere: ['Search everywhere', 'Sök överallt'],
  leftOut: {
    parts: [
      'Only parts of other places match, such as a chapel within a church.',
      'Bara delar av andra platser stämmer, till exempel ett kapell i en kyrka.',
    ],
    unpublished: ['Only places that are not published match.', 'Bara platser som inte är publicerade stämmer.'],
    deleted: ['Only deleted places match.', 'Bara borttagna platser stämmer.'],
  },
  showParts: ['Show parts of places', 'Visa delar av platser'],
  showUnpublished: ['Show places that are not published', 'Visa platser som inte är publicerade'],
  showClosed: ['Show closed ones also', 'Visa även stängda'],
  showDeleted: ['Show deleted places', 'Visa borttagna platser'],
})
