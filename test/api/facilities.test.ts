import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facilities } from '../../src/place/facilities.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

/** A body in which the member at a dotted path has this value. */
function bodyWith(path: string, value: boolean): JsonObject {
  return path.split('.').reduceRight<JsonObject | boolean>((inner, name) => ({ [name]: inner }), value) as JsonObject
}

test('D31: every facility is a filter, counted by facets, and a property and a column of its own', async () => {
  const here = api.scene()
  for (const { path } of facilities) {
    await here.addAll(
      { name: `with ${path}`, ...bodyWith(path, true) },
      { name: `no ${path}`, ...bodyWith(path, false) },
    )
  }
  for (const { path, field } of facilities) {
    assert.deepEqual(await here.names(`${field}=true`), [`with ${path}`])
    assert.deepEqual(await here.names(`${field}=false`), [`no ${path}`])
    const { Facets } = accepted(await here.search(`facets=${field}&limit=0`)) as unknown as { Facets: JsonObject }
    assert.deepEqual((Facets[field] as readonly JsonObject[]).map(({ count }) => count).toSorted(), [1, 1], field)
  }
  const one = `/place?owner_id=${here.owner}&fields=name,${facilities.map(({ field }) => field).join()}`
  const table = (await api.admin.get(`${one}&format=csv`)).text
  for (const { path } of facilities) assert.ok(table.split('\r\n', 1)[0]?.includes(path.replaceAll('.', '_')), table)
})
