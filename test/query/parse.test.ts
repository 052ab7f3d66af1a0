import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/common/problem.ts'
import { createModel } from '../../src/place/model.ts'
import type { Visibility } from '../../src/place/visibility.ts'
import { facetName } from '../../src/query/facets.ts'
import { parseSearch } from '../../src/query/parse.ts'
import { type OrderKey, readsNames } from '../../src/query/query.ts'
import { searchParameters } from '../../src/query/search-parameters.ts'
import { arbitrarySight } from '../support/generate-query.ts'
import { placeIdOf } from '../support/pools.ts'
import { runs } from '../support/runs.ts'

const model = createModel()
const parse = (query: string, sees: Visibility = 'public') => parseSearch(query, { model, sees })
const encode = (value: string) => encodeURIComponent(value)
const filter = (name: string, value: string) => parse(`${name}=${encode(value)}`).query.filters[0]?.anyOf
const not = (test: object) => ({ negated: true, test })
const is = (test: object) => ({ negated: false, test })
const equal = (value: string | number | boolean) => ({ is: 'equal', value })
const missing = { is: 'missing' }
const words = (present: string[], absent: string[][] = []) => ({ is: 'words', present, absent })
const between = (from: string | number, to: string | number) => ({
  is: 'between',
  from: typeof from === 'number' ? from : Date.parse(from),
  to: typeof to === 'number' ? to : Date.parse(to),
})
const order = (query: string) => parse(query).query.order.map(show)
const show = (key: OrderKey) => `${key.by === 'field' ? key.field.name : key.by}${key.descending ? '-' : ''}`
const refuses = (query: string, message: RegExp) =>
  assert.throws(() => parse(query), { code: 'invalid-parameter', message }, query)

test('an empty query asks for the first 100 visible places by name', () => {
  const { query, expand, test: sample } = parse('')
  assert.deepEqual(query, {
    filters: [],
    types: { types: 'all', partial: false },
    includeDeleted: false,
    includeNonPublished: false,
    order: [{ by: 'field', field: model.fields.get('name'), descending: false }],
    offset: 0,
    limit: 100,
  })
  assert.deepEqual(expand, { owner: false, categories: false, tags: false, distance: false })
  assert.equal(sample, false)
})

for (const [value, alternatives] of [
  ['Åby', [is(equal('åby'))]],
  ['A\u030aBY', [is(equal('åby'))]],
  ['!a', [not(equal('a'))]],
  ['^A b', [is({ is: 'prefix', value: 'a b' })]],
  ['!^a', [not({ is: 'prefix', value: 'a' })]],
  ['~Sankt  Per', [is(words(['sankt', 'per']))]],
  ['!~a b', [not(words(['a', 'b']))]],
  ['~a !b c', [is(words(['a', 'c'], [['b']]))]],
  ['~!b', [is(words([], [['b']]))]],
  ['~a !b-c !- !d', [is(words(['a'], [['b', 'c'], ['d']]))]],
  ["~S:t-Per's", [is(words(['s', 't', 'per', 's']))]],
  ['~a - b', [is(words(['a', 'b']))]],
  ['~ a', [is(words(['a']))]],
  ['~a ^b', [is(words(['a', 'b']))]],
  ['', [is(missing)]],
  ['!', [not(missing)]],
  ['a,b', [is(equal('a')), is(equal('b'))]],
  [' a\t,\u00a0b ', [is(equal('a')), is(equal('b'))]],
  ['a,  ,! ', [is(equal('a')), is(missing), not(missing)]],
  [' ! a,^ b,!~ c', [not(equal('a')), is({ is: 'prefix', value: 'b' }), not(words(['c']))]],
  [',a', [is(missing), is(equal('a'))]],
  ['a,', [is(equal('a')), is(missing)]],
  ['!,!a,^b', [not(missing), not(equal('a')), is({ is: 'prefix', value: 'b' })]],
  ['a\\,b', [is(equal('a,b'))]],
  ['\\!', [is(equal('!'))]],
  ['\\!a', [is(equal('!a'))]],
  ['!\\!a', [not(equal('!a'))]],
  ['\\^a', [is(equal('^a'))]],
  ['\\~a', [is(equal('~a'))]],
  ['^\\~a', [is({ is: 'prefix', value: '~a' })]],
  ['a\\\\,b', [is(equal('a\\')), is(equal('b'))]],
  ['a\\b', [is(equal('a\\b'))]],
  ['a\\', [is(equal('a\\'))]],
  ['a!b^c~d', [is(equal('a!b^c~d'))]],
  ['~\\!a', [is(words(['a']))]],
] as const) {
  test(`D27, D28: name=${value}`, () => assert.deepEqual(filter('name', value), alternatives))
}

