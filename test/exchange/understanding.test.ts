import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reason } from '../../src/common/reason.ts'
import { KeyCensus } from '../../src/exchange/understanding/key-census.ts'
import { isAnotherPlace, plainFaults } from '../../src/exchange/understanding/plain-faults.ts'
import { positionIn } from '../../src/exchange/understanding/position-cells.ts'
import { phoneOfCell } from '../../src/exchange/understanding/row-phone.ts'
import { sourceOfName } from '../../src/exchange/understanding/understand.ts'
import { sourceFault } from '../../src/place/source.ts'
import { runs } from '../support/runs.ts'
import {
  bodyOf,
  fieldsOf,
  model,
  positionOf,
  remarksOn,
  understoodFeatures,
  understoodRows,
  understoodTable,
} from './understood.ts'

const span = (from: string, to: string) => [{ from, to }]

test('a column called type has words with meanings, whatever its language', () => {
  const { understanding } = understoodTable('name;lat;lon;type\nA;59.86;17.64;Church\nB;59.87;17.65;Boat house')
  assert.deepEqual(understanding.columns.at(-1)?.field, 'type')
  assert.deepEqual(
    understanding.types.map(({ text, certainty }) => [text, certainty]),
    [
      ['Church', 'sure'],
      ['Boat house', 'asked'],
    ],
  )
})

test('headings are understood in each language, and what places have no member for is left out', () => {
  const headings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    sv: { Namn: 'name', Gatuadress: 'visitingInfo_address', Postnr: 'visitingInfo_postalCode', Höjd: '' },
    en: { 'Site Name': 'name', Postcode: 'visitingInfo_postalCode', Website: 'contactInfo_url', Ward: '' },
    de: { Bezeichnung: 'name', Straße: 'visitingInfo_address', PLZ: 'visitingInfo_postalCode', Stadtteil: '' },
    fr: {
      Nom: 'name',
      Adresse: 'visitingInfo_address',
      'Code postal': 'visitingInfo_postalCode',
      Ville: 'visitingInfo_city',
    },
    nb: { Navn: 'name', Besøksadresse: 'visitingInfo_address', Poststed: 'visitingInfo_city', Fylke: '' },
    da: { Navn: 'name', Vejnavn: 'visitingInfo_address', Hjemmeside: 'contactInfo_url', Kommune: '' },
    fi: { Nimi: 'name', Katuosoite: 'visitingInfo_address', Postinumero: 'visitingInfo_postalCode', Maakunta: '' },
    nl: { Naam: 'name', Straatnaam: 'visitingInfo_address', Huisnummer: 'houseNumber', Gemeente: '' },
    es: { Nombre: 'name', Dirección: 'visitingInfo_address', 'Código postal': 'visitingInfo_postalCode', Barrio: '' },
    it: {
      Denominazione: 'name',
      Indirizzo: 'visitingInfo_address',
      CAP: 'visitingInfo_postalCode',
      Comune: 'visitingInfo_city',
    },
  }
  const cells: Readonly<Record<string, string>> = {
    visitingInfo_postalCode: '75310',
    contactInfo_url: 'https://example.org',
    houseNumber: '7',
  }
  for (const [language, fields] of Object.entries(headings)) {
    const row = Object.values(fields).map((field) => cells[field] ?? 'Abc')
    const understood = understoodTable(`${Object.keys(fields).join(';')}\n${row.join(';')}`)
    assert.deepEqual(fieldsOf(understood), fields, language)
  }
})

