import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTabSeparated, parseTabSeparated } from '../../../web/bulk/tab-separated.ts'

const cases = [
  [
    'cells and rows',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a line end after the last row',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['empty cells and rows', '\ta\t\n\nb', [['', 'a', ''], [''], ['b']]],
  ['line ends, tabs and quotes in quotes', '"x\ny\tz"\t"a""b"\nc', [['x\ny\tz', 'a"b'], ['c']]],
  ['quotes that enclose no cell', '12" pipe\t"open\t"a"b', [['12" pipe', '"open', '"a"b']]],
] as const

for (const [name, text, rows] of cases) {
  test(`tab-separated text is read: ${name}`, () => assert.deepEqual(parseTabSeparated(text), rows))
  test(`what is written is read as it was: ${name}`, () =>
    assert.deepEqual(parseTabSeparated(formatTabSeparated(rows)), rows))
}

test('no cell is a formula for a spreadsheet, and each is read as it was', () => {
  const cells = ['=1+1', '@a', '+a', '-a!', "'=a", '＝a', '\t=1', '"=1"', '+46 18 123 45', '-1.5', "'a", 'a=b']
  const text = formatTabSeparated([cells])
  assert.equal(text, `'=1+1\t'@a\t'+a\t'-a!\t''=a\t'＝a\t"'\t=1"\t"""=1"""\t+46 18 123 45\t-1.5\t'a\ta=b`)
  assert.deepEqual(parseTabSeparated(text), [cells])
})
