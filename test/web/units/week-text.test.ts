import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCutFrom, readWeek } from '../../../web/hours/week-text.ts'
import { readDay, readMoment } from '../../../web/kit/read-date.ts'

const span = (from: string, to: string) => [{ from, to }]

test('a week and a day are read as people write them', () => {
  assert.deepEqual(readWeek('mån-tis 9-12, 13–17; sat 11.30 till 14, sön stängt'), {
    mo: [...span('09:00', '12:00'), ...span('13:00', '17:00')],
    tu: [...span('09:00', '12:00'), ...span('13:00', '17:00')],
    sa: span('11:30', '14:00'),
    su: [],
  })
  const days = readWeek('alla dagar 9–17, sön stängt')
  assert.deepEqual([days?.sa, days?.su], [span('09:00', '17:00'), []])
  assert.deepEqual(readWeek('lör–mån 22–02 & ons 09–05'), {
    ...Object.fromEntries(['sa', 'su', 'mo'].map((day) => [day, span('22:00', '02:00')])),
    we: span('09:00', '05:00'),
  })
  for (const cut of ['Mon–Fri 9–17', 'Sat 11–14', 'Mon–Fri 9–17, ']) {
    assert.ok(isCutFrom('Mon–Fri 9–17, Sat 11–14', cut), cut)
  }
  for (const other of ['', 'Mon–Fri 9–16', 'sat 11-14', 'Mon–Fri 9–17, Sat 11–14']) {
    assert.ok(!isCutFrom('Mon–Fri 9–17, Sat 11–14', other), other)
  }
  assert.deepEqual(readWeek('9-12, 13-17', ['we']), { we: [...span('09:00', '12:00'), ...span('13:00', '17:00')] })
  const unsure = ['från 9 till 17', 'from 9-17', 'mornings 9-12', 'vardagar 9-17', '9-5', 'mon-fri 9-17, sat 11-']
  for (const wrong of ['', 'sat', 'sat 25-26', 'junk 9-17', '9-', ...unsure]) {
    assert.equal(readWeek(wrong), undefined, wrong)
  }
  for (const text of ['24/12', '24.12.2026', '24 dec', 'tor 24 december 2026', 'Dec 24', '2026-12-24', '12/24']) {
    assert.equal(readDay(text, '2026-06-09'), '2026-12-24', text)
  }
  assert.equal(readDay('1/6', '2026-06-09'), '2027-06-01')
  assert.equal(readDay('1 jan 28', '2026-06-09'), '2028-01-01')
  assert.equal(readDay('29 feb', '2026-06-09'), '2028-02-29')
  for (const wrong of ['31/2', '24', 'julafton']) assert.equal(readDay(wrong, '2026-06-09'), undefined, wrong)
  for (const text of ['24/12 7.30', '24 dec 0730', '2026-12-24 07:30', '24 december 2026 kl 7:30']) {
    assert.equal(readMoment(text, '2026-06-09'), '2026-12-24 07:30', text)
  }
  assert.equal(readMoment('24/12 0730', '2026-06-09'), '2026-12-24 07:30')
  assert.equal(readMoment('24 dec 1930', '2026-06-09'), '2026-12-24 19:30')
  assert.equal(readMoment('24 dec 2075', '2026-06-09'), '2075-12-24 00:00')
  for (const wrong of ['24 dec 2030', '24/12 2026', '24 dec 1899', '1897-12-24']) {
    assert.equal(readMoment(wrong, '2026-06-09'), undefined, wrong)
  }
})
