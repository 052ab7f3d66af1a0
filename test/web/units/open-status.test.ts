import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStatusText } from '../../../src/pages/open-status-text.ts'
import { hoursWords } from '../../../web/hours/hours-words.ts'
import { openText } from '../../../web/hours/open-text.ts'

const timeZone = 'Europe/Stockholm'
/** A Saturday, half past eight in the evening. */
const now = new Date('2026-11-21T20:30+01:00')
const readers = {
  en: { words: hoursWords.en, locale: 'en-GB' },
  sv: { words: hoursWords.sv, locale: 'sv-SE' },
}

function statusOf(
  openNow: boolean | undefined,
  nextChange?: string,
): Readonly<Record<'en' | 'sv', string | undefined>> {
  const hours = {
    timeZone,
    ...(openNow !== undefined && { openNow }),
    ...(nextChange && { nextChange }),
  }
  return { en: openStatusText(hours, now, readers.en), sv: openStatusText(hours, now, readers.sv) }
}

test('a closed place says when it opens: today, tomorrow, on a day of the week or at a date', () => {
  assert.deepEqual(statusOf(false, '2026-11-21T22:00+01:00'), {
    en: 'Closed, opens at 22:00',
    sv: 'Stängt, öppnar 22:00',
  })
  assert.deepEqual(statusOf(false, '2026-11-22T10:00+01:00'), {
    en: 'Closed, opens tomorrow at 10:00',
    sv: 'Stängt, öppnar i morgon 10:00',
  })
  assert.deepEqual(statusOf(false, '2026-11-27T10:00+01:00'), {
    en: 'Closed, opens on Friday at 10:00',
    sv: 'Stängt, öppnar på fredag 10:00',
  })
  assert.deepEqual(statusOf(false, '2026-11-28T10:00+01:00'), {
    en: 'Closed, opens 28 November at 10:00',
    sv: 'Stängt, öppnar 28 november 10:00',
  })
})

test('an open place says until when, and on which day where the time alone could be taken for an earlier one', () => {
  assert.equal(statusOf(true, '2026-11-22T04:00+01:00').sv, 'Öppet till 04:00')
  assert.equal(statusOf(true, '2026-11-22T21:00+01:00').sv, 'Öppet till 21:00 i morgon')
  assert.equal(statusOf(true, '2026-11-22T21:00+01:00').en, 'Open until 21:00 tomorrow')
  assert.equal(statusOf(true, '2026-11-24T16:00+01:00').en, 'Open until 16:00 on Tuesday')
})

test('a place that never changes says what it is, and one without hours nothing', () => {
  assert.equal(statusOf(true).sv, 'Öppet')
  assert.equal(statusOf(false).sv, 'Stängt nu')
  assert.deepEqual(statusOf(undefined), { en: undefined, sv: undefined })
})

test('a row of a list says until when, by the clocks of a country with one time zone', () => {
  const words = hoursWords.en
  const week = (span: { from: string; to: string }[]) => ({
    days: { mo: span, tu: span, we: span, th: span, fr: span, sa: span, su: span },
  })
  const at = (time: string) => new Date(`2026-06-09T${time}+02:00`)
  const told = (from: string, to: string, time: string) =>
    openText({ openHours: [week([{ from, to }])], geolocationInfo: { country: 'SE' } }, at(time), words)?.text
  assert.equal(told('09:00', '15:00', '10:00'), words.openUntil('15:00'))
  assert.equal(told('09:00', '15:00', '08:59'), words.opensToday('09:00'))
  assert.equal(told('09:00', '15:00', '15:00'), words.opensOn(words.tomorrow, '09:00'))
  assert.equal(told('20:00', '02:00', '01:30'), words.openUntil('02:00'))
  assert.equal(told('00:00', '24:00', '12:00'), words.openRoundTheClock)
  const thursdays = { days: { th: [{ from: '11:00', to: '12:00' }] } }
  const ofWeek = { openHours: [thursdays], geolocationInfo: { country: 'SE' } }
  assert.equal(openText(ofWeek, at('12:00'), words)?.text, 'Closed, opens on Thursday at 11:00', 'of a Tuesday')
  const untilWednesday = { openHours: [{ validTo: '2026-06-10', ...thursdays }], geolocationInfo: { country: 'SE' } }
  assert.equal(openText(untilWednesday, at('12:00'), words)?.text, words.closedNow, 'nobody knows of Thursday')
  const never = { openHours: [{ days: {} }], geolocationInfo: { country: 'SE' } }
  assert.equal(openText(never, at('12:00'), words)?.text, words.closedNow)
  assert.equal(openText({ ...never, geolocationInfo: { country: 'US' } }, at('12:00'), words), undefined)
  assert.equal(openText({ geolocationInfo: { country: 'SE' } }, at('12:00'), words), undefined)
})
