import assert from 'node:assert/strict'
import { createReadStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import { readRecords } from '../../src/exchange/importing/read-records.ts'
import { openService } from './service.ts'
import { model } from './support.ts'

const folder = resolve(import.meta.dirname, '../../../shared/data')
const file = (name: string) => join(folder, `${name}-nordic.ndjson.gz`)
const skip = existsSync(file('places')) ? false : `${folder} is not there`

const tally = (results: readonly ImportResult[]) => {
  const counts: Record<string, number> = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('real data: every record is accounted for, and a second import writes nothing', { skip }, async (context) => {
  const service = await openService(context)
  const read = (name: string) => readRecords({ bytes: createReadStream(file(name)), name: file(name) }, model)
  assert.deepEqual(tally(await service.import(read('directory'))), { created: 308 })
  const results = await service.import(read('places'))
  assert.deepEqual(tally(results), { created: 21_868 })
  assert.equal(new Set(results.map(({ key }) => key)).size, 21_868)
  const revision = await service.store.lastRevision()
  assert.deepEqual(tally(await service.import(read('places'))), { unchanged: 21_868 })
  assert.equal(await service.store.lastRevision(), revision)
  const children = (await service.export()).filter(({ parentKey }) => parentKey !== undefined)
  assert.equal(children.length, 2_395)
})