for (const [value, range] of [
  ['2026-01-31', between('2026-01-31T00:00Z', '2026-01-31T23:59:59.999Z')],
  ['20260131', between('2026-01-31T00:00Z', '2026-01-31T23:59:59.999Z')],
  ['2026-01-01T10:00Z', between('2026-01-01T10:00Z', '2026-01-01T10:00:59.999Z')],
  ['2026-01-01T10:00-05:00', between('2026-01-01T15:00Z', '2026-01-01T15:00:59.999Z')],
  ['2026-01-01T10:00:00.12345Z', between('2026-01-01T10:00:00.123Z', '2026-01-01T10:00:00.123Z')],
  ['2026-01-01-2026-01-02', between('2026-01-01T00:00Z', '2026-01-02T23:59:59.999Z')],
  ['20260101-20260102', between('2026-01-01T00:00Z', '2026-01-02T23:59:59.999Z')],
  ['2026-01-01T10:00-05:00-2026-01-02T10:00+02:00', between('2026-01-01T15:00Z', '2026-01-02T08:00:59.999Z')],
  ['2026-01-01-', between('2026-01-01T00:00Z', Number.POSITIVE_INFINITY)],
  ['-2026-01-01', between(Number.NEGATIVE_INFINITY, '2026-01-01T23:59:59.999Z')],
  ['2026-01-01-2026-01-01T10:00Z', between('2026-01-01T00:00Z', '2026-01-01T10:00:59.999Z')],
] as const) {
  test(`D29, D30: created=${value}`, () => assert.deepEqual(filter('created', value), [is(range)]))
}

test('D27: a list of dates mixes null, ranges and negation', () => {
  const [first, second, third] = filter('depublished', ',2026-01-01-,!2027-01-01') ?? []
  assert.deepEqual(first, is(missing))
  assert.equal(second?.test.is, 'between')
  assert.equal(third?.negated, true)
})

test('D5: inside a date a space before HH:mm is the + of an offset, however it was written', () => {
  const expected = [is(between('2026-01-01T09:00Z', '2026-01-01T09:00:59.999Z'))]
  for (const offset of ['+', '%2B', '%20']) {
    assert.deepEqual(parse(`created=2026-01-01T10:00${offset}01:00`).query.filters[0]?.anyOf, expected)
  }
  const range = parse('created=2026-01-01T10:00+01:00-2026-01-02T10:00+01:00').query.filters[0]?.anyOf
  assert.deepEqual(range, [is(between('2026-01-01T09:00Z', '2026-01-02T09:00:59.999Z'))])
})

for (const value of [
  '2026-02-30',
  '2026-01-01T24:00Z',
  '2026-01-01T10:00',
  '2026-01-01T10:00:60Z',
  '2026',
  'x',
  '-',
  '!-',
  '2026-01-02-2026-01-01',
  '2026-01-01--',
  '--2026-01-01',
  '2026-01-01-x',
  '^2026-01-01',
  '~2026',
  '2026-01-01 10:00Z',
]) {
  test(`D29, D30: created=${value} is refused`, () => refuses(`created=${encode(value)}`, /^created /))
}

test('D28: numbers and booleans take exact values, sets, null checks and !', () => {
  assert.deepEqual(filter('contactinfo_phone_number', '46,!-1.5e1,,-0'), [
    is(equal(46)),
    not(equal(-15)),
    is(missing),
    is(equal(0)),
  ])
  assert.deepEqual(filter('placedetails_hastoilet', 'true,!false,!'), [
    is(equal(true)),
    not(equal(false)),
    not(missing),
  ])
})

