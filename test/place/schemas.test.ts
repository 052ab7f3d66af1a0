import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Problem } from '../../src/common/problem.ts'
import { checkBody, checkPlaceTypeSchema } from '../../src/place/check/check.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { createRules } from '../../src/place/rules/rules.ts'
import { body, faultsOf, Town } from './support.ts'

test('D11: the schema of a place type decides on its members', () => {
  const schema: JsonObject = {
    type: 'object',
    required: ['pews'],
    properties: {
      pews: { type: 'integer', minimum: 1 },
      consecrated: { type: 'string', format: 'date-time' },
      tones: { type: 'array', items: { enum: ['a', 'b'] } },
    },
  }
  const town = new Town(createRules(createModel({ placeTypeSchemas: { churchAndChapel: schema } })))
  const typed = (churchAndChapel: JsonObject) => body({ placeTypes: { churchAndChapel } })
  const place = town.create(typed({ pews: 3, consecrated: '1435-01-01', tones: ['a'] }))
  assert.equal(place.placeTypes.churchAndChapel?.consecrated, '1435-01-01T00:00:00.00000Z')
  assert.deepEqual(
    faultsOf(() => town.create(typed({ pews: 0, organ: true, tones: ['c'] }))),
    {
      '/placeTypes/churchAndChapel/organ':
        'is not a known member (the known ones are pews, consecrated, tones): leave it out, or send allowOverposting=true in the query to have it ignored',
      '/placeTypes/churchAndChapel/pews': 'must be >= 1, got 0',
      '/placeTypes/churchAndChapel/tones/0': "must be one of 'a', 'b', got 'c'",
    },
  )
  assert.deepEqual(Object.keys(faultsOf(() => town.create(typed({})))), ['/placeTypes/churchAndChapel/pews'])
})

test('D11: a schema that cannot be used is refused with the reason', () => {
  const of = (schema: unknown, key = 'cemetery') => checkPlaceTypeSchema(key, schema)
  assert.equal(of({ type: 'object', properties: { a: { type: 'string' } } }), undefined)
  assert.equal(of({ type: 'object', additionalProperties: true }), undefined)
  assert.match(of({ type: 'object' }, 'Cemetery') ?? '', /is no place type/)
  assert.match(of({ type: 'array' }) ?? '', /type 'object'/)
  assert.match(of([]) ?? '', /type 'object'/)
  assert.match(
    of({ type: 'object', properties: { aB: { type: 'string' }, ab: { type: 'number' } } }) ?? '',
    /same filter name/,
  )
  assert.match(
    of({
      type: 'object',
      properties: { a_b: { type: 'string' }, a: { type: 'object', properties: { b: { type: 'string' } } } },
    }) ?? '',
    /same filter name, placetypes_cemetery_a_b/,
  )
  assert.match(of({ type: 'object', properties: { a: { type: 'string', pattern: '[' } } }) ?? '', /cannot be compiled/)
  assert.match(of({ type: 'object', properties: { a: { type: 'text' } } }) ?? '', /unknown type 'text'/)
  assert.match(of({ type: 'object', properties: { a: { $ref: '#' } } }) ?? '', /\$ref/)
  assert.match(of({ type: 'object', properties: { a: 5 } }) ?? '', /must be a schema/)
  assert.match(of({ type: 'object', properties: 5 }) ?? '', /must be an object/)
})

test('D8: a small body is cleaned and checked in the same way', () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 5 }),
    expires: Type.Optional(Type.String({ format: 'date-time' })),
    permissions: Type.Array(Type.Union([Type.Literal('read'), Type.Literal('admin')])),
  })
  assert.deepEqual(checkBody(schema, { name: ' a ', expires: '2026-01-01', permissions: ['read'] }), {
    name: 'a',
    expires: '2026-01-01T00:00:00.00000Z',
    permissions: ['read'],
  })
  const faults = faultsOf(() => checkBody(schema, { name: 'abcdef', expires: 'x', other: 1, permissions: ['all'] }))
  assert.deepEqual(Object.keys(faults).sort(), ['/expires', '/name', '/other', '/permissions/0'])
  assert.equal(faults['/permissions/0'], "must be one of 'read', 'admin', got 'all'")
  assert.deepEqual(Object.keys(faultsOf(() => checkBody(schema, [1]))), [''])
  assert.deepEqual(Object.keys(faultsOf(() => checkBody(schema, {}))).sort(), ['/name', '/permissions'])
})

test('D11: a type schema cannot make a member restricted, since nothing would hide it', () => {
  for (const hidden of [{ restricted: true }, { visibility: 'media' }]) {
    const schema = { type: 'object', properties: { secret: { type: 'string', ...hidden } } }
    assert.match(checkPlaceTypeSchema('cemetery', schema) ?? '', /everything in a place type is public/)
  }
})

test('D17: the name of an over-posted member is cut in the answer when it is long', () => {
  const body = { name: 'x', ['~'.repeat(100_000)]: 1 }
  assert.throws(
    () => checkBody(Type.Object({ name: Type.String() }), body),
    (error: unknown) => error instanceof Problem && JSON.stringify(error.toValue()).length < 2_000,
  )
})
