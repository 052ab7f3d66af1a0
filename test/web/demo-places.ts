import assert from 'node:assert/strict'
import { demoRecords } from '../../src/demo/demo.ts'
import type { Client } from '../support/client.ts'

/** Imports the directory of the demo and the first of its 5,000 places, which are at the largest localities of Sweden. */
export async function importDemo(admin: Client, placesMax = 400): Promise<void> {
  let places = 0
  const records = demoRecords().filter(({ kind }) => kind !== undefined || ++places <= placesMax)
  const lines: string[] = []
  for (const record of records) {
    lines.push(JSON.stringify(record))
    if (places === placesMax) break
  }
  const headers = { 'content-type': 'application/x-ndjson' }
  const { status, text } = await admin.post('/v4/import', lines.join('\n'), headers)
  assert.equal(status, 200, text)
  assert.doesNotMatch(text, /"refused"/)
}
