import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodies, readText } from './support.ts'
import {
  bodyOf,
  fieldsOf,
  positionOf,
  remarksOn,
  understoodFeatures,
  understoodRows,
  understoodTable,
} from './understood.ts'

// Each case is a kind of fault that files of public repositories showed.

const fields = (text: string) => fieldsOf(understoodTable(text))

test('a heading that is the name of a column stands for that column, whatever its path is', () => {
  const understood = understoodTable('Namn;Type;Lat;Long\nKyrkan;Kirke;59,86;17,64')
  assert.equal(fieldsOf(understood).Type, 'type')
  assert.deepEqual(bodyOf(understood).placeTypes, { churchAndChapel: {} })
})

test('elements of OSM are no types of places, and an object is no list of tags', () => {
  const features = ['node', 'way'].map((type) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [9.19, 45.49] },
    properties: { type, tags: { name: 'Farmacia' }, amenity: 'pharmacy', name: 'Farmacia', access: 'yes' },
  }))
  assert.deepEqual(fieldsOf(understoodFeatures(features)), {
    type: '',
    tags: '',
    amenity: 'type',
    name: 'name',
    access: '',
  })
})

test('numbers, answers and codes are no texts for people', () => {
  assert.deepEqual(
    fields('name;services;accessibility;access;facilities\nA;7.351;true;private;<br>\nB;4.5;false;yes;<br>'),
    {
      name: 'name',
      services: '',
      accessibility: '',
      access: '',
      facilities: '',
    },
  )
})

test('the name of a thing is a name, of an unknown thing a question, and a place may be a town', () => {
  const towns = 'Bibl. A;Rom (RM);x\nBibl. B;Pisa (PI);y'
  assert.deepEqual(fields(`Name of Library;Location;Area\n${towns}`), {
    'Name of Library': 'name',
    Location: '',
    Area: '',
  })
  assert.deepEqual(fields('LIBRARY_NAME;Lat\nRenfrew;49.2'), { LIBRARY_NAME: 'name', Lat: 'latitude' })
  assert.deepEqual(fields('nom_du_musee;ville\nMusée de Brou;Bourg'), {
    nom_du_musee: 'name',
    ville: 'visitingInfo_city',
  })
  assert.deepEqual(fields('INST_NAVN;POSTNR\nSkolen;1552'), { INST_NAVN: 'name?', POSTNR: 'visitingInfo_postalCode' })
  assert.deepEqual(fields('GEMEENTENAAM;VESTIGINGSNAAM\nAalten;Schaersvoorde'), {
    GEMEENTENAAM: '',
    VESTIGINGSNAAM: 'name?',
  })
  assert.equal(fields('Location;Lat;Long\nRom;41.9;12.5').Location, 'name?')
})

test('a prefix that only some headings have makes questions', () => {
  assert.deepEqual(
    fields(
      'namn;yta;län;datum;kontakt_namn;kontakt_telefon;kontakt_epost\nA;1;C;2026-01-01;Anna Berg;018-12 34 56;a@b.se',
    ),
    {
      namn: 'name',
      yta: '',
      län: '',
      datum: '',
      kontakt_namn: '',
      kontakt_telefon: 'contactInfo_phone?',
      kontakt_epost: 'contactInfo_email?',
    },
  )
})

test('the parts of an address in numbered columns are read together', () => {
  const understood = understoodTable(
    'LOKAL;ADRESS1;ADRESS2\nSkolan;Samlingssal;Skolgatan 2\nHallen;;Gatan 1\nGården;Box 1;',
  )
  const address = (row: number) => bodyOf(understood, row).visitingInfo
  assert.deepEqual([0, 1, 2].map(address), [
    { address: 'Samlingssal, Skolgatan 2' },
    { address: 'Gatan 1' },
    { address: 'Box 1' },
  ])
})

