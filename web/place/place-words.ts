import type { PlaceState } from '../../src/place/place-state.ts'
import type { PlaceTypeKey } from '../../src/place/place-types.ts'

const en = {
  types: {
    churchAndChapel: 'Church or chapel',
    parishHome: 'Parish home',
    secretariat: 'Secretariat',
    cemetery: 'Cemetery',
    external: 'External',
    pollingStation: 'Polling station',
    mainPollingStation: 'Main polling station',
    partial: 'Part of a place',
  } satisfies Record<PlaceTypeKey, string>,
  states: {
    published: 'Published',
    scheduled: 'Scheduled',
    draft: 'Draft',
    unpublished: 'Unpublished',
    deleted: 'Deleted',
  } satisfies Record<PlaceState, string>,
}

const sv: typeof en = {
  types: {
    churchAndChapel: 'Kyrka eller kapell',
    parishHome: 'Församlingshem',
    secretariat: 'Expedition',
    cemetery: 'Begravningsplats',
    external: 'Extern',
    pollingStation: 'Röstningslokal',
    mainPollingStation: 'Huvudröstningslokal',
    partial: 'Del av plats',
  },
  states: {
    published: 'Publicerad',
    scheduled: 'Schemalagd',
    draft: 'Utkast',
    unpublished: 'Avpublicerad',
    deleted: 'Borttagen',
  },
}

/** What the types and states of places are called. */
export const placeWords = { en, sv }
