import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, resolve } from '../../../web/edit/conflict.ts'

const bodyOf = (type: string, details: object, name = 'A') => ({ name, placeTypes: { [type]: { ...details } } })

test('another type takes all that belongs to the former one with it', () => {
  const base = bodyOf('churchAndChapel', { heating: 'oil' })
  const mine = bodyOf('cemetery', {})
  const theirs = bodyOf('churchAndChapel', { heating: 'oil' }, 'B')
  const taken = compare(base, mine, theirs).taken.map(({ pointer }) => pointer)
  assert.deepEqual(taken, ['/name'])
  assert.deepEqual(resolve({ base, mine, theirs }, new Set()), bodyOf('cemetery', {}, 'B'))
})

test('another type and a change of what belongs to the former one are a choice between two wholes', () => {
  const base = bodyOf('churchAndChapel', { heating: 'oil' })
  const mine = bodyOf('cemetery', { graves: 3 })
  const theirs = bodyOf('churchAndChapel', { heating: 'heat pump' })
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const clashes = compare(base, one, other).clashes.map(({ pointer }) => pointer)
    assert.deepEqual(clashes, ['/placeTypes'])
    assert.deepEqual(resolve({ base, mine: one, theirs: other }, new Set()), one)
    assert.deepEqual(resolve({ base, mine: one, theirs: other }, new Set(clashes)), other)
  }
})

test('what belongs to a type that stays is compared member by member', () => {
  const base = bodyOf('churchAndChapel', { heating: 'oil', seats: 100 })
  const mine = bodyOf('churchAndChapel', { heating: 'heat pump', seats: 100 })
  const theirs = bodyOf('churchAndChapel', { heating: 'oil', seats: 120 })
  assert.deepEqual(compare(base, mine, theirs).clashes, [])
  const both = bodyOf('churchAndChapel', { heating: 'heat pump', seats: 120 })
  assert.deepEqual(resolve({ base, mine, theirs }, new Set()), both)
})

test('two changes of a telephone number are a choice between two numbers', () => {
  const bodyOf = (AreaCode: number, local: number) => ({
    contactInfo: { phone: { CountryCode: 46, AreaCode, Number: local } },
  })
  const [base, mine, theirs] = [bodyOf(18, 123456), bodyOf(18, 654321), bodyOf(8, 123456)]
  const clashes = compare(base, mine, theirs).clashes.map(({ pointer }) => pointer)
  assert.deepEqual(clashes, ['/contactInfo/phone'])
  assert.deepEqual(resolve({ base, mine, theirs }, new Set()), mine)
  assert.deepEqual(resolve({ base, mine, theirs }, new Set(clashes)), theirs)
})
