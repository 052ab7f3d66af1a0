import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { readWorkbook, UnreadableWorkbook } from '../../src/exchange/workbook.ts'
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

test('D61: what is no workbook, and what is too large unpacked, is refused with the reason', async () => {
  const zip = (files: Parameters<typeof zipSync>[0]) => new Uint8Array(zipSync(files))
  const refused = (bytes: Uint8Array<ArrayBuffer>, message: RegExp) =>
    assert.rejects(readWorkbook(bytes), (error) => error instanceof UnreadableWorkbook && message.test(error.message))
  await refused(zip({ 'a.txt': new Uint8Array(3) }), /the workbook cannot be read/)
  await refused(new Uint8Array(Buffer.from('PK\u0003\u0004\u0014', 'latin1')), /the ZIP archive cannot be read/)
  await refused(
    zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(300 * 1024 * 1024) }),
    /at most 268435456 bytes unpacked, got 314572800/,
  )
  const sheet = async (rows: string) => {
    const files = unzipSync(await workbookOf([['a']]))
    return zip({
      ...files,
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    })
  }
  const cell = (address: string) => `<c ${address} t="inlineStr"><is><t>x</t></is></c>`
  assert.equal((await readWorkbook(await sheet(`<row r="2">${cell('r="C2"')}</row>`))).length, 1)
  for (const far of ['r="A1048577"', 'r="XFE1"', "r='XFE1'", 'x=">" r="ZZZ1"'])
    await refused(await sheet(`<row>${cell(far)}</row>`), /at most 1048576 rows/)
  await refused(await sheet('<row r="1048577"/>'), /at most 1048576 rows/)
  for (const odd of ['r="&#65;9999999999"', 'r="ZZZZZZZ1"', 'r="A1e9"', 'r=""', 'x="<" r="A1"'])
    await refused(await sheet(`<row>${cell(odd)}</row>`), /the workbook cannot be read/)
  await refused(
    await sheet(`<row>${cell('r="XFD1"')}</row><row r="5000">${cell('r="A5000"')}</row>`),
    /at most 20000000 cells, got 5000 rows with 16384 columns/,
  )
  const files = unzipSync(await workbookOf([['x'.repeat(2 ** 20)]]))
  const shared = Array.from({ length: 257 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`)
  const xml = `<worksheet><sheetData>${shared.join('')}</sheetData></worksheet>`
  await refused(zip({ ...files, 'xl/worksheets/sheet1.xml': strToU8(xml) }), /at most 268435456 characters/)
  const [fault] = faults(await readAll({ bytes: pieces(zip({ 'a.txt': new Uint8Array(3) })), name: 'a.xlsx' }))
  assert.match(fault?.fault ?? '', /reading stopped: the workbook cannot be read/)
})
