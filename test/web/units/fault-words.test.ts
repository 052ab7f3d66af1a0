import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentences } from '../../../src/common/fault-sentences.ts'
import { eitherOf, filled, type ReasonCode, reason } from '../../../src/common/reason.ts'
import type { JsonObject } from '../../../src/place/json.ts'
import { createModel } from '../../../src/place/model.ts'
import { parsePhone } from '../../../src/place/phone.ts'
import { failureOf, isAway } from '../../../web/api/answered.ts'
import { en, faultText, sv } from '../../../web/words/fault-words.ts'
import { type ProblemAnswer, pointAt, validPlace } from '../../support/client.ts'
import { suite } from '../../support/suite.ts'

const api = suite()

const span = (from: string, to: string) => ({ from, to })

/** Bodies that the service refuses, by what is wrong with them. */
const refused: Readonly<Record<string, JsonObject>> = {
  'a missing name': { name: '' },
  'a name that is too long': { name: 'a'.repeat(1_000) },
  'a number for a text': { name: 5 },
  'a text for a boolean': { placeDetails: { hasWifi: 'perhaps' } },
  'a place outside of the world': { geolocation: pointAt(200, 91) },
  'a date that is none': { published: 'soon' },
  'an end before the beginning': { depublished: '2019-01-01' },
  'a time without an offset': { published: '2026-01-01T10:00' },
  'a moment of a day that is none': { published: '2026-02-30T10:00Z' },
  'a time after the end of a day': { published: '2026-01-01T24:00Z' },
  'a day that is none': { openHours: [{ validFrom: '2026-02-30', days: {} }] },
  'a time that is none': { openHours: [{ days: { mo: [span('nine', '17:00')] } }] },
  'hours at the same time': { openHours: [{ days: { mo: [span('09:00', '12:00'), span('11:00', '13:00')] } }] },
  'a picture without address': { media: { images: [{ title: 'Tornet' }] } },
  'a picture without title': { media: { images: [{ url: 'https://example.org/a.jpg' }] } },
  'two types': { placeTypes: { churchAndChapel: {}, external: {} } },
  'a parent that does not exist': { parent: { id: '00000000-0000-4000-8000-000000000000' } },
  'a parent whose id is none': { parent: { id: 'the church' } },
  'a member that nobody knows': { colour: 'red' },
  'a member that the service sets': { slug: 'norums-kyrka' },
}

for (const [name, members] of Object.entries(refused)) {
  test(`the page has Swedish words for ${name}`, async () => {
    const { status, body } = await api.admin.put<ProblemAnswer>('/v4/place', validPlace(members))
    assert.equal(status, 400)
    assert.ok(body.errors && body.errors.length > 0, body.detail)
    for (const fault of body.errors) assert.notEqual(faultText(fault, 'sv'), fault.detail)
  })
}

test('the page has Swedish words for what is no telephone number', () => {
  const texts = ['08-465 004 04 ankn 2', '+39 06 698 12345', '465 004 04', '112']
  const faults = [...texts.map((text) => parsePhone(text, 'SE')), parsePhone('112', undefined)]
  for (const fault of faults) {
    assert.ok('code' in fault)
    assert.match(faultText(fault, 'sv'), /^(Skriv|Nummer som|”)/)
  }
})

const noUuid = 'the church'
const nobody = '00000000-0000-4000-8000-000000000000'

const hoursOf = (query: string) => api.admin.get<ProblemAnswer>(`/v4/place/${nobody}/hours?${query}`)
const manyFields = () =>
  [...createModel().fields.values()].flatMap(({ kind, name }) => (kind === 'string' ? [name] : []))

