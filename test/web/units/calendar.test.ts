import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changedDays,
  changedEntries,
  daysWon,
  inOrder,
  isUndatedDay,
  kindOf,
  lacksHours,
  moved,
  otherwiseOf,
  spansOn,
  specialDay,
  undatedDay,
  withDeciding,
  withEntry,
} from '../../../web/hours/calendar.ts'

const span = (from: string, to: string) => [{ from, to }]
const workday = span('10:00', '15:00')
const workdays = { mo: workday, tu: workday, we: workday, th: workday, fr: workday }
const ordinary = { days: { ...workdays, sa: span('10:00', '14:00'), su: span('10:00', '13:00') } }

test('D22: a place that is closed for some time is so on each day, and as before on all others', () => {
  const christmas = { validFrom: '2026-12-24', validTo: '2026-12-24', days: { th: workday } }
  const autumn = { validFrom: '2026-11-01', validTo: '2026-12-15', days: workdays }
  const before = [ordinary, autumn, christmas]
  const after = inOrder(withDeciding(before, { validFrom: '2026-12-01', validTo: '2027-03-31', days: {} }))
  for (const day of ['2026-12-01', '2026-12-14', '2026-12-24', '2027-03-31']) assert.deepEqual(spansOn(after, day), [])
  for (const day of ['2026-11-30', '2027-04-01']) assert.deepEqual(spansOn(after, day), spansOn(inOrder(before), day))
})

test('D22: of the days of a period, those that shorter entries of a place win with other hours are known', () => {
  const eve = { validFrom: '2026-12-24', validTo: '2026-12-24', days: { th: workday } }
  const closedToo = { validFrom: '2026-12-26', validTo: '2026-12-26', days: {} }
  const longer = { validFrom: '2026-12-01', validTo: '2027-01-31', days: workdays }
  const advent = { validFrom: '2026-12-23', validTo: '2026-12-25', days: { we: workday, fr: workday } }
  const period = { validFrom: '2026-12-24', validTo: '2026-12-26', days: {} }
  assert.deepEqual(daysWon([ordinary, eve, closedToo, longer], period), ['2026-12-24'])
  assert.deepEqual(daysWon([ordinary], period), [])
  assert.deepEqual(daysWon([eve], { ...period, validTo: period.validFrom }), [], 'a special day is replaced')
  assert.deepEqual(daysWon([eve], ordinary), [], 'special days are meant to win against ordinary hours')
  const week = { ...period, validTo: '2026-12-31' }
  assert.deepEqual(daysWon([ordinary, advent, eve], week), ['2026-12-24', '2026-12-25'])
  const replaced = inOrder(withDeciding([ordinary, advent, eve], week))
  for (const day of ['2026-12-24', '2026-12-25', '2026-12-31']) assert.deepEqual(spansOn(replaced, day), [])
  assert.deepEqual(spansOn(replaced, '2026-12-23'), workday)
})

test('a new special day has neither a date nor closed hours before somebody gives them', () => {
  assert.equal(kindOf(undatedDay), 'day')
  assert.equal(kindOf({ ...undatedDay, days: {} }), 'period', 'what a new period is')
  assert.ok(isUndatedDay(undatedDay) && !lacksHours(undatedDay))
  const known = specialDay([ordinary, undatedDay], '2026-12-26')
  assert.deepEqual(known, { validFrom: '2026-12-26', validTo: '2026-12-26', days: { sa: span('10:00', '14:00') } })
  assert.ok(!lacksHours(known))
  assert.ok(lacksHours(specialDay([], '2026-12-26')))
  assert.ok(!lacksHours({ ...known, days: { sa: [] } }), 'closed was chosen')
})

test('hours are compared entry by entry, those of the same days with each other', () => {
  const july = { validFrom: '2026-07-01', validTo: '2026-07-31', days: workdays }
  const longer = { ...july, validTo: '2026-08-15' }
  const christmas = { validFrom: '2026-12-24', validTo: '2026-12-24', days: {} }
  const eve = { validFrom: '2026-12-31', validTo: '2026-12-31', days: {} }
  const open = { days: { ...ordinary.days, sa: span('11:00', '14:00') } }
  assert.deepEqual(changedEntries([ordinary], [{ ...ordinary, validTo: '9999-12-31' }]), [])
  assert.deepEqual(changedEntries([ordinary, july, christmas], [open, longer, eve]), [
    { before: christmas, after: undefined },
    { before: ordinary, after: open },
    { before: july, after: longer },
    { before: undefined, after: eve },
  ])
  assert.deepEqual(changedDays(ordinary, open), ['sa'])
  assert.deepEqual(changedDays({ days: { mo: [] } }, {}), [])
  const later = { ...ordinary, validFrom: '2027-01-01' }
  assert.deepEqual([july, later, open].reduce(withEntry, [ordinary, july]), [july, open])
  assert.deepEqual([later].reduce(withEntry, [ordinary]), [ordinary, later])
})

