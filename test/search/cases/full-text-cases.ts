import type { JsonObject } from '../../../src/place/json.ts'
import type { QueryCases } from './query-cases.ts'

const at = (longitude: number, latitude: number) => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
})
const tag = 'abcdef01-2345-4789-8abc-def012345678'
const medium = { title: 'Sandsten', url: 'u' }

/** Where `q` looks: the member in which a place, called as that, has the text, and a term for it. */
const reached: readonly (readonly [string, JsonObject, string])[] = [
  ['shortDescription', { shortDescription: 'Kalkstenen' }, 'kalkst'],
  ['longDescription', { longDescription: 'En **granit** vid vägen' }, 'granit'],
  ['visitingInfo', { visitingInfo: { description: 'vid gnejsen' } }, 'gnejs'],
  ['contactInfo', { contactInfo: { email: 'skiffer@example.org' } }, 'skiffer'],
  ['phone', { contactInfo: { phone: { Number: 987654 } } }, '9876'],
  ['placeDetails', { placeDetails: { accessibility: { info: 'marmor' } } }, 'marmor'],
  ['links', { media: { links: [{ title: 'x', tags: ['basalt'] }] } }, 'basalt'],
  ['pictures', { media: { images: [medium] } }, 'sandst'],
  ['owner type', { owner: { type: 'Brottet' } }, 'brott'],
  ['author', { updatedBy: 'Tälj' }, 'tälj'],
  ['free text', { placeTypes: { cemetery: { stone: { kind: ['porfyr'] } } } }, 'porfyr'],
  ['free numbers', { placeTypes: { cemetery: { graves: 4711, nave: [{ width: 1250, year: 'Anno 1300' }] } } }, '4711'],
  ['hours', { openHours: [{ days: { mo: [{ from: '08:15', to: '17:30' }] } }] }, '08'],
]

