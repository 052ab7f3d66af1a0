import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBytesMax } from '../../src/exchange/reading/record.ts'
import { bodies, faults, readText, unreadCells } from './support.ts'

const csv = { format: 'csv' } as const

test('CSV: headings are paths of members in either spelling, in any case', async () => {
  const text = [
    'key;Name;owner.id;OWNER_TYPE;lon;lat;type;placeDetails.hasToilet;contactInfo_phone_AreaCode;tags',
    'a;Åsens kyrka;f1;Församling;17,64;59.85;ChurchAndChapel;ja;18;"u1; u2|u3"',
  ].join('\r\n')
  assert.deepEqual(await readText(text, csv), [
    {
      line: 2,
      body: {
        key: 'a',
        name: 'Åsens kyrka',
        owner: { id: 'f1', type: 'Församling' },
        geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.64, 59.85] } },
        placeTypes: { churchAndChapel: {} },
        placeDetails: { hasToilet: true },
        contactInfo: { phone: { AreaCode: 18 } },
        tags: [{ id: 'u1' }, { id: 'u2' }, { id: 'u3' }],
      },
    },
  ])
})

test('CSV: comma, semicolon, tab and bar are told apart, the format by name and by content', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = `\uFEFF"name"${delimiter}parentKey\nA${delimiter}p\n`
    const expected = [{ name: 'A', parentKey: 'p' }]
    assert.deepEqual(bodies(await readText(text, { name: 'places.csv', pieceSize: 1 })), expected)
    assert.deepEqual(bodies(await readText(text)), expected)
  }
})

test('CSV: a cell may hold line ends, quotes and delimiters; numbers are of the line where a row begins', async () => {
  const text = 'name,longDescription\n\n"a, ""b""","one\r\ntwo\n\nthree"\nc,d\n'
  assert.deepEqual(await readText(text, { ...csv, pieceSize: 2 }), [
    { line: 3, body: { name: 'a, "b"', longDescription: 'one\r\ntwo\n\nthree' } },
    { line: 7, body: { name: 'c', longDescription: 'd' } },
  ])
})

test('CSV: booleans in Swedish, English and digits; what is none is kept for the rules to name', async () => {
  const words = ['true', 'FALSE', 'Ja', 'nej', 'yes', 'no', '1', '0', 'X', 'falskt', 'kanske']
  const records = await readText(`placeDetails_hasWifi\n${words.join('\n')}\n`, csv)
  assert.deepEqual(
    bodies(records).map((body) => (body.placeDetails as { hasWifi: unknown }).hasWifi),
    [true, false, true, false, true, false, true, false, true, false, 'kanske'],
  )
})

test('CSV: a place type that nobody knows is left out, with its column and the nearest one', async () => {
  const records = await readText('key,type\na,ParisHome\nb, parishhome \nc,CHURCHANDCHAPEL\n', csv)
  assert.deepEqual(bodies(records), [
    { key: 'a' },
    { key: 'b', placeTypes: { parishHome: {} } },
    { key: 'c', placeTypes: { churchAndChapel: {} } },
  ])
  assert.deepEqual(unreadCells(records), [
    [2, 'placeTypes', "type is left as it is: must be a place type, got 'ParisHome', did you mean 'ParishHome'?"],
  ])
})

test('CSV: a table without anything in it is one fault', async () => {
  assert.deepEqual(await readText('', { ...csv, name: 'places.csv' }), [
    { line: 1, fault: 'the table is empty: its first row must name the columns' },
  ])
})

test('CSV: opening hours and other objects are JSON in a cell', async () => {
  const records = await readText('name,openHours\nA,"[{""days"":{""mo"":[]}}]"\n', csv)
  assert.deepEqual(bodies(records), [{ name: 'A', openHours: [{ days: { mo: [] } }] }])
})

test('CSV: every wrong heading is named with what was meant, and nothing is read', async () => {
  const records = await readText('nmae,owner_di,slug,name\na,b,c,d\n', csv)
  assert.equal(records.length, 1)
  const fault = faults(records)[0]?.fault ?? ''
  assert.match(fault, /unknown column 'nmae', did you mean 'name'\?/)
  assert.match(fault, /unknown column 'owner_di', did you mean 'owner_id'\?/)
  assert.match(fault, /column 'slug' is set by the service and cannot be imported/)
})

