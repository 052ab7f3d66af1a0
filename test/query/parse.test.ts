import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/common/problem.ts'
import { createModel } from '../../src/place/model.ts'
import type { Visibility } from '../../src/place/visibility.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { searchParameters } from '../../src/query/parse/search-parameters.ts'
import { facetName } from '../../src/query/results/facets.ts'
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

test('D4: positions up to the ends of the globe are taken', () => {
  for (const nearby of ['180,90', '-180,-90', '0,0', '-0.5,0.5']) {
    assert.deepEqual(parse(`nearby=${nearby}`).query.nearby, { center: nearby.split(',').map(Number) })
  }
  assert.equal(parse('nearby=17,59&nearbyRadius=0.5').query.nearby?.radiusMetres, 0.5)
})

test('D2, D3: expand is a list in any case, and one if it is given twice', () => {
  const { expand } = parse('EXPAND=Owner,distance&expand=TAGS&nearby=1,2')
  assert.deepEqual(expand, { owner: true, categories: false, tags: true, distance: true })
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

test('D37: test=true has its own default limit, and the rest is checked', () => {
  assert.deepEqual([parse('test=true').test, parse('test=true').query.limit], [true, 10])
  assert.equal(parse('test=true&limit=3').query.limit, 3)
  assert.equal(parse('test=false').query.limit, 100)
  refuses('test=true&limit=501', /^limit/)
  assert.equal(parse('createdby=x&orderby=updatedby&test=true').test, true)
})

test('D31, D51: a field that not everybody sees is forbidden as a filter and an order, and to nobody who sees it', () => {
  const hidden = [...model.fields.values()].filter(({ visibility }) => visibility !== 'public')
  assert.ok(hidden.length > 5)
  for (const { name, visibility, sortable } of hidden) {
    const message = new RegExp(`permission read-${visibility}`)
    const queries = ['x', '', '!', '!x', '~x'].map((value) => `${name}=${value}`)
    for (const query of [...queries, name.toUpperCase(), ...(sortable ? [`orderby=name,${name}-`] : [])]) {
      assert.throws(() => parse(query), { code: 'forbidden', message }, query)
      assert.ok(parse(query, visibility), query)
    }
  }
})

test('D31, D45: a restricted field is forbidden before anything else is wrong', () => {
  for (const query of [
    'limit=501&nonsense=1&media_images_title=~a',
    'name=%ff&createdby=%ff',
    'orderby=%ff&createdby=1',
  ]) {
    const message = query.includes('media') ? /permission read-media/ : /permission read-restricted/
    assert.throws(() => parse(query), { code: 'forbidden', message }, query)
  }
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

test('D3: a parameter in brackets is told the form without them, of a list or of one value', () => {
  refuses('limit[]=5', /'limit\[\]'; write limit=5$/)
  refuses('q[]=kyrka', /'q\[\]'; write q=sankt kyrka$/)
  refuses('nearby[]=1', /'nearby\[\]'; write nearby=17\.6389,59\.8586$/)
  refuses('owner_name[]=a', /'owner_name\[\]'; write owner_name=a,b$/)
  refuses('is[0]=a', /'is\[0\]'; write is=a,b$/)
})

test('the parameters of a search are described with the fields, those that not everybody sees marked', () => {
  const byName = new Map(searchParameters(model).map((parameter) => [parameter.name, parameter]))
  assert.equal(byName.size, 22 + model.fields.size)
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
