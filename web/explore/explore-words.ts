const en = {
  title: 'Places',
  searchLabel: 'Search places',
  searchHint: 'Name, town, owner …',
  clear: 'Clear the search',
  filters: 'Filters',
  results: 'Results',
  hits: (count: number, text: string) => (count === 1 ? '1 place' : `${text} places`),
  nothingTitle: 'No place fits this search',
  nothing: 'Take a filter away, or search for fewer words.',
  clearAll: 'Clear all filters',
  showMap: 'Map',
  showList: 'List',
  pages: 'Pages of results',
  page: (number: number) => `Page ${number}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  map: 'Map of the places found',
  type: 'Type',
}

const sv: typeof en = {
  title: 'Platser',
  searchLabel: 'Sök platser',
  searchHint: 'Namn, ort, ägare …',
  clear: 'Rensa sökningen',
  filters: 'Filter',
  results: 'Träffar',
  hits: (count: number, text: string) => (count === 1 ? '1 plats' : `${text} platser`),
  nothingTitle: 'Ingen plats passar sökningen',
  nothing: 'Ta bort ett filter eller sök på färre ord.',
  clearAll: 'Rensa alla filter',
  showMap: 'Karta',
  showList: 'Lista',
  pages: 'Sidor med träffar',
  page: (number: number) => `Sida ${number}`,
  previousPage: 'Föregående sida',
  nextPage: 'Nästa sida',
  map: 'Karta över träffarna',
  type: 'Typ',
}

/** The words of searching. */
export const exploreWords = { en, sv }
