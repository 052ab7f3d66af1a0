import type { PlaceState } from '../place/place-state.ts'
import type { PlaceTypeKey } from '../place/place-types.ts'
import { plural, type TextPair, wordsOf } from '../words/words.ts'

/** The words of the page of a place. */
export const pageWords = wordsOf({
  about: ['About the place', 'Om platsen'],
  facilities: ['Facilities', 'Service och tillgänglighet'],
  contact: ['Address and contact', 'Adress och kontakt'],
  media: ['Pictures and media', 'Bilder och media'],
  links: ['Links', 'Länkar'],
  parts: ['Parts of this place', 'Delar av platsen'],
  allParts: ['All {{total}} parts', 'Alla {{total}} delar'],
  partOf: ['Part of', 'Del av'],
  owner: ['Belongs to', 'Hör till'],
  region: ['Area', 'Område'],
  coordinates: ['Coordinates', 'Koordinater'],
  typeFacts: ['Details', 'Uppgifter'],
  way: ['Breadcrumb', 'Länkstig'],
  directions: ['Directions', 'Vägbeskrivning'],
  call: ['Call', 'Ring'],
  website: ['Website', 'Webbplats'],
  map: ['Where {{name}} is', 'Var {{name}} ligger'],
  toSearch: ['To the search', 'Till sökningen'],
  matches: [plural('1 match', '# matches'), plural('1 träff', '# träffar')],
  step: ['{{number}} of {{total}}', '{{number}} av {{total}}'],
  before: ['Previous match', 'Föregående träff'],
  next: ['Next match', 'Nästa träff'],
  categories: ['Categories', 'Kategorier'],
  json: ['Show as JSON', 'Visa som JSON'],
  jsonTitle: ['{{name}} as JSON', '{{name}} som JSON'],
  address: ['API address', 'API-adress'],
  copy: ['Copy', 'Kopiera'],
  close: ['Close', 'Stäng'],
  copiedJson: ['Copied', 'Kopierat'],
  notLoaded: ['The service does not answer. Try again.', 'Tjänsten svarar inte. Försök igen.'],
  share: ['Share', 'Dela'],
  copied: ['The link is copied', 'Länken är kopierad'],
  edit: ['Edit', 'Redigera'],
  publishing: ['Publishing', 'Publicering'],
  unsaved: ['Your changes from {{when}} are not saved.', 'Dina ändringar från {{when}} är inte sparade.'],
  goOnEditing: ['Keep editing', 'Fortsätt redigera'],
  history: ['History', 'Historik'],
  fetched: ['Empty details here are filled in from the owner.', 'Tomma uppgifter här fylls i från ägaren.'],
  updated: ['Changed {{when}}', 'Ändrad {{when}}'],
  updatedBy: ['Changed {{when}} by {{who}}', 'Ändrad {{when}} av {{who}}'],
  created: ['Created {{when}}', 'Skapad {{when}}'],
  createdBy: ['Created {{when}} by {{who}}', 'Skapad {{when}} av {{who}}'],
  draft: ['This is a draft. It does not show in searches.', 'Det här är ett utkast. Det syns inte i sökningar.'],
  scheduled: ['This place will be published on {{when}}.', 'Platsen publiceras {{when}}.'],
  unpublished: [
    'This place was unpublished on {{when}}. It does not show in searches.',
    'Platsen avpublicerades {{when}}. Den syns inte i sökningar.',
  ],
  willUnpublish: ['This place will be unpublished on {{when}}.', 'Platsen avpubliceras {{when}}.'],
  deleted: ['This place was deleted on {{when}}.', 'Platsen togs bort {{when}}.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
  notFoundTitle: ['Place not found', 'Platsen hittades inte'],
  notFound: [
    'Check the web address, or search for the place. It may have been deleted.',
    'Kontrollera webbadressen eller sök efter platsen. Den kan ha tagits bort.',
  ],
})

/** The labels of the search, which the explorer shows too. */
export const searchLabel = ['Search places', 'Sök platser'] as const satisfies TextPair
export const placeCount = [plural('1 place', '# places'), plural('1 plats', '# platser')] as const satisfies TextPair
export const searchHint = ['Name, town, owner…', 'Namn, ort, ägare …'] as const satisfies TextPair

export const removeFilter = ['Remove: {{label}}', 'Ta bort: {{label}}'] as const satisfies TextPair

/** The words of pages without scripts. */
export const servedWords = wordsOf({
  showMap: ['Show on a map', 'Visa på karta'],
  search: searchLabel,
  searchHint,
  removeFilter,
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

/** The names of the states of places. */
export const stateWords = wordsOf({
  published: ['Published', 'Publicerad'],
  scheduled: ['Scheduled', 'Schemalagd'],
  draft: ['Draft', 'Utkast'],
  unpublished: ['Unpublished', 'Avpublicerad'],
  deleted: ['Deleted', 'Borttagen'],
} satisfies Record<PlaceState, TextPair>)

/** Reasons why a published place is not public, by the state of its parent. */
export const parentWords = wordsOf({
  scheduled: ['Not public: its parent place is scheduled', 'Inte synlig: den överordnade platsen är schemalagd'],
  draft: ['Not public: its parent place is a draft', 'Inte synlig: den överordnade platsen är ett utkast'],
  unpublished: ['Not public: its parent place is unpublished', 'Inte synlig: den överordnade platsen är avpublicerad'],
  deleted: ['Not public: its parent place is deleted', 'Inte synlig: den överordnade platsen är borttagen'],
} satisfies Record<Exclude<PlaceState, 'published'>, TextPair>)

/** The words around pictures, films and sounds. */
export const mediaWords = wordsOf({
  qr: ['QR code of {{name}}', 'QR-kod till {{name}}'],
  noPicture: ['The picture cannot be shown here', 'Bilden kan inte visas här'],
  openMedia: ['Open', 'Öppna'],
  showLarger: ['Show larger', 'Visa större'],
  atProvider: ['At {{provider}}: {{ref}}', 'Hos {{provider}}: {{ref}}'],
})

/** Labels of fields that the page of a place and the form share. */
export const sharedLabels = {
  accessibility: ['Accessibility', 'Tillgänglighet'],
  canPrintDubblettrostkort: ['Can print duplicate voting cards', 'Kan skriva ut dubblettröstkort'],
} as const satisfies Readonly<Record<string, TextPair>>

/** The page for somebody whose rights do not include reading. */
export const forbiddenWords = wordsOf({
  title: ['You may not read this', 'Du får inte läsa det här'],
  text: [
    'Sign in with another key, or ask an administrator.',
    'Logga in med en annan nyckel eller fråga en administratör.',
  ],
})
