import type { PlaceState } from '../../src/place/place-state.ts'
import type { PlaceTypeKey } from '../../src/place/place-types.ts'
import { type TextPair, wordsOf } from '../words/words.ts'
/** What the types and states of places are called, and the way to the page of one. */
export const placeWords = wordsOf({
  back: ['To the place', 'Till platsen'],
  types: {
    churchAndChapel: ['Church or chapel', 'Kyrka eller kapell'],
    parishHome: ['Parish home', 'Församlingshem'],
    secretariat: ['Secretariat', 'Expedition'],
    cemetery: ['Cemetery', 'Begravningsplats'],
    external: ['External', 'Extern'],
    pollingStation: ['Polling station', 'Röstningslokal'],
    mainPollingStation: ['Main polling station', 'Huvudröstningslokal'],
    partial: ['Part of a place', 'Del av plats'],
  } satisfies Record<PlaceTypeKey, TextPair>,
  states: {
    published: ['Published', 'Publicerad'],
    scheduled: ['Scheduled', 'Schemalagd'],
    draft: ['Draft', 'Utkast'],
    unpublished: ['Unpublished', 'Avpublicerad'],
    deleted: ['Deleted', 'Borttagen'],
  } satisfies Record<PlaceState, TextPair>,
})