for (const [query, message] of [
  ['name=!!a', /^name takes one ! in front/],
  ['name=^', /^name has nothing behind its operator \^/],
  ['name=~', /^name has nothing behind its operator ~/],
  ['name=^+', /nothing behind its operator \^/],
  ['name=~+', /nothing behind its operator ~/],
  ['name=!^', /nothing behind/],
  ['name=!~', /nothing behind/],
  ['name=~a+!', /nothing behind its operator !/],
  ['name=~-', /no letter or digit/],
  ['name=^!a', /^name takes one operator, got \^!/],
  ['name=^^a', /one operator/],
  ['name=~~a', /one operator/],
  ['name=~!!a', /one operator/],
  ['name=a,^', /nothing behind/],
  ['longdescription=a', /^longdescription takes ~/],
  ['longdescription=^a', /^longdescription takes ~/],
  ['contactinfo_phone_number=^4', /^contactinfo_phone_number is not a text, so the operator \^ cannot be used on it/],
  ['contactinfo_phone_number=0x10', /must be a number/],
  ['contactinfo_phone_number=1e999', /must be a number/],
  ['placedetails_hastoilet=yes', /must be true or false, got 'yes'/],
  ['placedetails_hastoilet=~true', /the operator ~ cannot/],
  ['id=', /^id takes plain values only/],
  ['id=a,,b', /^id takes plain values only/],
  ['id=!', /^id takes plain values only/],
  ['id=^a', /^id takes plain values only/],
  ['id=!a', /^id takes plain values only/],
  ['owner=x', /^unknown parameter 'owner', did you mean/],
  ['owner_naem=x', /did you mean 'owner_name'/],
  ['geolocation_type=x', /^unknown parameter/],
  ['limit=501', /^limit must be an integer from 0 to 500, got '501'/],
  ['limit=-1', /^limit must be/],
  ['offset=-1', /^offset must be/],
  ['offset=1.5', /^offset must be/],
  ['nearbyradius=5', /^nearbyRadius needs nearby/],
  ['nearby=1,2&nearbyradius=0', /positive number/],
  ['nearby=1,2&nearbyradius=-5', /positive number/],
  ['nearby=1,2&nearbyradius=NaN', /positive number/],
  ['nearby=181,2', /^nearby must be/],
  ['nearby=1,91', /^nearby must be/],
  ['nearby=1', /^nearby must be/],
  ['nearby=1,2,3', /^nearby must be/],
  ['nearby=1;2', /^nearby must be/],
  ['bbox=1,2,3', /^bbox must be/],
  ['bbox=1,2,3,4,5', /^bbox must be/],
  ['bbox=1,5,3,4', /south below its north, got 5 and 4/],
  ['bbox=1,2,3,91', /^bbox must be/],
  ['expand=distance', /needs nearby/],
  ['expand=parent', /^expand does not know 'parent'/],
  ['include=drafts', /^include does not know 'drafts'/],
  ['is=Church', /^is does not know 'Church', did you mean 'ChurchAndChapel'/],
  ['is=foo', /^is does not know 'foo'; the known ones are \*, ChurchAndChapel, /],
  ['foo=1', /^unknown parameter 'foo'; the known ones are offset, limit, .* and \d+ more$/],
  ['lon=3', /^unknown parameter 'lon', did you mean 'nearby'\?$/],
  ['geolocation=3,4', /'geolocation', did you mean 'nearby' or 'bbox'\?$/],
  ['ids=a', /'ids', did you mean 'id'\?$/],
  ['placetype=a', /'placetype', did you mean 'is'\?$/],
  ['type=a', /'type', did you mean 'is'\?$/],
  ['pageSize=3', /'pageSize', did you mean 'limit'\?$/],
  ['count=3', /'count', did you mean 'limit'\?$/],
  ['category=a', /'category', did you mean 'categories_id'\?$/],
  ['is=!Cemetery', /^is takes no !, got '!Cemetery'; name what is wanted instead$/],
  ['orderby=-name', /^orderby does not know '-name', did you mean 'name-'\?$/],
  ['orderby=name+desc', /^orderby does not know 'name desc', did you mean 'name-'\?$/],
  ['orderby=name:desc', /did you mean 'name-'\?$/],
  ['orderby=name+Descending', /did you mean 'name-'\?$/],
  ['orderby=name+asc', /did you mean 'name'\?$/],
  ['orderby=name,desc', /^orderby does not know 'desc'; a - behind the name of a field makes it descending/],
  ['orderby=nam-', /did you mean 'name-'\?$/],
  ['orderby=-foo', /'-foo'; the known ones are distance, /],
  ['city=Uppsala', /did you mean 'visitinginfo_city'\?/],
  ['x=1', /^unknown parameter 'x'; the known ones are offset, /],
  ['orderby=foo', /^orderby does not know 'foo'; the known ones are distance, relevance, /],
  ['test=1', /^test must be true or false/],
  ['orderby=nam', /^orderby does not know 'nam', did you mean 'name'/],
  ['orderby=name,NAME-', /names 'name' twice/],
  ['orderby=categories_id', /no field with several values/],
  ['orderby=longdescription', /no long text/],
  ['orderby=distance', /needs nearby/],
  ['orderby=relevance', /needs q/],
  ['limit=1&limit=2', /takes one value/],
  ['name=%ff', /not percent-encoded/],
] as const) {
  test(`D3, D4, D28, D33: ${query} is refused`, () => refuses(query, message))
}