/** Refusals of a whole request, whose detail is shown. */
const refusals: Readonly<Record<string, () => Promise<{ readonly body: ProblemAnswer }>>> = {
  'an entry that is not there': () => api.admin.delete(`/directory/tags/${nobody}`),
  'an id that no entry can have': () => api.admin.delete(`/directory/tags/${encodeURIComponent(noUuid)}`),
  'a tag with an id that is none': () => api.admin.put(`/directory/tags/${encodeURIComponent(noUuid)}`, { name: 'a' }),
  'an owner with an id that is none': () => api.admin.put('/directory/owners/%01', { name: 'a' }),
  'an order that nobody knows': () => api.admin.get<ProblemAnswer>('/v4/place?orderby=colour'),
  'an order that is named twice': () => api.admin.get<ProblemAnswer>('/v4/place?orderby=name,name-'),
  'a box whose south lies in the north': () => api.admin.get<ProblemAnswer>('/v4/place?bbox=1,3,2,1'),
  'a box that is none': () => api.admin.get<ProblemAnswer>('/v4/place?bbox=1,2,3'),
  'a point outside of the world': () => api.admin.get<ProblemAnswer>('/v4/place?nearby=200,91'),
  'a moment at which nothing is open': () => api.admin.get<ProblemAnswer>('/v4/place?openAt=soon'),
  'a filter with two operators': () => api.admin.get<ProblemAnswer>('/v4/place?name=^~a'),
  'a filter by a date that is none': () => api.admin.get<ProblemAnswer>('/v4/place?published=soon'),
  'a parameter that nobody knows': () => api.admin.get<ProblemAnswer>('/v4/place?colour=red'),
  'a facet that nobody knows': () => api.admin.get<ProblemAnswer>('/v4/place?facets=colour'),
  'a facet of what has no short values': () => api.admin.get<ProblemAnswer>('/v4/place?facets=created'),
  'more facets than a search takes': () => api.admin.get<ProblemAnswer>(`/v4/place?facets=${manyFields()}`),
  'a member of places that nobody knows': () => api.admin.get<ProblemAnswer>('/v4/place?fields=colour'),
  'two formats': () => api.admin.get<ProblemAnswer>('/v4/place?format=csv,json'),
  'a page that is too large': () => api.admin.get<ProblemAnswer>('/v4/place?limit=501'),
  'a position that is none': () => api.admin.get<ProblemAnswer>('/v4/changes?after=-1'),
  'more revisions than are told at once': () => api.admin.get<ProblemAnswer>(`/v4/place/${nobody}/revisions?limit=501`),
  'a suggestion without words': () => api.admin.get<ProblemAnswer>('/v4/place/suggest'),
  'hours from a date that is none': () => hoursOf('from=soon'),
  'hours that end before they begin': () => hoursOf('from=2026-02-02&to=2026-02-01'),
  'hours of more days than are told': () => hoursOf('from=2026-02-02&to=2027-02-02'),
  'a type that nobody knows': () => api.admin.get<ProblemAnswer>('/v4/place?is=House'),
  'more words than a search takes': () => api.admin.get<ProblemAnswer>(`/v4/place?q=${'a+'.repeat(1_001)}`),
  'a key that is not there': () => api.admin.delete(`/keys/${nobody}`),
}

for (const [name, ask] of Object.entries(refusals)) {
  test(`the page has Swedish words for ${name}`, async () => {
    const { body } = await ask()
    assert.notEqual(faultText(body, 'sv'), body.detail)
  })
}

/** Lines of an import that are refused. */
const lines: Readonly<Record<string, string>> = {
  'a line that is no JSON': '{"broken',
  'a line that is no object': '[1]',
  'an entry of an unknown kind': JSON.stringify({ kind: 'parish', id: '1', name: 'a' }),
  'an entry without an id': JSON.stringify({ kind: 'owner', name: 'a' }),
  'a tag whose id is none': JSON.stringify({ kind: 'tag', id: noUuid, name: 'a' }),
  'a key that is no text': JSON.stringify(validPlace({ key: 5 })),
  'a parent that is named twice': JSON.stringify(validPlace({ key: 'a', parentKey: 'b', parent: { id: nobody } })),
  'a parent key that nothing has': JSON.stringify(validPlace({ key: 'a', parentKey: 'nothing' })),
}

