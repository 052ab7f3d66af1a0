import type { PlaceState } from '../../src/place/place-state.ts'
import { type TextPair, wordsOf } from '../../src/words/words.ts'

/** Reasons why a published place is not public, by the state of its parent. */
export const parentWords = wordsOf({
  scheduled: ['Not public: its parent place is scheduled', 'Inte synlig: den överordnade platsen är schemalagd'],
  draft: ['Not public: its parent place is a draft', 'Inte synlig: den överordnade platsen är ett utkast'],
  unpublished: ['Not public: its parent place is unpublished', 'Inte synlig: den överordnade platsen är avpublicerad'],
  deleted: ['Not public: its parent place is deleted', 'Inte synlig: den överordnade platsen är borttagen'],
} satisfies Record<Exclude<PlaceState, 'published'>, TextPair>)
