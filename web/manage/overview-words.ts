const en = {
  title: 'Overview',
  lead: 'How many places there are, and what they lack. Each figure leads to the places that it counts.',
  total: 'Places in all',
  parts: 'Parts of places, and deleted places, are not counted unless it says so.',
  types: 'By type',
  states: 'By state',
  lacking: 'What they lack',
  of: (share: string) => `${share} of the published`,
}

const sv: typeof en = {
  title: 'Översikt',
  lead: 'Hur många platser som finns och vad de saknar. Varje siffra leder till de platser som den räknar.',
  total: 'Platser totalt',
  parts: 'Delar av platser och borttagna platser räknas inte om det inte står.',
  types: 'Efter typ',
  states: 'Efter status',
  lacking: 'Vad de saknar',
  of: (share: string) => `${share} av de publicerade`,
}

/** The words of the overview. */
export const overviewWords = { en, sv }
