import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PlanStore } from '../../src/exchange/importing/plan-store.ts'
import { fieldsOfPlaces } from '../../src/exchange/understanding/columns.ts'
import { sourceOfName } from '../../src/exchange/understanding/understand.ts'
import { cpuMillis } from '../support/markdown-growth.ts'
import { temporaryFolder } from '../support/process.ts'
import { model, understoodRows } from './understood.ts'

/** A time that is linear doubles with the length; one that is quadratic becomes four times as long. */
const ratioMax = 3
const [uncertainMillis, triesMax] = [10, 6]

async function assertLinear(name: string, length: number, work: (length: number) => unknown): Promise<void> {
  let millis: number[] = []
  for (let tries = 0; tries < triesMax; tries++) {
    millis = []
    for (const one of [length, 2 * length]) {
      const began = cpuMillis()
      await work(one)
      millis.push(cpuMillis() - began)
    }
    if (millis[1]! <= ratioMax * millis[0]! + uncertainMillis) return
  }
  assert.fail(`${name}: ${millis.join(' and ')} ms for a length and its double`)
}

/** Understands a table of 200 columns and one row. */
function wide(heading: string, cell: string): void {
  const headings = Array.from({ length: 200 }, (_, at) => `h${at} ${heading}`)
  understoodRows(headings, [{ line: 2, cells: headings.map(() => cell) }])
}

/** Understands a row with one cell in a column. */
function narrow(heading: string, cell: string): void {
  understoodRows(['Namn', heading], [{ line: 2, cells: ['Kyrkan', cell] }])
}

test('a table is understood in a time that is linear in its length, whatever its headings and cells are', async () => {
  for (const unit of ['ab ', 'a0', 'name ', 'nom de ', 'a.', '(', 'name'])
    await assertLinear(`headings of ${unit}`, 2_000, (length) => wide(unit.repeat(length), 'x'))
  for (const unit of ['@', 'a@', '1 ', '°', '1,', 'POINT(', '-1', '{', 'h:', ' '])
    await assertLinear(`cells of ${unit}`, 400, (length) => wide('', unit.repeat(length)))
  for (const [heading, unit] of [
    ['Telefon', '1 / '],
    ['Telefon', '018-12 34 56 och '],
    ['Webb', 'https://a.example '],
    ['Webb', 'a@b.example,'],
    ['Öppettider', 'mån 10-12, '],
    ['Öppettider', 'Mo 10:00-12:00; '],
    ['Taggar', 'a;'],
    ['Adress', 'a\n'],
    ['Beskrivning', '\r\n'],
    ['Koordinater', '59.86, '],
  ] as const)
    await assertLinear(`${heading} of ${unit}`, 20_000, (length) => narrow(heading, unit.repeat(length)))
  for (const unit of ['1', '1 ', ' ', '(', '),(', '1 1,'])
    await assertLinear(`a polygon of ${unit}`, 20_000, (length) =>
      narrow('Koordinater', `MULTIPOLYGON(((${unit.repeat(length).slice(0, 90_000)})))`),
    )
})

test('one long cell is read in a time that is linear in its length, in whatever column it is', async () => {
  const fields = fieldsOfPlaces(model).filter((field) => field !== 'type')
  for (const unit of [' ', '\n ', '1 ', 'a; ', '((', '-', '°', ', ']) {
    const texts = (length: number) => [`10-12${unit.repeat(length)}x`, `POLYGON${unit.repeat(length)}x`]
    await assertLinear(`cells of '${unit}'`, 10_000, (length) => {
      for (const text of texts(length)) {
        const edit = () => ({
          columns: fields.map((field) => ({ heading: field, field, certainty: 'sure' as const, samples: [] })),
        })
        understoodRows(fields, [{ line: 2, cells: fields.map(() => text) }], { edit })
      }
    })
  }
})

test('the source of a file is found in a time that is linear in the length of its name', async () => {
  for (const unit of ['1', '-', '1-', ' ', '.csv', 'a1']) {
    await assertLinear(`a name of '${unit}'`, 50_000, (length) => sourceOfName(`${unit.repeat(length)}x.csv`))
  }
})

test('long rows of a plan are read in a time that is linear in their length', async (context: TestContext) => {
  const plans = await PlanStore.open({ folder: temporaryFolder(context), elapsed: () => 0 })
  context.after(() => plans.close())
  await assertLinear('a row', 8_000_000, async (length) => {
    const plan = await plans.create('anna', () => true)
    await plan.add([{ line: 1, cells: ['x'.repeat(length)] }])
    const rows = await Array.fromAsync(plan.read())
    assert.equal(rows.flat().length, 1)
    await plans.remove(plan)
  })
})