test('headings of OSM, schema.org, Google and Overture, and with a number, a prefix or a language are understood', () => {
  const understood = understoodTable(
    'addr:street;addr:housenumber;addr:postcode;contact:phone;store_name;storeCode;names.primary;Adress 2\n' +
      'Kyrkvägen;1;75310;+46 18 12 34 56;Lötens kyrka;s-17;Löten;c/o Berg',
  )
  assert.deepEqual(fieldsOf(understood), {
    'addr:street': 'visitingInfo_address',
    'addr:housenumber': 'houseNumber',
    'addr:postcode': 'visitingInfo_postalCode',
    'contact:phone': 'contactInfo_phone',
    store_name: '',
    storeCode: 'key',
    'names.primary': 'name',
    'Adress 2': '',
  })
  assert.deepEqual(bodyOf(understood).visitingInfo, { address: 'Kyrkvägen 1', postalCode: '75310' })
  assert.equal(fieldsOf(understoodTable('name_fi;name_sv\nKirkko;Kyrka')).name_sv, 'name')
  assert.equal(fieldsOf(understoodTable('Namn;Adress 1;Adress 2\nA;Gatan 1;Box 5'))['Adress 1'], 'visitingInfo_address')
})

test('the heading is the row with the most known words, below titles and merged cells', () => {
  const understood = understoodTable('Kyrkor 2026;;;\n;;Läge;\nNamn;Ort;Lat;Long\nLöten;Uppsala;59,86;17,64')
  assert.equal(understood.understanding.headingLine, 3)
  assert.deepEqual(positionOf(understood), [17.64, 59.86])
})

test('hours are read only from a column that is named so, never from dates', () => {
  const hours = (heading: string, cell: string) => understoodTable(`Namn;${heading}\nKyrkan;${cell}`)
  assert.deepEqual(bodyOf(hours('Öppettider', 'mån 10-16')).openHours, [{ days: { mo: span('10:00', '16:00') } }])
  for (const heading of ['date_modified', 'Period', 'Kommentar']) {
    assert.equal(bodyOf(hours(heading, '2017-01')).openHours, undefined)
    assert.equal(bodyOf(hours(heading, 'mån 10-16')).openHours, undefined)
  }
  const unread = hours('Öppettider', 'Mån-tors: 8.00-16.30. Lunchstängt 12-13')
  assert.deepEqual(bodyOf(unread), { name: 'Kyrkan' })
  assert.match(remarksOn(unread)[0]!, /'Lunchstängt'/)
  const [record] = unread.records
  assert.ok(record && 'body' in record)
  assert.deepEqual(
    record.unread?.map(({ path }) => path),
    [['openHours']],
  )
})

test('D56: hours without a day are daily in such a column, and the row says so', () => {
  const daily = understoodTable('Namn;Öppettider\nKyrkan;kl. 8-20')
  assert.deepEqual(Object.keys(Object((bodyOf(daily).openHours as { days: object }[])[0]!.days)).length, 7)
  assert.match(remarksOn(daily)[0]!, /'kl. 8-20' name no day/)
  for (const text of ['Mo-Fr', '2017', 'lör-sön stängt']) {
    const unread = understoodTable(`Namn;Öppettider\nKyrkan;${text}`)
    assert.equal(bodyOf(unread).openHours, undefined, text)
    assert.equal(remarksOn(unread).length, 1)
  }
})

test('hours are read from columns of weekdays, and from pairs of their beginning and end', () => {
  const days = understoodTable('name;monday;saturday;sunday\nKyrkan;08:30-18:00;9-12, 13-17;closed')
  assert.deepEqual(bodyOf(days).openHours, [
    { days: { mo: span('08:30', '18:00'), sa: [...span('09:00', '12:00'), ...span('13:00', '17:00')] } },
  ])
  const pairs = understoodTable(
    'Name;Montag von;Montag bis;Dienstag von;Dienstag bis;Mittwoch von;Mittwoch bis\nDom;9:00;17:30;;;geschlossen;geschlossen',
  )
  assert.deepEqual(bodyOf(pairs).openHours, [{ days: { mo: span('09:00', '17:30') } }])
  const google = understoodTable('Name;Monday hours;Tuesday hours;Sunday hours\nA;9:00 AM-5:00 PM;Closed;x')
  assert.deepEqual(bodyOf(google).openHours, [{ days: { mo: span('09:00', '17:00') } }])
  const marked = understoodTable('name;monday;tuesday;sunday\nA;9-17;9-17;x')
  assert.equal(bodyOf(marked).openHours, undefined, 'elsewhere an x may mean open')
  assert.match(remarksOn(marked)[0]!, /sunday/)
  const old = understoodTable('Name;Hours\nA;2:9:00:17:00,1:10:00:12:00')
  assert.deepEqual(bodyOf(old).openHours, [{ days: { mo: span('09:00', '17:00'), su: span('10:00', '12:00') } }])
})