for (const [value, says] of [
  ['2026-02-30', 'must have a day that exists'],
  ['2026-01-01-2026-02-30', 'must have a day that exists'],
  ['20260230', 'must have a day that exists'],
  ['2026-01-01T24:00Z', 'must have a time from 00:00 to 23:59:59 (24:00 is 00:00 of the next day)'],
  ['20260101T2400Z-', 'must have a time from 00:00 to 23:59:59 (24:00 is 00:00 of the next day)'],
  ['2026-01-01T10:00:60Z', 'must have a time from 00:00 to 23:59:59 (24:00 is 00:00 of the next day)'],
  ['2026-01-01T10:00', 'must have an offset behind its time, as in 10:00Z or 10:00+01:00'],
  ['2026-01-01T10:00-2026-01-02', 'must have an offset behind its time, as in 10:00Z or 10:00+01:00'],
  [
    '2026-01-01T10:00-05:00-2026-01-02T10:00:00.123',
    'must have an offset behind its time, as in 10:00Z or 10:00+01:00',
  ],
] as const) {
  test(`D29: what is wrong with created=${value} is said`, () => {
    assert.throws(() => parse(`created=${encode(value)}`), { message: `created ${says}, got '${value}'` })
  })
}

test('D45: all faults of a search are told at once', () => {
  refuses(
    'foo=1&limit=501&name=^&created=2026-02-30&nearby=1&orderby=nam&bbox=1&openat=x&facets=owner_nam',
    /^9 faults: \(1\) unknown parameter 'foo'.*\(2\) limit .*\(3\) nearby must.*\(9\) facets does not know/,
  )
  refuses('nearby=1&expand=distance&orderby=distance', /^nearby must be [^(]*$/)
})

test('D3: blanks around a number do not count, wherever it stands', () => {
  const { query } = parse('limit=+5&offset=%201&nearby=%2017,59%20&nearbyradius=+5&bbox=1,+2,3+,4')
  assert.deepEqual([query.limit, query.offset, query.nearby], [5, 1, { center: [17, 59], radiusMetres: 5 }])
  assert.deepEqual(query.bbox, [1, 2, 3, 4])
  assert.deepEqual(filter('contactinfo_phone_number', ' 42,7 '), [is(equal(42)), is(equal(7))])
})

test('D27: white space around an element is no part of it, on every kind of field', () => {
  assert.deepEqual(filter('id', ' A , b'), [is(equal('a')), is(equal('b'))])
  assert.deepEqual(filter('placedetails_hastoilet', ' true ,! false, '), [
    is(equal(true)),
    not(equal(false)),
    is(missing),
  ])
  const day = between('2026-01-01T00:00Z', '2026-01-01T23:59:59.999Z')
  const since = between('2026-01-01T00:00Z', Number.POSITIVE_INFINITY)
  assert.deepEqual(filter('created', ' 2026-01-01 , ! 2026-01-01-'), [is(day), not(since)])
})

test('D28: id takes a set of plain values', () => {
  assert.deepEqual(filter('ID', 'A-1,b'), [is(equal('a-1')), is(equal('b'))])
})

for (const [name, value, alternatives] of [
  ['id', 'A,b,a', [is(equal('a')), is(equal('b'))]],
  ['name', 'a,!a,A,^a,a,!a,^a', [is(equal('a')), not(equal('a')), is({ is: 'prefix', value: 'a' })]],
  ['name', '~s,~S,~s !t,!~s,~s !t', [is(words(['s'])), is(words(['s'], [['t']])), not(words(['s']))]],
  ['name', ',!,,!', [is(missing), not(missing)]],
  ['contactinfo_phone_number', '1,1.0,-1', [is(equal(1)), is(equal(-1))]],
] as const) {
  test(`${name}=${value} asks for each alternative once`, () => assert.deepEqual(filter(name, value), alternatives))
}

test('intervals that differ in the end that is open are two alternatives', () => {
  const [since, until, none] = filter('created', '2026-01-01-,-2026-01-01,2026-01-01-') ?? []
  assert.deepEqual(since, is(between('2026-01-01T00:00Z', Number.POSITIVE_INFINITY)))
  assert.deepEqual(until, is(between(Number.NEGATIVE_INFINITY, '2026-01-01T23:59:59.999Z')))
  assert.equal(none, undefined)
})

test('D3: a filter given twice is two filters', () => {
  assert.equal(parse('name=!a&NAME=!b').query.filters.length, 2)
})

test('D32: the default order follows nearby, then q, then the name', () => {
  assert.deepEqual(order('nearby=1,2&q=x'), ['distance'])
  assert.deepEqual(order('q=x'), ['relevance', 'name'])
  assert.deepEqual(order('q=--'), ['name'])
  assert.deepEqual(order('q='), ['name'])
})

test('D33: orderby names fields, distance and relevance, and - reverses', () => {
  assert.deepEqual(order('orderby=Owner_Name,created-&orderby=distance-,relevance&q=x&nearby=1,2'), [
    'owner_name',
    'created-',
    'distance-',
    'relevance',
  ])
  assert.deepEqual(order('orderby=relevance&q=--'), ['name'])
})

test('D32, D64: q is cut into terms and words; what holds no letter or digit is ignored', () => {
  assert.deepEqual(parse('q=+S:t++S:x+Pers-KYRKA+%26+').query.fullText, {
    terms: [['sankt'], ['s', 'x'], ['pers', 'kyrka']],
    sees: 'public',
  })
  assert.equal(parse('q=x', 'media').query.fullText?.sees, 'media')
  assert.equal(parse('q=%26').query.fullText, undefined)
})

test('D13: is chooses types and Partial apart', () => {
  const types = (query: string) => parse(query).query.types
  assert.deepEqual(types('is=*'), { types: 'all', partial: true })
  assert.deepEqual(types('is=partial'), { types: [], partial: true })
  assert.deepEqual(types('is=cemetery,CHURCHANDCHAPEL'), { types: ['churchAndChapel', 'cemetery'], partial: false })
  assert.deepEqual(types('is='), { types: 'all', partial: false })
})

test('D13: a filter on the parent that can find nothing without Partial gives a hint', () => {
  for (const query of ['parent_id=a', 'parent_id=a,b', 'parent_id=!', 'parent_name=^a&is=Cemetery']) {
    assert.match(parse(query).hint ?? '', /^parent_(id|name) finds parts .* only with is=Partial or is=\*$/, query)
  }
  for (const query of [
    'parent_id=a&is=*',
    'parent_id=a&is=partial',
    'parent_id=',
    'parent_id=!a',
    'parent_id=a,',
    'q=a',
  ]) {
    assert.equal(parse(query).hint, undefined, query)
  }
})

test('D4, D34, D35: positions, radius and box', () => {
  const { query } = parse('nearby=-17.5,59&nearbyRadius=1e3&bbox=170,-10,-170,10')
  assert.deepEqual(query.nearby, { center: [-17.5, 59], radiusMetres: 1000 })
  assert.deepEqual(query.bbox, [170, -10, -170, 10])
})

test('D37: test=true has its own default limit, and the rest is checked', () => {
  assert.deepEqual([parse('test=true').test, parse('test=true').query.limit], [true, 10])
  assert.equal(parse('test=true&limit=3').query.limit, 3)
  assert.equal(parse('test=false').query.limit, 100)
  refuses('test=true&limit=501', /^limit/)
  assert.equal(parse('createdby=x&orderby=updatedby&test=true').test, true)
})

test('D31, D45: a restricted field is forbidden before anything else is wrong', () => {
  for (const query of [
    'createdby=x',
    'CREATEDBY=',
    'orderby=name,UpdatedBy-',
    'limit=501&nonsense=1&media_images_title=~a',
    'name=%ff&createdby=%ff',
    'orderby=%ff&createdby=1',
  ]) {
    const message = query.includes('media') ? /permission read-media/ : /permission read-restricted/
    assert.throws(() => parse(query), { code: 'forbidden', message }, query)
  }
  assert.equal(parse('createdby=x&orderby=updatedby', 'restricted').query.filters.length, 1)
})

test('500 ids fit, and so does a thousand-term filter; more is refused', () => {
  const ids = Array.from({ length: 500 }, (_, number) => placeIdOf(number))
  assert.equal(parse(`id=${ids.join(',')}`).query.filters[0]?.anyOf.length, 500)
  assert.ok(parse(`name=~${Array(1000).fill('a').join('+')}`))
  refuses(`name=~${Array(900).fill('a').join('+')}&q=${Array(101).fill('a').join('+')}`, /at most 1000 words/)
  refuses(`name=${Array(1500).fill('a').join(',')}&slug=${Array(501).fill('a').join(',')}`, /at most 2000 values/)
})

test('facets are fields of short values, is and state, each once, in their order', () => {
  const facets = (query: string) => parse(query, 'restricted').query.facets?.map((facet) => facetName(facet))
  assert.deepEqual(facets('facets=owner_id,IS&facets=state,Owner_Id,createdBy'), [
    'owner_id',
    'is',
    'state',
    'createdby',
  ])
  assert.equal(facets('facets='), undefined)
  refuses('facets=owner_nam', /facets does not know 'owner_nam', did you mean 'owner_name'\?/)
  refuses('facets=created', /takes fields of short texts, numbers and flags, got 'created' \(instant\)/)
  refuses('facets=id', /got 'id' \(id\)/)
  refuses('facets=name,longdescription', /got 'longdescription' \(text\)/)
  const many = [...model.fields.values()].filter(({ kind, visibility }) => kind === 'string' && visibility === 'public')
  refuses(`facets=${many.slice(0, 21).map(({ name }) => name)}`, /facets takes at most 20 values, got 21/)
})

test('the parameters of a search are described with the fields, those that not everybody sees marked', () => {
  const byName = new Map(searchParameters(model).map((parameter) => [parameter.name, parameter]))
  assert.equal(byName.size, 20 + model.fields.size)
  assert.equal(byName.get('createdby')?.visibility, 'restricted')
  assert.equal(byName.get('limit')?.schema.maximum, 500)
  for (const { name, example } of byName.values()) {
    const needs = name === 'nearbyRadius' ? '&nearby=1,2' : ''
    assert.ok(parse(`${name}=${encode(example ?? '')}${needs}`, 'restricted'), name)
  }
})

const names = [...searchParameters(model).map(({ name }) => name), 'apikey', 'nonsense', '__proto__', '']
const piece = fc.oneof(
  fc.constantFrom(
    '!',
    '^',
    '~',
    '\\',
    ',',
    '-',
    '+',
    '%',
    '%2C',
    '%ff',
    '2026-01-01',
    'T10:00',
    'Z',
    'true',
    '1e400',
    '*',
    'å',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const value = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const rawQuery = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), value), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))

test('any query string is parsed or refused with a 4xx', () => {
  fc.assert(
    fc.property(fc.oneof(rawQuery, fc.string({ unit: 'binary' })), arbitrarySight, (query, sees) => {
      try {
        const { limit, offset, order } = parse(query, sees).query
        assert.ok(limit >= 0 && limit <= 500 && Number.isSafeInteger(offset) && order.length > 0)
      } catch (error) {
        assert.ok(error instanceof Problem && (error.status === 400 || error.status === 403), String(error))
        assert.ok(error.message.length < 5000)
      }
    }),
    { numRuns: runs(1000) },
  )
})

test('what reads names of the directory is known from the query: words, and filters, orders and facets by names', () => {
  for (const text of ['q=a', 'owner_name=a', 'tags_name=!', 'orderby=owner_name-', 'limit=0&facets=categories_name']) {
    assert.equal(readsNames(parse(text).query), true, text)
  }
  for (const text of ['', 'owner_id=a', 'name=~a', 'orderby=slug', 'facets=is,categories_id', 'nearby=15,60']) {
    assert.equal(readsNames(parse(text).query), false, text)
  }
})
