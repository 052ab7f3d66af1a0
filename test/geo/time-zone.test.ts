import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZoneAt } from '../../src/geo/time-zone.ts'

const zones = {
  'Europe/Stockholm': [
    [18.07, 59.33],
    // The last town before Finland, an islet far out, and the southern tip, where a coarse map sees sea or neighbours.
    [24.14, 65.84],
    [19.199, 59.1],
    [13.36, 55.337],
  ],
  'Europe/Mariehamn': [[19.94, 60.1]],
  'Europe/Helsinki': [[24.5, 65.78]],
  'Atlantic/Canary': [[-15.4, 28.1]],
  'Atlantic/Azores': [[-25.6, 37.7]],
  'America/New_York': [[-73.842, 39.018]],
  'America/Denver': [[-105, 39.7]],
  'Australia/Lord_Howe': [[159.08, -31.55]],
  'Etc/GMT+9': [[-140, 40]],
} as const

test('a position has the time zone of its country, or of its part of the country; the high seas have those of ships', () => {
  for (const [zone, positions] of Object.entries(zones)) {
    for (const position of positions) assert.equal(timeZoneAt(position), zone, String(position))
  }
})

test('every position of the earth has a zone that clocks can be set by', () => {
  const known = new Set<string>()
  for (let latitude = -90; latitude <= 90; latitude += 1.5) {
    for (let longitude = -180; longitude <= 180; longitude += 1.5) known.add(timeZoneAt([longitude, latitude]))
  }
  assert.ok(known.size > 200, `${known.size} zones`)
  for (const zone of known) assert.doesNotThrow(() => new Temporal.ZonedDateTime(0n, zone), zone)
})