test('telephone numbers belong to the country of the position, else of the row, else of the file, never to Sweden', () => {
  const phones = understoodTable(
    'Land;Namn;Lat;Long;Telefon\nFR;Fransk;47,2;-1,5;02 40 41 90 00\nFI;Finsk;60,2;24,9;09 2340 2000\n' +
      'SE;Två;59,86;17,64;018-12 34 56, 018-65 43 21\nNO;Utan läge;;;22 00 00 00',
  )
  const phone = (index: number) => (bodyOf(phones, index).contactInfo as { phone: object }).phone
  assert.deepEqual(phone(0), { CountryCode: 33, Number: 240419000 })
  assert.deepEqual(phone(1), { CountryCode: 358, Number: 923402000 })
  assert.deepEqual(phone(2), { CountryCode: 46, AreaCode: 18, Number: 123456 })
  assert.match(remarksOn(phones, 2)[0]!, /018-65 43 21/)
  assert.deepEqual(phone(3), { CountryCode: 47, Number: 22000000 })

  const unknown = understoodTable('Name;Straße;Telefon\nDom;;0221 925847')
  assert.deepEqual(unknown.understanding.country, { value: 'DE', certainty: 'asked' })
  assert.deepEqual(bodyOf(unknown), { name: 'Dom' })
  assert.match(remarksOn(unknown)[0]!, /names no country: choose one/)
  const answered = understoodTable('Name;Straße;Telefon\nDom;;0221 925847', {
    edit: () => ({ country: { value: 'DE', certainty: 'sure' } }),
  })
  assert.deepEqual(bodyOf(answered).contactInfo, { phone: { CountryCode: 49, Number: 221925847 } })
  assert.equal(fieldsOf(understoodTable('Namn;Diarienummer\nA;018-12 34 56')).Diarienummer, '')
})

test('of several numbers the first is kept, however they are parted', () => {
  for (const text of [
    '018-123456; 018-654321',
    '018-123456 / 018-654321',
    '018-123456/018-654321',
    '018-123456 och 018-654321',
  ]) {
    const { phone, notes } = phoneOfCell(text, 'Telefon', 'SE')
    assert.deepEqual(phone, { CountryCode: 46, AreaCode: 18, Number: 123456 }, text)
    assert.deepEqual(
      notes.map(({ code }) => code),
      ['phone-first'],
    )
  }
  assert.deepEqual(phoneOfCell('0221/925847', 'Telefon', 'DE').phone, { CountryCode: 49, Number: 221925847 })
})

test('a key is a column of unique texts; numbers of rows and of features are a question', () => {
  assert.equal(fieldsOf(understoodTable('Id;Namn\na;A\nb;B')).Id, 'key')
  for (const text of ['OBJECTID;Namn\n90001;A\n90002;B', 'Id;Namn\n1;A\n2;B', 'fid;Namn\n7;A\n9;B']) {
    const understood = understoodTable(text)
    assert.equal(Object.values(fieldsOf(understood))[0], 'key?', text)
    assert.equal(bodyOf(understood).key, undefined)
  }
  const features = (ids: readonly (string | number)[]) =>
    understoodFeatures(ids.map((id) => ({ type: 'Feature', id, geometry: null, properties: { name: 'A' } })))
  assert.deepEqual(features(['a', 'b']).understanding.featureIds, { value: true, certainty: 'sure' })
  assert.deepEqual(features([0, 1, 2]).understanding.featureIds, { value: true, certainty: 'asked' })
  assert.equal(bodyOf(features([0, 1, 2])).key, undefined)
})

