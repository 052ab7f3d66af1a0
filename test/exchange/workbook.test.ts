import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { openWorkbook, readWorkbook, UnreadableWorkbook } from '../../src/exchange/reading/workbook.ts'
import { WorkbookReader } from '../../src/exchange/reading/workbook-reader.ts'
import { bodies, faults, pieces, readAll } from './support.ts'
import { type Value, workbookOf } from './workbook-of.ts'

const cellsOf = async (rows: readonly (readonly Value[])[], format?: string) =>
  (await readWorkbook(await workbookOf(rows, format))).map(({ line, cells }) => [line, ...cells])

test('D61: the heading of a sheet is found below a title, and rows keep their numbers', async () => {
  const rows = await cellsOf([
    ['Kyrkor i stiftet', null, null],
    [null, null, null],
    ['name', 'latitude', 'longitude'],
    ['Norums kyrka', 58.1, 11.8],
    [null, null, null],
    ['Ödsmåls kyrka', 58.2],
  ])
  assert.deepEqual(rows, [
    [3, 'name', 'latitude', 'longitude'],
    [4, 'Norums kyrka', '58.1', '11.8'],
    [6, 'Ödsmåls kyrka', '58.2', ''],
  ])
})

test('D61: days, times, numbers and answers are read as they are meant', async () => {
  const day = new Date(Date.UTC(2026, 11, 24))
  const moment = new Date(Date.UTC(2026, 11, 24, 8, 30))
  const local = new Date(2026, 11, 24, 8, 30).toISOString()
  const [, row = []] = await cellsOf([
    ['a', 'b', 'c', 'd', 'e'],
    [day, 75310, true, 59.858600000000003, '=1+1'],
  ])
  assert.deepEqual(row, [2, '2026-12-24', '75310', 'true', '59.8586', '=1+1'])
  const [, timed = []] = await cellsOf([['a'], [moment]], 'yyyy-mm-dd hh:mm')
  assert.equal(new Date(String(timed[1])).toISOString(), local)
  const [, clock = []] = await cellsOf([['a'], [new Date(Date.UTC(1899, 11, 31, 17, 0))]], 'hh:mm')
  assert.equal(clock[1], '17:00')
})

test('D61: a workbook is read as a table whatever it is called, with the faults of one', async () => {
  const read = async (rows: readonly (readonly Value[])[], name?: string) =>
    readAll({ bytes: pieces(await workbookOf(rows), 1000), ...(name !== undefined && { name }) })
  for (const name of ['places.xlsx', 'places.csv', undefined]) {
    const records = await read(
      [
        ['key', 'name', 'placeDetails.hasWifi', 'opening_hours'],
        ['a', "'-norr", true, 'Mo 08:00-17:00'],
      ],
      name,
    )
    assert.deepEqual(bodies(records), [
      { key: 'a', name: '-norr', placeDetails: { hasWifi: true }, opening_hours: 'Mo 08:00-17:00' },
    ])
  }
  const wrong = faults(
    await read([
      ['key', 'naem'],
      ['a', 'b'],
    ]),
  )
  assert.match(wrong[0]?.fault ?? '', /unknown column 'naem', did you mean 'name'/)
  const long = faults(
    await read([
      ['key', 'name'],
      ['a', 'b', 'c'],
    ]),
  )
  assert.match(long[0]?.fault ?? '', /has 3 cells where the heading has 2/)
  assert.match(faults(await read([[null]]))[0]?.fault ?? '', /the sheet is empty/)
})

const zip = (files: Parameters<typeof zipSync>[0]) => new Uint8Array(zipSync(files))
const refused = (bytes: Uint8Array<ArrayBuffer>, message: RegExp) =>
  assert.rejects(readWorkbook(bytes), (error) => error instanceof UnreadableWorkbook && message.test(error.message))
const sheetFile = 'xl/worksheets/sheet1.xml'
const sheetXml = (rows: string) => strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
const sheet = async (rows: string) => zip({ ...unzipSync(await workbookOf([['a']])), [sheetFile]: sheetXml(rows) })
const cell = (address: string) => `<c ${address} t="inlineStr"><is><t>x</t></is></c>`

test('D61: addresses beyond a sheet, and too many cells, are refused however they are written', async () => {
  assert.equal((await readWorkbook(await sheet(`<row r="2">${cell('r="C2"')}</row>`))).length, 1)
  const [first, last] = [`<row r="1">${cell('r="XFD1"')}</row>`, '<row r="1048576"><c r="A1048576"/></row>']
  assert.equal((await readWorkbook(await sheet(first + last))).length, 1)
  for (const far of ['r="A1048577"', 'r="XFE1"', "r='XFE1'", 'x=">" r="XFE1"', 'x:r="XFE1"'])
    await refused(await sheet(`<row>${cell(far)}</row>`), /a cell lies at XFD1048576 at most, got (?:A1048577|XFE1)$/)
  await refused(await sheet(`<row>${cell('r="XFE1"').replaceAll(/(?<=<\/?)c/g, ':c')}</row>`), /at most, got XFE1$/)
  await refused(await sheet('<row r="1048577"/>'), /at most, got 1048577$/)
  for (const odd of ['r="&#65;9"', 'r="ZZZZZZZ1"', 'r="A1e9"', 'r=""', 'x="<" r="A1"', `x=' r="A1" ' r="XFE1"`])
    await refused(await sheet(`<row>${cell(odd)}</row>`), /the workbook cannot be read: it has <c/)
  for (const row of [`r="2000">${cell('r="A2000"')}`, `>${cell('r="A2000"')}`, `r="2000">${cell('r="A2"')}`])
    await refused(await sheet(`${first}<row ${row}</row>`), /at most 20000000 cells, got 2000 rows with 16384 columns/)
})

