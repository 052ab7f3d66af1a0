import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgram } from './program.ts'

const table =
  'Kyrkor i stiftet;;;;;\nNamn;Lat;Long;Höjd;Öppettider;Typ\nKyrkan;59,86;17,64;35,2;mån-fre 10-16;Klockstapel\nKapellet;59,87;17,65;;lunchstängt;Kyrka\n'

test('a file with any headings is planned into a file, which a person edits and imports by', async (context) => {
  const program = await createProgram(context)
  const [file, plan] = [join(program.folder, 'kyrkor.csv'), join(program.folder, 'plan.json')]
  writeFileSync(file, table)
  const run = () => program.run(['import', '--plan', plan, '--updated-by', 'anna', file])
  const planned = await run()
  assert.equal(planned.status, 0, planned.stderr)
  assert.match(planned.stdout, /Namn +name\n.*Lat +latitude\n.*Höjd +not imported\n/s)
  assert.match(planned.stdout, /to be answered: types: 'Klockstapel'/)
  assert.match(planned.stdout, /row 4: no owner in this row.*'lunchstängt'/s)
  assert.match(planned.stdout, /^would be: 2 refused$/m)
  const { understanding } = JSON.parse(readFileSync(plan, 'utf8'))
  assert.equal(understanding.headingLine, 2)
  const types = [{ text: 'Klockstapel', value: 'churchAndChapel' }]
  const defaults = { ownerId: 'loten', ownerType: 'Församling' }
  writeFileSync(plan, JSON.stringify({ understanding: { ...understanding, types, defaults } }))
  const imported = await run()
  assert.equal(imported.status, 0, imported.stderr)
  assert.match(imported.stdout, /^2 created in /)
  assert.match(imported.stderr, /kyrkor.csv:4 .*'lunchstängt'/)
  const { stdout } = await program.run(['export'])
  const places = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  assert.deepEqual(places.map(({ name, placeTypes }) => [name, Object.keys(placeTypes)]).toSorted(), [
    ['Kapellet', ['churchAndChapel']],
    ['Kyrkan', ['churchAndChapel']],
  ])
  await program.serve()
  const other = join(program.folder, 'other.json')
  const over = () => program.run(['import', '--plan', other, '--updated-by', 'anna', file])
  assert.match((await over()).stdout, /Namn +name/)
  writeFileSync(other, JSON.stringify({ understanding: { types, defaults } }))
  const served = await over()
  assert.equal(served.status, 0, served.stderr)
  assert.match(served.stdout, /^2 created/)
})

test('a plan that cannot be read, and options that it says itself, are refused', async (context) => {
  const program = await createProgram(context)
  const [file, plan] = [join(program.folder, 'kyrkor.csv'), join(program.folder, 'plan.json')]
  writeFileSync(file, table)
  for (const [text, more, fault] of [
    ['{', [], /cannot be read/],
    ['{}', [], /no object 'understanding'/],
    ['{"understanding":{"mode":"append"}}', [], /mode/],
    ['{"understanding":{}}', ['--source', 'x'], /--plan .* says source itself/],
    ['{"understanding":{}}', ['--allow-overposting'], /without --allow-overposting/],
    ['{"understanding":{}}', [file], /one file at a time/],
  ] as const) {
    writeFileSync(plan, text)
    const { status, stderr } = await program.run(['import', '--plan', plan, ...more, file])
    assert.equal(status, 2, stderr)
    assert.match(stderr, fault)
  }
})
