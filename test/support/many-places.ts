import assert from 'node:assert/strict'
import { validPlace } from './client.ts'

/** Imports so many places of one owner into a service. */
export async function addPlacesOfOwner(
  id: string,
  count: number,
  { url, adminKey }: { readonly url: string; readonly adminKey?: string },
): Promise<void> {
  const owner = { id, type: 'Församling' }
  const answer = await fetch(`${url}/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...(adminKey !== undefined && { 'x-api-key': adminKey }) },
    body: Array.from({ length: count }, (_, number) =>
      JSON.stringify(validPlace({ name: `Place ${number}`, owner })),
    ).join('\n'),
  })
  const results = (await answer.text()).trim().split('\n')
  assert.equal(results.filter((line) => line.includes('"created"')).length, count, results.at(-1) ?? '')
}
