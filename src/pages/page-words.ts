import type { PageLanguage } from './language.ts'

const en = {
  about: 'About',
  hours: 'Opening hours',
  special: 'Special days',
  closed: 'Closed',
  openNow: 'Open now',
  closedNow: 'Closed now',
  until: 'until',
  allDay: 'All day',
  facilities: 'Facilities',
  contact: 'Contact',
  partOf: 'Part of',
  parts: 'Parts of this place',
  map: 'Show on a map',
  search: 'Search places',
  notFound: 'No such place',
  notFoundText: 'There is no place at this address, or it is not shown to visitors.',
}

const sv: typeof en = {
  about: 'Om platsen',
  hours: 'Öppettider',
  special: 'Avvikande dagar',
  closed: 'Stängt',
  openNow: 'Öppet nu',
  closedNow: 'Stängt nu',
  until: 'till',
  allDay: 'Dygnet runt',
  facilities: 'Utbud',
  contact: 'Kontakt',
  partOf: 'Del av',
  parts: 'Delar av platsen',
  map: 'Visa på karta',
  search: 'Sök platser',
  notFound: 'Platsen finns inte',
  notFoundText: 'Det finns ingen plats på den här adressen, eller så visas den inte för besökare.',
}

/** What the pages say beside what places say. */
export const pageWords: Readonly<Record<PageLanguage, typeof en>> = { en, sv }
