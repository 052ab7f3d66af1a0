import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import mobile from 'libphonenumber-js/mobile/examples'
import { countryOf, formatPhone, type Phone, parsePhone } from '../../src/place/phone.ts'
import { runs } from '../support/runs.ts'

const stockholm = { CountryCode: 46, AreaCode: 8, Number: 46500404 }

/** Countries whose whole numbers begin with 0, also behind + and their code. */
const beginWithZero = ['BJ', 'CG', 'CI', 'GA']

test('a telephone number is read as people write it, and its area code split where its country writes a hyphen', () => {
  const texts: [string, string, Phone][] = [
    ['018-12 34 56', 'SE', { CountryCode: 46, AreaCode: 18, Number: 123456 }],
    ['018123456', 'SE', { CountryCode: 46, AreaCode: 18, Number: 123456 }],
    ['08-465 004 04', 'SE', stockholm],
    [' 08–465 00 404 ', 'SE', stockholm],
    ['+46 (0)8 465 004 04', 'NO', stockholm],
    ['0046 8 465 004 04', 'SE', stockholm],
    ['070-123 45 67', 'SE', { CountryCode: 46, AreaCode: 70, Number: 1234567 }],
    ['22 12 34 56', 'NO', { CountryCode: 47, Number: 22123456 }],
    ['(213) 373-4253', 'US', { CountryCode: 1, Number: 2133734253 }],
    ['+44 20 7723 5681', 'SE', { CountryCode: 44, Number: 2077235681 }],
    ['03-1234-5678', 'JP', { CountryCode: 81, AreaCode: 3, Number: 12345678 }],
    // The 0 behind the area code would be lost, so the number is kept whole.
    ['0120-007-110', 'JP', { CountryCode: 81, Number: 120007110 }],
  ]
  for (const [text, country, phone] of texts) assert.deepEqual(parsePhone(text, country), phone, text)
})

const detailOf = (phone: ReturnType<typeof parsePhone>) => ('code' in phone ? phone.detail : '')

test('what is no telephone number, or what its integers cannot keep, is refused with the reason', () => {
  const faults: [string, RegExp][] = [
    ['08-465 004 04 ankn 12', /^must have digits alone, without letters or an extension, got '08-465 004 04 ankn 12'$/],
    ['08-465 004 04 #12', /without letters or an extension/],
    ['0800-KYRKAN', /without letters or an extension/],
    ['+39 06 698 12345', /^has a 0 after \+39, which the integers of a phone cannot keep, /],
    ['465 004 04', /^must be whole, with 0 and its area code, or with \+ and the code of its country, /],
    ['020 7723 5681', /^must be a telephone number of SE, or begin with \+ and the code of its country, /],
    ['08-465 004 04 / 05', /^must be a telephone number of SE/],
    ['112', /^must be a telephone number of SE/],
    ['', /^must be a telephone number of SE.*, got ''$/],
    ['0'.repeat(1000), /^must be a telephone number of SE/],
  ]
  for (const [text, fault] of faults) assert.match(detailOf(parsePhone(text, 'SE')), fault)
  assert.match(detailOf(parsePhone('08-465 004 04', undefined)), /^must be a telephone number, or begin with \+/)
})

test('a telephone number is shown as its country writes it there, and from abroad with + elsewhere', () => {
  const shown = (phone: Phone) => [formatPhone(phone, 'SE'), formatPhone(phone, 'NO'), formatPhone(phone)]
  assert.deepEqual(shown(stockholm), ['08-465 004 04', '+46 8 465 004 04', '+46 8 465 004 04'])
  assert.deepEqual(shown({ AreaCode: 18, Number: 123456 }), ['018-12 34 56', '018-123456', '018-123456'])
  // So short that no format has it, but with the 0 that is dialled first.
  const short = parsePhone('018-12 34 5', 'SE') as Phone
  assert.deepEqual(shown(short), ['01812345', '+46 1812345', '+46 1812345'])
  // What no country has is shown as it is stored.
  for (const phone of [{ CountryCode: 46, AreaCode: 18, Number: 18123456 }]) {
    assert.deepEqual(shown(phone), Array(3).fill('+46 18-18123456'))
  }
  assert.deepEqual(shown({ CountryCode: 999, Number: 1 }), Array(3).fill('+999 1'))
  assert.equal(countryOf('sv'), 'SE')
  assert.equal(countryOf('en-GB'), 'GB')
})

test('the examples of all countries are split and put together again, from home and from abroad', () => {
  const refused = new Set<string>()
  let seen = 0
  for (const country of getCountries()) {
    const example = getExampleNumber(country, mobile)
    if (!example) continue
    for (const text of [example.formatNational(), example.formatInternational(), example.number]) {
      const phone = parsePhone(text, country)
      if ('code' in phone) {
        refused.add(country)
        continue
      }
      assert.equal(`+${phone.CountryCode}${phone.AreaCode ?? ''}${phone.Number}`, example.number, text)
      assert.deepEqual(parsePhone(formatPhone(phone, country), country), phone, text)
      assert.deepEqual(parsePhone(formatPhone(phone), undefined), phone, text)
      seen += 1
    }
  }
  assert.deepEqual([...refused], beginWithZero)
  assert.ok(seen > 600)
})

test('whatever is read as a number is shown as what is read as the same; one of Sweden loses nothing but its 0', () => {
  const text = fc.stringMatching(/^(\+?[1-9]|0)\d{4,13}$/)
  fc.assert(
    fc.property(fc.constantFrom(...getCountries()), text, (country, text) => {
      const phone = parsePhone(text, country)
      fc.pre(!('code' in phone))
      assert.deepEqual(parsePhone(formatPhone(phone, country), country), phone)
      assert.deepEqual(parsePhone(formatPhone(phone), undefined), phone)
    }),
    { numRuns: runs(1000) },
  )
  fc.assert(
    fc.property(fc.stringMatching(/^0[1-9]\d{6,8}$/), (text) => {
      const phone = parsePhone(text, 'SE')
      fc.pre(!('code' in phone))
      assert.equal(`0${phone.AreaCode ?? ''}${phone.Number}`, text)
    }),
    { numRuns: runs(1000) },
  )
})