test('a key twice in a file is a fault of both rows, wherever they stand', () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `k${at};Plats ${at}`)
  const understood = understoodTable(`Id;Namn\n${rows.join('\n')}\nk7;Andra`)
  assert.match(remarksOn(understood, 7)[0]!, /'k7' is also in row 3002/)
  assert.match(remarksOn(understood, 3000)[0]!, /'k7' is also in row 9/)
  assert.deepEqual(remarksOn(understood, 8), [])
})

test('a census finds the keys that several rows have, as a map would', () => {
  const keys = fc.array(fc.string({ maxLength: 3 }), { maxLength: 3000 })
  fc.assert(
    fc.property(keys, (list) => {
      const [census, map] = [new KeyCensus(), new Map<string, number[]>()]
      for (const [at, key] of list.entries()) {
        census.add(key, at + 1)
        map.set(key, [...(map.get(key) ?? []), at + 1])
      }
      assert.equal(census.distinct, map.size)
      for (const [at, key] of list.entries()) {
        const others = map.get(key)!.filter((line) => line !== at + 1)
        assert.deepEqual(census.others(key, at + 1), others.slice(0, 3))
      }
    }),
    { numRuns: runs(60) },
  )
})

test('D49: the source is the name of the file without dates and numbers at its end', () => {
  const names = {
    'kyrkor 2026-01-05.csv': 'kyrkor',
    'vallokaler_2026.geojson.gz': 'vallokaler',
    'C:\\filer\\Parker (3).xlsx': 'Parker',
    '2026.csv': '2026',
    '': 'import',
  }
  for (const [name, source] of Object.entries(names)) assert.equal(sourceOfName(name), source)
  assert.equal(sourceOfName('a\r\nb\u202e.csv'), 'a  b', 'without characters that a source cannot have')
  assert.equal(sourceOfName(`${'1'.repeat(40)}x.csv`), `${'1'.repeat(40)}x`)
  assert.equal(sourceFault(sourceOfName(`${'x'.repeat(200)}.csv`)), undefined)
})

test('a key belongs to another place where both name and position are far from those that it had', () => {
  const present = { name: 'Lekplats A', position: [17.64, 59.86] } as const
  const row = (name: string, latitude: number) => isAnotherPlace(present, { name, position: [17.64, latitude] })
  assert.equal(row('Toalett A', 59.8), true)
  assert.equal(row('Toalett A', 59.8601), false)
  assert.equal(row('Lekplats Norr', 59.8), false)
  assert.equal(isAnotherPlace(present, { name: 'Toalett A' }), false)
})

test('a position in one cell is read in many notations, and a lone decimal comma is one number', () => {
  for (const text of [
    '59.86, 17.64',
    '59,86 17,64',
    'POINT (17.64 59.86)',
    'SRID=4326;POINT Z (17.64 59.86 12.5)',
    '{"type":"Point","coordinates":[17.64,59.86]}',
    '[17.64, 59.86]',
    `59°51'36"N 17°38'24"E`,
    '59°51′36″N 17°38′24″E',
  ]) {
    assert.deepEqual(positionIn(text)?.pair, [17.64, 59.86], text)
  }
  for (const text of ['52,5', '52', 'Uppsala', '{}', '2026-01-05']) assert.equal(positionIn(text), undefined, text)
  assert.deepEqual(positionIn(`48°51'36"N 2°21'O`, true)?.pair, [-2.35, 48.86])
  const altitude = understoodTable('Name;Höhe;Breitengrad;Längengrad\nDom;52,5;50,937417;6,97069')
  assert.deepEqual(positionOf(altitude), [6.97069, 50.937417])
})