/** Full text: where it looks, how its terms are cut and compared, and the order that it brings. */
export const fullTextCases: readonly QueryCases[] = [
  {
    title: 'D32: q looks into texts and numbers at any depth, and into restricted ones for those who see them',
    places: [...reached.map(([name, more]) => ({ name, ...more })), 'Kalkbrottet'],
    finds: {
      ...Object.fromEntries(reached.map(([name, , term]) => [`q=${term}`, [name]])),
      'q=kalk': ['Kalkbrottet', 'shortDescription'],
      'q=1250 anno': ['free numbers'],
      'q=08 17': ['hours'],
    },
  },
  {
    title: 'D32: q looks into what is restricted only for those who see it',
    sees: 'public',
    places: [...reached.map(([name, more]) => ({ name, ...more }))],
    finds: { 'q=sandst': [], 'q=tälj': [], 'q=tester': [], 'q=basalt': ['links'] },
  },
  {
    title: 'D32, D51: q looks into media, and not into names of people, for those who see media',
    sees: 'media',
    places: [...reached.map(([name, more]) => ({ name, ...more }))],
    finds: { 'q=sandst': ['pictures'], 'q=tälj': [] },
  },
  {
    title: 'D16, D32: q looks into names of the directory and of the parent, and the id of the owner',
    names: { owner: 'Domkapitlet', tags: { [tag]: 'Pilgrimsled' } },
    places: ['Storgården', { name: 'Rummet', parent: 'Storgården' }, { name: 'Leden', tags: [{ id: tag }] }],
    finds: {
      'is=*&q=pilgrim': ['Leden'],
      'is=*&q=storgård': ['Storgården', 'Rummet'],
      'is=*&q=domkapitlet': ['Leden', 'Rummet', 'Storgården'],
      'is=*&q=scene': ['Leden', 'Rummet', 'Storgården'],
    },
  },
  {
    title: 'D32: q does not look into names of members, dates, geolocation, and UUIDs',
    places: [
      {
        name: 'A',
        published: '2019-07-08',
        tags: [{ id: tag }],
        openHours: [{ validFrom: '2018-05-06' }],
        geolocation: { ...at(17.71717, 59.61616).geolocation, properties: { note: 'mitt' } },
        placeTypes: { cemetery: { nave: 'x' } },
      },
    ],
    finds: Object.fromEntries(
      ['2019', '2026', '019', 'abcdef01', '2018', '61616', '71717', 'mitt', 'Feature', 'Point', 'nave'].map((term) => [
        `q=${term}`,
        [],
      ]),
    ),
  },
  {
    title: 'D32: a whole UUID finds the place with that id, and places with its words',
    places: [
      'Abcqvist',
      { name: 'Qvistens del', parent: 'Abcqvist' },
      { name: 'Annan', longDescription: `Se ${tag}, och inget mer.` },
    ],
    finds: {
      'q={Abcqvist}': ['Abcqvist'],
      'q=abcqvist {Abcqvist}': ['Abcqvist'],
      'q=annan {Abcqvist}': [],
      'q={Qvistens del}': [],
      'is=*&q={Qvistens del}': ['Qvistens del'],
      [`q=${tag.toUpperCase()}`]: ['Annan'],
      [`q=${tag}0`]: [],
    },
  },
  {
    title: 'D25: q matches also without diacritics, one way, and in any case and form',
    places: ['Göteborg', 'Goteborg', { name: 'C', longDescription: 'Öppen' }],
    finds: {
      'q=goteborg': ['Goteborg', 'Göteborg'],
      'q=göteborg': ['Göteborg'],
      'q=GO\u0308TE': ['Göteborg'],
      'q=oppen': ['C'],
    },
  },
  {
    title: 'D32: every term must begin a word of some field, not of the same',
    places: [{ name: 'Röda stugan', visitingInfo: { city: 'Ekerö' } }, 'Röda huset', 'Blå stugan'],
    finds: {
      'q=röda eke': ['Röda stugan'],
      'q=röda huset eke': [],
      'q=stugan': ['Blå stugan', 'Röda stugan'],
      'q=tugan': [],
      'q=röda&name=~hus': ['Röda huset'],
    },
  },
  {
    title: 'D32: a term without letter or digit is ignored, and one with several words needs each of them',
    places: ['Alpha & Omega', 'Alpha', 'Q:z Olof', 'Olof', 'Stenen'],
    finds: {
      'q=alpha %26 omega': ['Alpha & Omega'],
      'q=alpha - ! ^': ['Alpha', 'Alpha & Omega'],
      'q=*** ---': ['Alpha', 'Alpha & Omega', 'Olof', 'Q:z Olof', 'Stenen'],
      'q=%26&orderby=relevance': ['Alpha', 'Alpha & Omega', 'Olof', 'Q:z Olof', 'Stenen'],
      'q=!alpha': ['Alpha', 'Alpha & Omega'],
      'q=+q:z++olof+': ['Q:z Olof'],
      'q=z/ol': ['Q:z Olof'],
      'q=olof,stenen': [],
    },
  },
  {
    title: 'D32, D33: with q whole words of the name come first, then prefixes, then the rest, each by name',
    places: [
      { name: 'Zeta', longDescription: 'sol' },
      { name: 'Alfa', longDescription: 'sol' },
      { name: 'Abborrsol', placeDetails: { info: 'sol' } },
      'Solrosen',
      'Solbacken',
      'Västra Sol',
      'En sol',
    ],
    finds: {
      'q=sol': ['En sol', 'Västra Sol', 'Solbacken', 'Solrosen', 'Abborrsol', 'Alfa', 'Zeta'],
      'q=sol&orderby=relevance,name': ['En sol', 'Västra Sol', 'Solbacken', 'Solrosen', 'Abborrsol', 'Alfa', 'Zeta'],
      'q=sol&orderby=relevance-,name': ['Abborrsol', 'Alfa', 'Zeta', 'Solbacken', 'Solrosen', 'En sol', 'Västra Sol'],
    },
  },
  {
    title: 'D32: the tiers ask for all terms, and whole words count without diacritics too',
    places: [
      { name: 'A sol', longDescription: 'måne' },
      'B solen månen',
      'C sol måne',
      { name: 'D', longDescription: 'sol måne' },
      { name: 'E', longDescription: 'Råå' },
      'Rååbyn',
      'Råå',
    ],
    finds: {
      'q=sol måne': ['C sol måne', 'B solen månen', 'A sol', 'D'],
      'q=raa': ['Råå', 'Rååbyn', 'E'],
    },
  },
  {
    title: 'D32: with nearby the order is by distance, also with q',
    places: [
      { name: 'Sol', ...at(10, 50) },
      { name: 'Solrosen', ...at(17, 59) },
      { name: 'X', longDescription: 'sol', ...at(17.1, 59) },
    ],
    finds: {
      'q=sol&nearby=17,59': ['Solrosen', 'X', 'Sol'],
      'q=sol&nearby=17,59&orderby=relevance': ['Sol', 'Solrosen', 'X'],
      'q=sol&nearby=17,59&orderby=distance-': ['Sol', 'X', 'Solrosen'],
    },
  },
  {
    title: 'D64: Sankt, Sankta, St, S:t and S:ta are one word to q, in no filter',
    places: ['Sankt Qeriks kyrka', 'Sankta Qeriks källa', 'St Qerik', 'S:t Qeriks torg', 'S:ta Qeriks väg', 'Qerik'],
    finds: {
      ...Object.fromEntries(
        ['sankt', 'Sankta', 'ST', 's:t', 'S:ta'].map((form) => [
          `q=${form} qerik`,
          ['St Qerik', 'S:t Qeriks torg', 'S:ta Qeriks väg', 'Sankt Qeriks kyrka', 'Sankta Qeriks källa'],
        ]),
      ),
      'q=SANK qerik': ['S:t Qeriks torg', 'S:ta Qeriks väg', 'Sankt Qeriks kyrka', 'Sankta Qeriks källa', 'St Qerik'],
      'name=~sankt': ['Sankt Qeriks kyrka', 'Sankta Qeriks källa'],
      'name=~s t': ['S:t Qeriks torg', 'S:ta Qeriks väg'],
    },
  },
  {
    title: 'D64: a form in full finds the others, a form of the language from three letters on, and fewer letters none',
    places: ['Sankt Qolof', 'S:t Qolof', 'St Qolof', 'Skt Qolof', 'Saint Qolof', 'Stora Qolof', 'Skola Qolof'],
    finds: {
      'q=s qolof': ['S:t Qolof', 'Saint Qolof', 'Sankt Qolof', 'Skola Qolof', 'Skt Qolof', 'St Qolof', 'Stora Qolof'],
      'q=sk qolof': ['Skola Qolof', 'Skt Qolof'],
      'q=sa qolof': ['Saint Qolof', 'Sankt Qolof'],
      'q=san qolof': ['S:t Qolof', 'Sankt Qolof', 'Skt Qolof', 'St Qolof'],
      'q=sank qolof': ['S:t Qolof', 'Sankt Qolof', 'Skt Qolof', 'St Qolof'],
      'q=skt qolof': ['S:t Qolof', 'Sankt Qolof', 'Skt Qolof', 'St Qolof'],
      'q=st qolof': ['S:t Qolof', 'Saint Qolof', 'Sankt Qolof', 'Skt Qolof', 'St Qolof', 'Stora Qolof'],
      'q=sai qolof': ['Saint Qolof'],
      'q=saint qolof': ['Saint Qolof', 'St Qolof'],
    },
  },
]
