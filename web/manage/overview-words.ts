import { wordsOf } from '../words/words.ts'
/** The words of the overview. */
export const overviewWords = wordsOf({
  title: ['Overview', 'Översikt'],
  lead: [
    'How many places there are, and what they lack. Each figure leads to the places that it counts.',
    'Hur många platser som finns och vad de saknar. Varje siffra leder till de platser som den räknar.',
  ],
  total: ['Places in all', 'Platser totalt'],
  parts: [
    'Parts of places, and deleted places, are not counted unless it says so.',
    'Delar av platser och borttagna platser räknas inte om det inte står.',
  ],
  types: ['By type', 'Efter typ'],
  states: ['By state', 'Efter status'],
  lacking: ['What they lack', 'Vad de saknar'],
  of: [(share: string) => `${share} of the published`, (share: string) => `${share} av de publicerade`],
})