test('D22: what holds without a period is told for each time within it, shorter entries left out', () => {
  const winter = { validFrom: '2027-01-01', validTo: '2027-07-15', days: { mo: workday } }
  const autumn = { validFrom: '2027-07-16', validTo: '2027-12-31', days: { mo: span('09:00', '18:00') } }
  const closed = { validFrom: '2027-07-05', validTo: '2027-07-05', days: { mo: [] } }
  const period = { validFrom: '2027-07-01', validTo: '2027-07-31', days: { mo: workday } }
  const entries = [winter, period, closed, autumn]
  const at = entries.indexOf(period)
  assert.deepEqual(otherwiseOf(entries, at, '2026-06-09').mo, [workday, span('09:00', '18:00')])
  const weekend = { ...period, validTo: '2027-07-04' }
  assert.deepEqual(otherwiseOf(entries.with(at, weekend), at, '2026-06-09').mo, [])
  const beyond = { ...period, validFrom: '2029-07-01', validTo: '2029-07-31' }
  assert.deepEqual(otherwiseOf(entries.with(at, beyond), at, '2026-06-09').mo, [undefined])
})

test('D22: a period that gets other days follows what holds then where it was not changed', () => {
  const winter = { validTo: '2027-07-15', days: { mo: workday, tu: workday } }
  const autumn = { validFrom: '2027-07-16', days: { mo: span('09:00', '18:00'), tu: span('09:00', '18:00') } }
  const fresh = { validFrom: '', validTo: '', days: { mo: workday, tu: span('11:00', '12:00') } }
  const dated = moved([winter, autumn, fresh], 2, { ...fresh, validFrom: '2027-08-01' }, '2026-06-09')
  assert.deepEqual(
    [dated.days?.mo, dated.days?.tu, dated.days?.we],
    [span('09:00', '18:00'), span('11:00', '12:00'), []],
  )
})

test('D22: hours with an end alone are longer than those that begin, and of equally short ones the later wins', () => {
  const untilYearEnd = { validTo: '2026-12-31', days: { mo: workday } }
  const next = { validFrom: '2026-12-01', validTo: '2027-11-30', days: { mo: span('09:00', '18:00') } }
  assert.deepEqual(otherwiseOf([untilYearEnd, next], 0, '2026-06-09').mo, [undefined])
  assert.deepEqual(otherwiseOf([untilYearEnd, next], 1, '2026-06-09').mo, [workday, undefined])
  const twin = { ...next, days: { mo: workday } }
  assert.deepEqual(otherwiseOf([next, twin], 0, '2026-06-09').mo, [undefined])
  assert.deepEqual(otherwiseOf([next, twin], 1, '2026-06-09').mo, [span('09:00', '18:00')])
})

test('D22: a new period without hours takes those of its days, and a period that has its days keeps them', () => {
  const summer = { validFrom: '2027-06-01', validTo: '2027-08-31', days: { mo: workday } }
  const fresh = { validFrom: '', validTo: '', days: {} }
  const dated = moved([summer, fresh], 1, { ...fresh, validFrom: '2027-07-05' }, '2026-06-09')
  assert.deepEqual(dated.days?.mo, workday)
  const closed = { validFrom: '2026-07-01', validTo: '2026-07-31', days: { tu: workday } }
  const later = moved([closed, summer], 0, { ...closed, validFrom: '2027-07-01', validTo: '2027-07-31' }, '2026-06-09')
  assert.deepEqual(later.days?.mo, [])
})

test('D22: of ordinary hours without end those that begin later come into force', () => {
  const former = { validFrom: '2026-01-01', days: { mo: workday } }
  const latter = { validFrom: '2026-09-01', days: { mo: span('09:00', '18:00') } }
  for (const entries of [
    [former, latter],
    [{ ...former, validTo: '9999-12-31' }, latter],
    [{ days: former.days }, latter],
  ]) {
    const ordered = inOrder(entries.toReversed())
    assert.deepEqual(spansOn(ordered, '2026-08-31'), workday)
    assert.deepEqual(spansOn(ordered, '2026-09-07'), span('09:00', '18:00'))
  }
  const july = { validFrom: '2026-07-01', validTo: '2026-07-31', days: {} }
  assert.deepEqual(inOrder([latter, july]), [july, latter])
})