test('CSV: a telephone number beside a part of it is a fault', async () => {
  const records = await readText('contactInfo.phone.AreaCode,phone\n18,08-465 004 04\n', csv)
  assert.deepEqual(faults(records), [
    { line: 1, fault: "columns 'phone' and 'contactInfo_phone_AreaCode' give the same member: keep one" },
  ])
})

test('CSV: two columns for one member are a fault', async () => {
  const records = await readText('lon,longitude\n1,2\n', csv)
  assert.deepEqual(faults(records), [
    { line: 1, fault: "columns 'lon' and 'longitude' give the same member: keep one" },
  ])
})

test('CSV: a bad row is a fault of its own and the rows after it are read', async () => {
  const text = 'name,key\nc,2,3\nd\ne,5\n'
  const records = await readText(text, csv)
  assert.deepEqual(
    faults(records).map(({ line }) => line),
    [2, 3],
  )
  assert.deepEqual(bodies(records), [{ name: 'e', key: '5' }])
})

test('CSV: a quote that does not enclose a whole cell is a letter of it', async () => {
  const text = 'name,key\nKyrkan "Den vita",1\n"Den vita" kyrkan,2\n"a ""b""",3\n"c\nd"e,4\n6" nails,5\n'
  assert.deepEqual(bodies(await readText(text, { ...csv, pieceSize: 1 })), [
    { name: 'Kyrkan "Den vita"', key: '1' },
    { name: '"Den vita" kyrkan', key: '2' },
    { name: 'a "b"', key: '3' },
    { name: '"c\nd"e', key: '4' },
    { name: '6" nails', key: '5' },
  ])
})

const notClosed = 'opens a quote that is not closed, so nothing after it was read'

test('CSV: nothing after a quote that is never closed is taken for a row', async () => {
  const records = await readText('name,key\nz,0\n"a,1\nb,2\nc,3\n', csv)
  assert.deepEqual(records, [
    { line: 2, body: { name: 'z', key: '0' } },
    { line: 3, fault: notClosed },
  ])
  const long = `name,key\n"a,1\n${'b,2\n'.repeat(2_000_000)}`
  assert.deepEqual(await readText(long, csv), [{ line: 2, fault: notClosed }])
})

test('CSV: no line of a text is taken for a row, however long the text or its row is', async () => {
  const row = 'b,changed'
  for (const filler of ['text\n'.repeat(2_100), '\n'.repeat(100_000), `${'x'.repeat(2_000_000)}\n`]) {
    const text = `intro\n${filler}${row}\nend`
    const records = await readText(`name,longDescription\na,"${text}"\nc,d\n`, csv)
    if (text.length > recordBytesMax) {
      assert.deepEqual([faults(records).length, bodies(records)], [1, [{ name: 'c', longDescription: 'd' }]])
    } else assert.deepEqual(bodies(records)[0], { name: 'a', longDescription: text })
    assert.equal(records.length, 2)
  }
  const tooLong = `name,longDescription\n"${'x\n'.repeat(3_000_000)}","${row}\n${row}"\nc,d\n`
  assert.deepEqual(await readText(tooLong, csv), [
    { line: 2, fault: 'is longer than 4194304 bytes' },
    { line: 3_000_004, body: { name: 'c', longDescription: 'd' } },
  ])
})

test('CSV: a text of a row with loose quotes is not taken for a row', async () => {
  const text = 'name,longDescription\nx"y,"one\nb,two"\n"a"b,"one\nb,two"\nc,d,e"\nf,"g\nh",i\n'
  const records = await readText(text, csv)
  const longDescription = 'one\nb,two'
  assert.deepEqual(bodies(records), [
    { name: 'x"y', longDescription },
    { name: '"a"b', longDescription },
  ])
  assert.deepEqual(
    faults(records).map(({ line }) => line),
    [6, 7],
  )
})

test('CSV: the first letter beyond ASCII decides between UTF-8 and Windows-1252', async () => {
  const latin1 = Buffer.from('name\nB\nÅsen\nLotta – \x80\n'.replace('–', '\x96'), 'latin1')
  for (const pieceSize of [1, 9, 1000])
    assert.deepEqual(await readText(latin1, { ...csv, pieceSize }), [
      { line: 2, body: { name: 'B' } },
      { line: 3, body: { name: 'Åsen' } },
      { line: 4, body: { name: 'Lotta – €' } },
    ])
  const mixed = Buffer.concat([Buffer.from('name\nÅsen\n'), latin1.subarray(5)])
  assert.deepEqual(await readText(mixed, csv), [
    { line: 2, body: { name: 'Åsen' } },
    { line: 3, body: { name: 'B' } },
    { line: 4, fault: 'is not UTF-8: save the table as UTF-8' },
    { line: 5, fault: 'is not UTF-8: save the table as UTF-8' },
  ])
  assert.deepEqual(await readText(Buffer.from('name\nOdens\xc3', 'latin1'), csv), [
    { line: 2, body: { name: 'OdensÃ' } },
  ])
})

