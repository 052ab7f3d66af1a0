import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { Problem } from '../../src/common/problem.ts'
import { directoryId, entryBodySchema, requireDirectoryId } from '../../src/directory/entry-schema.ts'
import { createEntryReader } from '../../src/directory/remote-entry.ts'
import { checkBody } from '../../src/place/check/check.ts'
import { directoryKinds } from '../../src/place/directory-kinds.ts'

test('only owners have a type and contact details', () => {
  const unit = { name: 'Unit', type: 'Församling', contactInfo: { email: 'a@b.se', phone: { CountryCode: 46 } } }
  assert.ok(Value.Check(entryBodySchema('owners'), unit))
  assert.deepEqual(Object.keys(entryBodySchema('tags').properties), ['name'])
  assert.deepEqual(Object.keys(entryBodySchema('categories').properties), ['name'])
})

test('the contact details of an owner have no fetchAutomatically', () => {
  const { contactInfo } = entryBodySchema('owners').properties as { contactInfo: { properties: object } }
  const members = ['address', 'postalCode', 'city', 'visitingAddress', 'phone', 'email', 'url']
  assert.deepEqual(Object.keys(contactInfo.properties), members)
})

test('D20: the name has 1 to 500 characters, other strings 2,000', () => {
  for (const kind of directoryKinds) {
    const schema = entryBodySchema(kind)
    assert.ok(Value.Check(schema, { name: 'n'.repeat(500) }), kind)
    assert.ok(!Value.Check(schema, { name: 'n'.repeat(501) }), kind)
    assert.ok(!Value.Check(schema, { name: '' }), kind)
    assert.ok(!Value.Check(schema, {}), kind)
  }
  assert.ok(!Value.Check(entryBodySchema('owners'), { name: 'n', type: 't'.repeat(2001) }))
  assert.ok(!Value.Check(entryBodySchema('owners'), { name: 'n', contactInfo: { url: 'u'.repeat(2001) } }))
})

test('D16: ids of categories and tags are UUIDs of any version, kept in lower case', () => {
  const id = '3EB43FD8-47db-5f4e-9425-BB41994A8FDF'
  assert.equal(directoryId('tags', id), id.toLowerCase())
  assert.equal(requireDirectoryId('categories', id), id.toLowerCase())
  for (const wrong of ['', 'x', `${id}0`, id.replaceAll('-', ''), `{${id}}`, `${id}\n`]) {
    assert.equal(directoryId('categories', wrong), undefined, wrong)
  }
})

test('D19: the id of an owner is kept as places keep it, trimmed and in NFC', () => {
  assert.equal(directoryId('owners', ' tr\n'), 'tr')
  assert.equal(directoryId('owners', 'a\u030are'), 'åre')
  assert.equal(requireDirectoryId('owners', ' A\u030are '), 'Åre')
  assert.equal(directoryId('owners', ' . '), undefined)
})

test('D20: an owner has any id of 1 to 2,000 characters without control characters', () => {
  for (const id of ['valnamnd-1082', 'Å/b c?#%', '__proto__', '𝒳'.repeat(2000)])
    assert.equal(directoryId('owners', id), id)
  for (const wrong of [
    '',
    ' ',
    '.',
    '..',
    'a\u0000b',
    'a\nb',
    '\u0085',
    '\ud800',
    'x'.repeat(2001),
    'x'.repeat(100_000),
  ]) {
    assert.equal(directoryId('owners', wrong), undefined, JSON.stringify(wrong.slice(0, 20)))
  }
})

test('a wrong id is a bad request that says what would be right', () => {
  const refuse = (kind: 'owners' | 'tags', id: string, message: RegExp) =>
    assert.throws(
      () => requireDirectoryId(kind, id),
      (error) => error instanceof Problem && error.code === 'bad-request' && message.test(error.message),
    )
  refuse('tags', 'red', /an id in tags must be a UUID \(8-4-4-4-12 hexadecimal digits\), got "red"/)
  refuse('owners', 'x'.repeat(3000), /the id of an owner must be 1 to 2000 characters.* got "x{60}…"/)
})

test('D19: a body is cleaned, and all its faults are told at once', () => {
  const body = { name: ' Unit ', type: '', contactInfo: { email: null, url: 'u' } }
  assert.deepEqual(checkBody(entryBodySchema('owners'), body), { name: 'Unit', contactInfo: { url: 'u' } })
  assert.throws(
    () =>
      checkBody(entryBodySchema('owners'), { name: ' ', id: 'x', contactInfo: { fetchAutomatically: true, email: 1 } }),
    (error) => {
      assert.ok(error instanceof Problem)
      const pointers = error.faults.map(({ pointer }) => pointer).toSorted()
      assert.deepEqual(pointers, ['/contactInfo/email', '/contactInfo/fetchAutomatically', '/id', '/name'])
      return true
    },
  )
  assert.throws(() => checkBody(entryBodySchema('tags'), { name: 'Tag', type: 'x' }), /type/)
})

test('what is no entry of another service is told as a sentence in English', () => {
  const read = createEntryReader('tags')
  const faults = [[], { id: {} }, { id: 'x' }, { id: null }, 'x', null].map((value) => read(value))
  assert.deepEqual(faults, [
    { fault: 'must be an object, got a list' },
    { fault: 'its id can be none, got an object' },
    { fault: "its id can be none, got 'x'" },
    { fault: 'its id can be none, got null' },
    { fault: "must be an object, got 'x'" },
    { fault: 'must be an object, got null' },
  ])
})