test('coordinates that are exchanged in a few rows are a question, and their telephone numbers are of its country', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `P${at};59,8${at};17,6${at};018-12 34 56`)
  const text = `Namn;Lat;Long;Telefon\n${rows.join('\n')}\nBytt;17,64;59,86;018-12 34 56\nHavet;18,3;-30,0;`
  const understood = understoodTable(text)
  assert.deepEqual(understood.understanding.swappedRows, { value: true, certainty: 'asked' })
  assert.deepEqual(remarksOn(understood, 20), ['latitude and longitude seem to be exchanged'])
  assert.deepEqual(bodyOf(understood, 20).contactInfo, bodyOf(understood).contactInfo)
  const answered = understoodTable(text, { edit: () => ({ swappedRows: { value: true, certainty: 'sure' } }) })
  assert.deepEqual([positionOf(answered, 20), remarksOn(answered, 20)], [[17.64, 59.86], []])
  assert.deepEqual([positionOf(answered), positionOf(answered, 21)], [positionOf(understood), [-30, 18.3]])
  assert.equal(understoodTable(`Namn;Lat;Long\n${rows.join('\n')}`).understanding.swappedRows, undefined)
})

test('one word in all rows is no address', () => {
  const rows = [...'abcde'].map((name) => `Skola ${name};Köln`).join('\n')
  assert.equal(fields(`Name;full_address\n${rows}`).full_address, '')
  assert.equal(fields(`Name;full_address\n${rows.replaceAll('Köln', 'Markt 1')}`).full_address, 'visitingInfo_address')
})

test('postal codes of Great Britain are postal codes', () => {
  assert.equal(fields('name;postcode\nA;NR5 9HA\nB;B1 1AA').postcode, 'visitingInfo_postalCode')
})

test('a column of unique codes is proposed as the key, and texts that repeat are no name', () => {
  const rows = [1, 2, 3, 4, 5].map((number) => `brand-0${number};NON;Stasjon ${'abcde'[number - 1]}`).join('\n')
  assert.deepEqual(fields(`gml;ferme;brannstasjon\n${rows}`), { gml: 'key?', ferme: '', brannstasjon: 'name?' })
})

test('words for nothing are no keys, however many rows have them', () => {
  const rows = [1, 2, 3].map((number) => `NA;Kyrkan ${number}`).join('\n')
  const understood = understoodTable(`Id;Namn\n${rows}\nk1;Kapellet`)
  assert.deepEqual(remarksOn(understood, 0), [])
  assert.deepEqual(
    [0, 3].map((row) => bodyOf(understood, row).key),
    [undefined, 'k1'],
  )
})

test('CSV: rows that break off after their last value have the delimiter that most rows have', async () => {
  const heading = 'name,lon,lat,note,position,city,phone,url'
  const rows = [0, 1, 2, 3, 4].map((more) => `Shop ${more},"a\nb\nc",,,1.45;52.63${',x'.repeat(more % 4)}`)
  const read = await readText(`${heading}\n${rows.join('\n')}\n`, { name: 'shops.csv' })
  assert.equal(bodies(read).length, 0)
  const text = JSON.stringify(read)
  assert.match(text, /'note'/, 'the heading was split at commas')
})

test('of several addresses of the web or of mail the first is kept, and lines of a name become one', () => {
  const link = 'https://a.example/?a=1,2'
  const understood = understoodTable(
    `Namn;URL;E-post\nA;${link} http://b.example;a@b.se, c@d.se\nB;www.a.example;a@b.se`,
  )
  assert.deepEqual(bodyOf(understood).contactInfo, { url: link, email: 'a@b.se' })
  assert.deepEqual(remarksOn(understood), ['URL is kept without http://b.example', 'E-post is kept without c@d.se'])
  assert.deepEqual(remarksOn(understood, 1), [])
  const rows = [{ line: 2, cells: ['Santa\nGiustina', 'Via 1\nRoma'] }]
  const lines = understoodRows(['Nome', 'Indirizzo'], rows)
  assert.deepEqual(bodyOf(lines), { name: 'Santa Giustina', visitingInfo: { address: 'Via 1, Roma' } })
})