test('coordinate systems are known by name, by their code, or by the only grid of the country that holds them', () => {
  const place = (text: string) => positionOf(understoodTable(text)) as readonly [number, number]
  const near = (found: readonly [number, number], longitude: number, latitude: number) =>
    assert.ok(Math.abs(found[0] - longitude) < 0.001 && Math.abs(found[1] - latitude) < 0.001, String(found))
  near(place('Namn;N;E\nTusen;6 638 000;648 000'), 17.642, 59.853)
  near(place('Namn;Plats X (RT90);Plats Y (RT90);X;Y\nA;;;6580994;1628293'), 18.059, 59.33)
  near(place('Name;Easting;Northing;Ward\nHall;530000;180000;A'), -0.128, 51.504)
  near(place('Nom;x_lambert93;y_lambert93\nMairie;652000;6862000'), 2.346, 48.856)
  near(place('Nimi;I-koordinaatti;P-koordinaatti\nKirkko;385000;6672000'), 24.927, 60.169)
  const utm = understoodFeatures(
    [{ id: 'c2', geometry: { type: 'Point', coordinates: [565000, 5930000] }, properties: { name: 'A' } }],
    { facts: { epsg: 25832 } },
  )
  near(positionOf(utm) as [number, number], 9.98, 53.515)
  const unknown = understoodTable('Name;N;E\nA;123456;987654')
  assert.equal(unknown.understanding.system?.certainty, 'asked')
  assert.match(remarksOn(unknown)[0]!, /coordinate system of the positions is unknown: choose one/)
})

test('well-known text of any shape is a position inside it, and names its own system', () => {
  const shapes: Readonly<Record<string, readonly [number, number]>> = {
    'POLYGON((17 59,17.2 59,17.2 59.2,17 59.2,17 59))': [17.1, 59.1],
    'Polygon Z ((17 59 1, 17.2 59 1, 17.2 59.2 1, 17 59.2 1, 17 59 1))': [17.1, 59.1],
    'MULTIPOLYGON (((17 59, 17.2 59, 17.2 59.2, 17 59.2, 17 59)), ((1 1, 1.1 1, 1 1.1, 1 1)))': [17.1, 59.1],
    'LINESTRING(17 59,17.2 59.2)': [17.1, 59.1],
    'MULTIPOINT((17.1 59.1),(18 60))': [17.1, 59.1],
    'MULTIPOINT(17.1 59.1, 18 60)': [17.1, 59.1],
  }
  for (const [text, place] of Object.entries(shapes)) assert.deepEqual(positionIn(text)?.pair, place, text)
  for (const none of ['POLYGON EMPTY', 'POLYGON((17 59', 'POLYGON((17))', 'LINESTRING()']) {
    assert.equal(positionIn(none), undefined, none)
  }
  const cells = ['POINT(17.64 59.86)', 'SRID=3006;POINT(648000 6638000)']
  const rows = cells.map((cell, at) => ({ line: at + 2, cells: [`Place ${at}`, cell] }))
  const mixed = understoodRows(['name', 'geom'], rows)
  assert.equal(mixed.understanding.system?.value, 4326)
})

test('a coordinate may have its letter of the compass without any other sign', () => {
  for (const [latitude, longitude] of [
    ['N59.86', 'E17.64'],
    ['59,86 N', '17,64 Ö'],
    ['59.86°N', '17.64°E'],
  ] as const) {
    const read = understoodTable(`Namn;Lat;Long\nA;${latitude};${longitude}`)
    assert.deepEqual(positionOf(read), [17.64, 59.86], latitude)
  }
  assert.deepEqual(positionOf(understoodTable('name;lat;lon\nA;33.45S;70.66W')), [-70.66, -33.45])
})

