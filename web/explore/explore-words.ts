import { plural, wordsOf } from '../words/words.ts'
/** The words of searching. */
export const exploreWords = wordsOf({
  title: ['Places', 'Platser'],
  searchLabel: ['Search places', 'Sök platser'],
  searchHint: ['Name, town, owner …', 'Namn, ort, ägare …'],
  clear: ['Clear the search', 'Rensa sökningen'],
  suggestions: ['Suggestions', 'Förslag'],
  suggested: {
    municipality: ['Municipality', 'Kommun'],
    owner: ['Owner', 'Ägare'],
    place: ['Place', 'Plats'],
  },
  filters: ['Filters', 'Filter'],
  hits: [plural('1 place', '# places'), plural('1 plats', '# platser')],
  nothingTitle: ['No place fits this search', 'Ingen plats passar sökningen'],
  nothing: ['Take a filter away, or search for fewer words.', 'Ta bort ett filter eller sök på färre ord.'],
  away: [
    'The service does not answer. This is what was found last; the page asks again by itself.',
    'Tjänsten svarar inte. Det här hittades senast; sidan frågar igen av sig själv.',
  ],
  clearAll: ['Clear all filters', 'Rensa alla filter'],
  everywhere: ['Search everywhere', 'Sök överallt'],
  showMap: ['Map', 'Karta'],
  showList: ['List', 'Lista'],
  pages: ['Pages of results', 'Sidor med träffar'],
  map: ['Map of the places found', 'Karta över träffarna'],
  type: ['Type', 'Typ'],
  openNow: ['Open now', 'Öppet nu'],
  has: ['Has', 'Har'],
  owner: ['Owner', 'Ägare'],
  municipality: ['Municipality', 'Kommun'],
  category: ['Category', 'Kategori'],
  tag: ['Tag', 'Tagg'],
  state: ['State', 'Status'],
  anyState: ['Any state but deleted', 'Alla utom borttagna'],
  noValues: ['No value fits the search.', 'Inget värde passar sökningen.'],
  passedOver: [
    'The address says something that is not known here, and was left out: {{pairs}}',
    'Det här i adressen är okänt och har utelämnats: {{pairs}}',
  ],
  findIn: [(label: string) => `Find in ${label.toLowerCase()}`, (label: string) => `Hitta i ${label.toLowerCase()}`],
  removeFilter: ['Take away: {{label}}', 'Ta bort: {{label}}'],
  nearPoint: ['Near {{position}}', 'Nära {{position}}'],
  nearMe: ['Near me', 'Nära mig'],
  noPosition: [
    'The browser does not tell where you are. Allow it the location for this page.',
    'Webbläsaren berättar inte var du är. Tillåt plats för sidan i dess inställningar.',
  ],
  moveSearch: ['Search as I move the map', 'Sök när jag flyttar kartan'],
  order: ['Order', 'Ordning'],
  orders: {
    name: ['Name', 'Namn'],
    'updated-': ['Changed last', 'Senast ändrad'],
    'created-': ['Created last', 'Senast skapad'],
    'published-': ['Published last', 'Senast publicerad'],
  },
  nearestFirst: ['Nearest first', 'Närmast först'],
  bestFirst: ['Best first', 'Bäst först'],
})

/** A position as maps write it, latitude first, in degrees to some ten metres. */
export function writtenPosition([longitude, latitude]: readonly [number, number]): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
}