for (const [name, line] of Object.entries(lines)) {
  test(`the page has Swedish words for ${name}`, async () => {
    const ndjson = { 'content-type': 'application/x-ndjson' }
    const { text } = await api.admin.post('/import?dryRun=true&updatedby=tester', line, ndjson)
    const { errors } = JSON.parse(text) as ProblemAnswer
    assert.ok(errors && errors.length > 0, text)
    for (const fault of errors) assert.notEqual(faultText(fault, 'sv'), fault.detail)
  })
}

test('the page does not tell its users how a program would have a member ignored', async () => {
  for (const [member, told] of [
    ['colour', 'Is not a known field.'],
    ['slug', 'Is set by the service and cannot be sent.'],
  ] as const) {
    const { body } = await api.admin.put<ProblemAnswer>('/v4/place', validPlace({ [member]: 'red' }))
    assert.deepEqual(
      body.errors?.map((fault) => faultText(fault, 'en')),
      [told],
    )
  }
})

test('a fault that the page does not know is told as the service tells it', () => {
  const detail = 'must be blue'
  const newer = 'colour' as ReasonCode
  assert.equal(faultText({ detail }, 'sv'), detail)
  assert.equal(faultText({ detail, code: newer, params: {} }, 'sv'), detail)
  const zero = reason('phone-zero', { countryCode: '39', got: '+39 06 698' })
  assert.equal(faultText(zero, 'en'), zero.detail)
})

const namesIn = (sentence: string) => [...sentence.matchAll(/\{\{['“”]?(\w+)['”]?\}\}/g)].map(([, name]) => name!)

test('no sentence of the page names what the service does not fill in, or leaves a name as it is', () => {
  for (const words of [sv, en]) {
    for (const [code, sentence] of Object.entries(words)) {
      const known = namesIn(sentences[code as ReasonCode])
      assert.deepEqual(
        namesIn(sentence).filter((name) => !known.includes(name)),
        [],
        code,
      )
      const params = Object.fromEntries(known.map((name) => [name, name]))
      assert.doesNotMatch(filled(sentence, params, String), /\{\{|\}\}/, code)
    }
  }
})

test('a reason in a reason, a list and a quoted text are told in the language of the reader', () => {
  const type = eitherOf([reason('type-string'), reason('type-null')])
  const wrong = reason('wrong-type', { type, got: reason('type-array') })
  assert.equal(wrong.detail, 'must be a text or null, got a list')
  assert.equal(faultText(wrong, 'sv'), 'Ska vara en text eller null, inte en lista.')
  const choice = reason('one-of', { allowed: ['a', 5, null], got: 'b' })
  assert.equal(choice.detail, "must be one of 'a', 5, null, got 'b'")
  assert.equal(faultText(choice, 'sv'), 'Ska vara något av ”a”, 5, null, inte ”b”.')
  const led = reason('unknown-value', { got: 'c', hint: reason('of-another-route', { routes: ['GET /a', 'GET /b'] }) })
  assert.equal(faultText(led, 'sv'), 'Värdet ”c” är okänt här. Det hör till GET /a, GET /b')
  const phone = reason('phone-of-country', { country: 'SE', got: '112' })
  assert.match(faultText(phone, 'sv'), /inget telefonnummer i Sverige/)
})

test('a search that takes too long is refused, and what answers 503 otherwise is away', () => {
  const failure = (body: unknown, headers: Record<string, string> = {}) =>
    failureOf(new Response(null, { status: 503, headers }), body)
  const problem = { status: 503, code: 'unavailable', detail: 'ask for fewer facets' }
  assert.equal(isAway(failure(problem)), false)
  assert.equal(failure(problem).message, 'ask for fewer facets')
  assert.equal(isAway(failure(problem, { 'Retry-After': '2' })), true)
  for (const other of ['<html>', undefined, {}]) assert.equal(isAway(failure(other)), true)
})
