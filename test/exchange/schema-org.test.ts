import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaOrgPlace } from '../../src/exchange/schema-org.ts'
import type { OpenHours } from '../../src/place/place.ts'

/** The hours of a place in JSON-LD, each without its type: `days or dates opens-closes`. */
function told(openHours: readonly OpenHours[]): string[] {
  const place = schemaOrgPlace({ id: 'x', openHours: [...openHours] }, {})
  const { openingHoursSpecification = [], specialOpeningHoursSpecification = [] } = place
  const all = [openingHoursSpecification, specialOpeningHoursSpecification].flat() as Record<string, string>[]
  return all.map(({ dayOfWeek, validFrom, opens, closes }) => `${dayOfWeek ?? validFrom} ${opens}-${closes}`)
}

test('D56: 24 hours from another time than midnight are two pieces in JSON-LD, on their own two days', () => {
  const span = { from: '18:00', to: '18:00' }
  assert.deepEqual(told([{ days: { sa: [span], su: [span] } }]), [
    'Saturday,Sunday 18:00-00:00',
    'Sunday,Monday 00:00-18:00',
  ])
  assert.deepEqual(told([{ validFrom: '2026-12-31', validTo: '2026-12-31', days: { th: [span] } }]), [
    '2026-12-31 18:00-00:00',
    '2027-01-01 00:00-18:00',
  ])
})

test('D56: 24 hours from midnight are the whole day in JSON-LD, and a night ends before it begins', () => {
  for (const to of ['00:00', '24:00'])
    assert.deepEqual(told([{ days: { mo: [{ from: '00:00', to }] } }]), ['Monday 00:00-23:59'])
  assert.deepEqual(told([{ days: { mo: [{ from: '22:00', to: '02:00' }], tu: [{ from: '08:00', to: '24:00' }] } }]), [
    'Monday 22:00-02:00',
    'Tuesday 08:00-00:00',
  ])
})