test('exchanged coordinates are a question where the file would then lie in its country', () => {
  const text = 'Namn;Lat;Long\nByttkyrkan;17,64;59,86'
  const understood = understoodTable(text)
  assert.deepEqual(understood.understanding.swapped, { value: true, certainty: 'asked' })
  assert.match(remarksOn(understood)[0]!, /seem to be exchanged/)
  const answered = understoodTable(text, { edit: () => ({ swapped: { value: true, certainty: 'sure' } }) })
  assert.deepEqual(positionOf(answered), [17.64, 59.86])
  assert.equal(understoodTable('Namn;Lat;Long\nA;59,86;17,64').understanding.swapped, undefined)
  const unnamed = understoodTable('name;x;y\nA;59.858;17.633\nB;59.871;17.687')
  assert.deepEqual(unnamed.understanding.swapped, { value: true, certainty: 'asked' }, 'in the country of the service')
  assert.equal(understoodTable('name;x;y\nA;55.2708;25.2048').understanding.swapped, undefined, 'Dubai is no question')
  const oneWrong = understoodTable('Namn;Lat;Long\nA;59,86;17,64\nB;59,87;17,65\nC;95;17,7')
  assert.equal(oneWrong.understanding.swapped, undefined, 'one wrong latitude turns no other row round')
  assert.equal(positionOf(oneWrong, 2), undefined)
})

test('a place outside every country is noted as being at sea', () => {
  const remarks = remarksOn(understoodTable('Namn;Lat;Long\nA;55,0;-30,0\nB;59,86;17,64'))
  assert.deepEqual(remarks, ['the place is at sea, outside every country'])
})

test('only the coordinate that cannot be read is named', () => {
  const remarks = remarksOn(understoodTable('Namn;Lat;Long\nA;abc;17,65\nB;59,86;17,64'))
  assert.equal(remarks.length, 1)
  assert.match(remarks[0]!, /'abc' in Lat/)
})

test('rows far from all others, at 0,0, or in another country than they name are noted', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `P${at};59,8${at};17,6${at};Sverige`)
  const understood = understoodTable(
    `Namn;Lat;Long;Land\n${rows.join('\n')}\nFjärran;55,6;13,0;Sverige\nNoll;0;0;Sverige\nNorsk;59,91;10,75;Sverige`,
  )
  assert.match(remarksOn(understood, 20)[0]!, /km away/)
  assert.match(remarksOn(understood, 21)[0]!, /both 0/)
  assert.ok(remarksOn(understood, 22).some((detail) => detail.includes("in NO, but the row names 'Sverige'")))
  assert.deepEqual(remarksOn(understood, 3), [])
})

test('an area in a cell becomes a point inside it, with a note, and a feature without geometry takes its columns', () => {
  const ring = '[[[17.64,59.86],[17.642,59.86],[17.642,59.861],[17.64,59.86]]]'
  const understood = understoodTable(`Namn;geom\nGriftegården;{"type":"Polygon","coordinates":${ring}}`)
  assert.match(remarksOn(understood)[0]!, /a point of its Polygon/)
  const features = understoodFeatures([
    { id: 'n1', geometry: null, properties: { name: 'Utan', lat: 59.86, lon: 17.64 } },
    { id: 'n2', geometry: { type: 'Point', coordinates: [17.65, 59.87] }, properties: { name: 'Med' } },
  ])
  assert.deepEqual(positionOf(features), [17.64, 59.86])
  assert.deepEqual(positionOf(features, 1), [17.65, 59.87])
})