test('CSV: UTF-16 is known by its mark, or by its first letters', async () => {
  for (const mark of ['\uFEFF', '']) {
    const little = Buffer.from(`${mark}name\tkey\r\nÅsen 😀\t1\r\n`, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big])
      for (const pieceSize of [1, 5, 1000])
        assert.deepEqual(await readText(bytes, { pieceSize }), [{ line: 2, body: { name: 'Åsen 😀', key: '1' } }])
  }
})

test('CSV: the delimiter is that of most rows, whatever stands in cells and above the heading', async () => {
  const name = 'A, B; C'
  const quoted = await readText('name,key\n"A, B; C",1\n"A, B; C",2\n', csv)
  assert.deepEqual(bodies(quoted), [
    { name, key: '1' },
    { name, key: '2' },
  ])
  const decimals = await readText(`name;lat;lon\n${'A;59,86;17,64\n'.repeat(9)}`, csv)
  assert.equal(bodies(decimals).length, 9)
  assert.deepEqual(bodies(await readText('name|key\na, b|1\n', csv)), [{ name: 'a, b', key: '1' }])
  assert.deepEqual(bodies(await readText('name\nA\n', csv)), [{ name: 'A' }])
})

test('CSV: a line sep= names the delimiter and is no row; rows of blank cells are none either', async () => {
  for (const first of ['sep=;', 'SEP=;\r', '"sep=;"']) {
    const records = await readText(`${first}\nname;key\n;\nA, B, C;1\n;;;\n`, { ...csv, pieceSize: 3 })
    assert.deepEqual(records, [{ line: 4, body: { name: 'A, B, C', key: '1' } }])
  }
})

test('CSV: rows may end as on an old Mac', async () => {
  assert.deepEqual(await readText('name;key\rA;1\r"B\rC";2', csv), [
    { line: 2, body: { name: 'A', key: '1' } },
    { line: 3, body: { name: 'B\rC', key: '2' } },
  ])
})

test('D49: a table with a column kind holds entries of the directory', async () => {
  const records = await readText('kind,id,name,contactInfo_email\nowner,f1,Åsens församling,info@asen.example\n', csv)
  assert.deepEqual(bodies(records), [
    { kind: 'owner', id: 'f1', name: 'Åsens församling', contactInfo: { email: 'info@asen.example' } },
  ])
})

test('CSV: nothing but an unfinished heading is one fault', async () => {
  assert.equal(faults(await readText('"name', csv)).length, 1)
})

test('CSV: a telephone number belongs to the country of its row, and is left out where it is none', async () => {
  for (const heading of ['phone', 'Telefon', 'contactInfo.phone']) {
    const rows = [
      '018-12 34 56,59.8,17.6',
      '01 42 34 56 78,48.85,2.35',
      '465 004 04,59.8,17.6',
      '018-12 34 56,,',
      '"{""Number"":1}",,',
      ',59.8,17.6',
    ]
    const records = await readText(`${heading},lat,lon\n${rows.join('\n')}\n`, csv)
    assert.deepEqual(
      bodies(records).map(({ contactInfo }) => contactInfo),
      [
        { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } },
        { phone: { CountryCode: 33, Number: 142345678 } },
        undefined,
        undefined,
        { phone: { Number: 1 } },
        { phone: null },
      ],
    )
    const [area, unknown] = unreadCells(records)
    assert.match(String(area), /^4,contactInfo\.phone,\w+ is left as it is: must be whole, with 0 and its area code/)
    assert.match(String(unknown), /^5,contactInfo\.phone,\w+ is left as it is: .* begin with \+ and the code/)
  }
  const [entry] = bodies(await readText('kind,id,name,phone\nowner,a,A,+44 20 7723 5681\n', csv))
  assert.deepEqual(entry?.contactInfo, { phone: { CountryCode: 44, Number: 2077235681 } })
})
