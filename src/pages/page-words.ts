import type { PlaceTypeKey } from '../place/place-types.ts'
import { plural, type TextPair, wordsOf } from '../words/words.ts'

/** The words of the pages beside the texts of places, with and without scripts. */
export const pageWords = wordsOf({
  about: ['About the place', 'Om platsen'],
  facilities: ['Facilities', 'Service och tillgänglighet'],
  contact: ['Address and contact', 'Adress och kontakt'],
  media: ['Pictures and media', 'Bilder och media'],
  links: ['Links', 'Länkar'],
  parts: ['Parts of this place', 'Delar av platsen'],
  partsShown: ['The first {{shown}} of {{total}} parts are shown.', 'De första {{shown}} av {{total}} delar visas.'],
  allParts: ['All {{total}} parts', 'Alla {{total}} delar'],
  partOf: ['Part of', 'Del av'],
  owner: ['Belongs to', 'Hör till'],
  region: ['Area', 'Område'],
  coordinates: ['Coordinates', 'Koordinater'],
  typeFacts: ['Details', 'Uppgifter'],
  way: ['Breadcrumb', 'Länkstig'],
  allPlaces: ['All places', 'Alla platser'],
  directions: ['Directions', 'Vägbeskrivning'],
  call: ['Call', 'Ring'],
  website: ['Website', 'Webbplats'],
  map: ['Where {{name}} is', 'Var {{name}} ligger'],
  notFoundTitle: ['Place not found', 'Platsen hittades inte'],
  notFound: [
    'Check the web address, or search for the place. It may have been deleted.',
    'Kontrollera webbadressen eller sök efter platsen. Den kan ha tagits bort.',
  ],
})

/** The search, how many it has found, and what may be typed into it: said before any script and after. */
export const searchLabel = ['Search places', 'Sök platser'] as const satisfies TextPair
export const placeCount = [plural('1 place', '# places'), plural('1 plats', '# platser')] as const satisfies TextPair
export const searchHint = ['Name, town, owner…', 'Namn, ort, ägare …'] as const satisfies TextPair

/** The words of pages without scripts. */
export const servedWords = wordsOf({
  showMap: ['Show on a map', 'Visa på karta'],
  search: searchLabel,
  searchHint,
  municipalities: ['Places by municipality', 'Platser efter kommun'],
  inMunicipality: ['Places in {{name}}', 'Platser i {{name}}'],
  ofTypeIn: ['{{type}} in {{name}}', '{{type}} i {{name}}'],
  partsOf: ['Parts of {{name}}', 'Delar av {{name}}'],
  ofOwner: ['Places of {{name}}', 'Platser för {{name}}'],
  count: placeCount,
  kinds: ['Types', 'Typer'],
  page: ['Page {{page}} of {{pages}}', 'Sida {{page}} av {{pages}}'],
  again: ['Try again', 'Försök igen'],
  toStart: ['To the start page', 'Till startsidan'],
  oftenTitle: ['Too many requests', 'För många förfrågningar'],
  often: [
    'There were too many requests from your connection. Wait a while, then try again.',
    'Det kom för många förfrågningar från din anslutning. Vänta en stund och försök igen.',
  ],
  previous: ['Previous page', 'Föregående sida'],
  next: ['Next page', 'Nästa sida'],
})

/** The names of place types. */
export const typeWords = wordsOf({
  churchAndChapel: ['Church or chapel', 'Kyrka eller kapell'],
  parishHome: ['Parish hall', 'Församlingshem'],
  secretariat: ['Parish office', 'Expedition'],
  cemetery: ['Cemetery', 'Begravningsplats'],
  external: ['Other place', 'Annan plats'],
  pollingStation: ['Polling station', 'Röstningslokal'],
  mainPollingStation: ['Main polling station', 'Huvudröstningslokal'],
  partial: ['Part of a place', 'Del av plats'],
} satisfies Record<PlaceTypeKey, TextPair>)