test('words for yes, no, nothing and types are understood, and others are questions', () => {
  const text =
    'Namn;Typ;Toalett;Parkering;Adress\nA;Kyrka;OUI;Nein;NA\nB;Kirche/Kapelle;kanske;Sant;-\nC;Lekplats;FALSE;1;Gatan 1'
  const understood = understoodTable(text)
  assert.deepEqual(bodyOf(understood), {
    name: 'A',
    placeTypes: { churchAndChapel: {} },
    placeDetails: { hasToilet: true, hasParking: false },
  })
  assert.deepEqual(bodyOf(understood, 1), {
    name: 'B',
    placeTypes: { churchAndChapel: {} },
    placeDetails: { hasParking: true },
  })
  assert.deepEqual(remarksOn(understood, 1), ["'kanske' in Toalett has no meaning yet: choose one"])
  assert.deepEqual(remarksOn(understood, 2), ["'Lekplats' in Typ has no meaning yet: choose one"])
  const answered = understoodTable(text, {
    edit: ({ types, flags }) => ({
      types: types.map((type) => (type.text === 'Lekplats' ? { ...type, value: 'external', certainty: 'sure' } : type)),
      flags: flags.map((flag) => (flag.text === 'kanske' ? { ...flag, value: false, certainty: 'sure' } : flag)),
    }),
  })
  assert.deepEqual(bodyOf(answered, 2).placeTypes, { external: {} })
  assert.deepEqual(bodyOf(answered, 1).placeDetails, { hasToilet: false, hasParking: true })
})

test('the order of day and month is asked once, unless the file shows it', () => {
  const dates = (first: string, second: string) => understoodTable(`Namn;Publicerad\nA;${first}\nB;${second}`)
  const unsure = dates('05.01.2026', '2026-02-03')
  assert.deepEqual(unsure.understanding.dates, { value: 'dmy', certainty: 'asked' })
  assert.match(remarksOn(unsure)[0]!, /the day or the month comes first/)
  assert.equal(bodyOf(unsure, 1).published, '2026-02-03')
  assert.equal(bodyOf(dates('05.01.2026', '31.01.2026')).published, '2026-01-05')
  assert.equal(bodyOf(dates('05/01/2026', '01/31/2026')).published, '2026-05-01')
})

test('a cell that cannot be read is left out with a note, never a fault of the row', () => {
  const understood = understoodTable(
    `Namn;Lat;Long;Telefon;Publicerad;Beskrivning\nA;norr;17,64;ingen;snart;ok\nB;59,86;17,64;;2026-01-01;${'x'.repeat(100_001)}`,
  )
  assert.deepEqual(bodyOf(understood), { name: 'A', longDescription: 'ok' })
  assert.ok(remarksOn(understood).some((detail) => detail === "'norr' in Lat is not a coordinate, and is left out"))
  assert.equal(bodyOf(understood, 1).longDescription, undefined)
})

test('an empty cell removes only where the caller has chosen so, and values for new places are apart', () => {
  const text = 'Id;Namn;Telefon;Beskrivning\na;A;;'
  assert.deepEqual(bodyOf(understoodTable(text)), { key: 'a', name: 'A' })
  const removing = understoodTable(text, { edit: () => ({ empty: 'remove' }) })
  assert.deepEqual(bodyOf(removing), { key: 'a', name: 'A', contactInfo: { phone: null }, longDescription: null })
  const [record] = understoodTable(text, {
    edit: () => ({ defaults: { ownerId: 'o', ownerType: 'Församling' } }),
  }).records
  assert.ok(record && 'body' in record)
  assert.deepEqual(record.whenNew, { owner: { id: 'o', type: 'Församling' } })
})

test('faults of the rules are sentences about the row and its columns, without pointers', () => {
  const { understanding } = understoodTable('Namn;Öppettider\nA;mån 9-17')
  const faults = [
    { pointer: '/geolocation', ...reason('required') },
    { pointer: '/name', ...reason('max-characters', { max: 500, count: 501 }) },
    { pointer: '/owner/id', ...reason('required') },
    { pointer: '/owner/type', ...reason('required') },
  ]
  assert.deepEqual(
    plainFaults(faults, understanding, model).map(({ detail }) => detail),
    [
      'no coordinates in this row',
      'Namn: must have at most 500 characters, got 501',
      'no owner in this row: choose the owner of the new places',
    ],
  )
})