test('D61: addresses are checked in whichever entry of a workbook is its sheet', async () => {
  const files = unzipSync(await workbookOf([['a']]))
  const far = sheetXml(`<row>${cell('r="XFE1"')}</row>`)
  const relations = strFromU8(files['xl/_rels/workbook.xml.rels']!).replace('sheet1.xml', 'sheet1.xml.rels')
  assert.match(relations, /sheet1\.xml\.rels/)
  const named = zip({ ...files, 'xl/_rels/workbook.xml.rels': strToU8(relations), [`${sheetFile}.rels`]: far })
  await refused(named, /at most, got XFE1$/)
  const two = Buffer.from(zip({ ...files, [sheetFile]: far, [sheetFile.replace('1', '2')]: files[sheetFile]! }))
  const twice = two.toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml')
  await refused(new Uint8Array(Buffer.from(twice, 'latin1')), /the ZIP archive has xl\/worksheets\/sheet1\.xml twice/)
})

test('D61: what is no workbook, and what is too large unpacked, is refused with the reason', async () => {
  await refused(zip({ 'a.txt': new Uint8Array(3) }), /the workbook cannot be read/)
  await refused(new Uint8Array(Buffer.from('PK\u0003\u0004\u0014', 'latin1')), /cannot be read: invalid zip data/)
  const corrupt = zip({ 'a.xml': strToU8('x'.repeat(1000)) })
  corrupt[30 + 'a.xml'.length] = 0xff
  await refused(corrupt, /the workbook cannot be read: invalid block type/)
  const large = Buffer.from(zip({ [sheetFile]: new Uint8Array(3) }))
  // The unpacked size in the directory of the archive (APPNOTE.TXT, 4.3.12).
  large.writeUInt32LE(300 * 1024 * 1024, large.lastIndexOf('PK\u0001\u0002') + 24)
  await refused(new Uint8Array(large), /at most 268435456 bytes unpacked, got 314572800/)
  const files = unzipSync(await workbookOf([['x'.repeat(2 ** 20)]]))
  const shared = Array.from({ length: 257 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`)
  await refused(zip({ ...files, [sheetFile]: sheetXml(shared.join('')) }), /at most 268435456 characters/)
  const [fault] = faults(await readAll({ bytes: pieces(zip({ 'a.txt': new Uint8Array(3) })), name: 'a.xlsx' }))
  assert.equal(fault?.fault, 'the file cannot be read: save it again, as .xlsx, .csv or GeoJSON')
})

test('D61: the workbooks of one caller hold half of what all may, until they have been read', async () => {
  const book = await workbookOf([['name'], ['A']])
  const reader = new WorkbookReader(4 * book.length)
  const open = (caller: string) => reader.open(pieces(book), { caller })
  const rowsOf = async ({ rows }: Awaited<ReturnType<typeof open>>) => (await Array.fromAsync(rows)).flat()
  const [one, two] = [await open('a'), await open('a')]
  await assert.rejects(open('a'), /too many workbooks are being read/)
  assert.deepEqual(
    (await rowsOf(one)).map(({ cells }) => cells),
    [['name'], ['A']],
  )
  await two.rows[Symbol.asyncIterator]().return?.()
  const later = await open('b')
  assert.equal((await rowsOf(later)).length, 2)
})

test('D61: a row of a workbook is no longer than one of a table; it is a fault of that row alone', async () => {
  const files = unzipSync(await workbookOf([['x'.repeat(200_000)]]))
  const cells = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((at) => `<c r="${at}2" t="s"><v>0</v></c>`).join('')
  const bytes = zip({
    ...files,
    [sheetFile]: sheetXml(`<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row>`),
  })
  const { rows } = await openWorkbook(bytes)
  assert.deepEqual(
    rows.map(({ cells, faults = [] }) => [cells.length, ...faults.map(({ code }) => code)]),
    [[1], [0, 'max-bytes']],
  )
})

test('D61: a workbook with a tag or a text that no spreadsheet writes is refused before it is parsed', async () => {
  const files = unzipSync(await workbookOf([['name'], ['A']]))
  const book = (rows: string) => zip({ ...files, [sheetFile]: sheetXml(rows) })
  const attributes = Array.from({ length: 9_000 }, (_, at) => `a${at}="1"`).join(' ')
  const long = 'x'.repeat(4 * 2 ** 20 + 1)
  for (const [rows, fault] of [
    [`<row r="1" ${attributes}/>`, /a tag of at most 65536 characters, got \d{5}/],
    [`<row r="1" a=">${'x'.repeat(70_000)}"/>`, /a tag of at most 65536/],
    [`<row r="1" a='${long}`, /a tag of at most 65536/],
    [`<row r="1"><c r="A1" t="inlineStr"><is><t>${long}</t></is></c></row>`, /a text of at most 4194304/],
    [`<!-- <row> ${long}-->`, /a text of at most 4194304/],
    [`<![CDATA[${long}`, /a text of at most 4194304/],
  ] as const) {
    await refused(book(rows), fault)
  }
  const { rows } = await openWorkbook(
    book(`<row r="1" a=">"><c r="A1" t="s"><v>0</v></c></row><!-- ${'x>'.repeat(50_000)} -->`),
  )
  assert.deepEqual(rows[0]?.cells, ['name'])
})
