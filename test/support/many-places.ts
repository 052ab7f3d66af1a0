import assert from 'node:assert/strict'
import type { JsonObject } from '../../src/place/json.ts'
import { validPlace } from './client.ts'

/** Imports so many places of one owner into a service. */
export function addPlacesOfOwner(id: string, count: number, service: Address): Promise<void> {
  return addPlaces({ owner: { id, type: 'Församling' } }, count, service)
}

interface Address {
  readonly url: string
  readonly adminKey?: string
}

/** Imports so many places that have these members in common into a service. */
export async function addPlaces(common: JsonObject, count: number, { url, adminKey }: Address): Promise<void> {
  const answer = await fetch(`${url}/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...(adminKey !== undefined && { 'x-api-key': adminKey }) },
    body: Array.from({ length: count }, (_, number) =>
      JSON.stringify(validPlace({ name: `Place ${number}`, ...common })),
    ).join('\n'),
  })
  const results = (await answer.text()).trim().split('\n')
  assert.equal(results.filter((line) => line.includes('"created"')).length, count, results.at(-1) ?? '')
}
