import assert from 'node:assert/strict'
import { test } from 'node:test'
import { body, codeOf, start, Town, unknownId } from './support.ts'

test('D8: a key of some owners writes only places that are theirs before and after; children are not asked', () => {
  const town = new Town()
  const mine = { owners: [['uppsala']] }
  const { id } = town.create(body(), mine)
  const foreign = town.create(body({ owner: { id: 'lund', type: 'x' }, parent: { id } }))
  assert.equal(
    codeOf(() => town.create(body({ owner: { id: ' lund ', type: 'x' } }), mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { owner: { id: 'lund' } }, mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.replace(id, body({ owner: { id: 'lund', type: 'x' } }), mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(foreign.id, { owner: { id: 'uppsala' } }, mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.replace(foreign.id, body(), mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.remove(foreign.id, mine)),
    'forbidden',
  )
  const both = { owners: [['uppsala', 'lund']] }
  assert.equal(town.patch(id, { owner: { id: 'lund' } }, both).owner.id, 'lund')
  town.patch(id, { owner: { id: 'uppsala' } }, both)
  town.patch(id, { depublished: '2026-02-01' }, mine)
  assert.equal(town.get(foreign.id).depublished, '2026-02-01T00:00:00.00000Z')
  town.remove(id, mine)
  assert.equal(
    codeOf(() => town.restore(foreign.id, mine)),
    'forbidden',
  )
  town.restore(id, mine)
})

test('D43: If-Match of another revision is 412 and changes nothing', () => {
  const town = new Town()
  const { id } = town.create()
  town.patch(id, { name: 'x' }, { ifMatch: [7, 1] })
  for (const ifMatch of [[1], []]) {
    assert.equal(
      codeOf(() => town.patch(id, { name: 'y' }, { ifMatch })),
      'precondition-failed',
    )
    assert.equal(
      codeOf(() => town.replace(id, body(), { ifMatch })),
      'precondition-failed',
    )
    assert.equal(
      codeOf(() => town.remove(id, { ifMatch })),
      'precondition-failed',
    )
  }
  assert.equal(town.get(id).name, 'x')
})

test('D45: of several faults 404 comes first, then 403, 409, 412 and the body', () => {
  const town = new Town()
  const { id } = town.create()
  const all = { owners: [['lund']], ifMatch: [] }
  assert.equal(
    codeOf(() => town.patch(unknownId, { name: 5 }, all)),
    'not-found',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, all)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, { ifMatch: [] })),
    'precondition-failed',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 })),
    'invalid-body',
  )
  town.remove(id)
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, all)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, { ifMatch: [] })),
    'conflict',
  )
})

test('D45: a delete of what is deleted is 403 before 404, a restore that cannot be 409 before 412', () => {
  const town = new Town()
  const { id } = town.create()
  const child = town.create(body({ parent: { id } }))
  town.remove(id)
  assert.equal(
    codeOf(() => town.remove(id, { owners: [['lund']] })),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.remove(id, { ifMatch: [] })),
    'not-found',
  )
  assert.equal(
    codeOf(() => town.restore(child.id, { ifMatch: [] })),
    'conflict',
  )
  assert.equal(
    codeOf(() => town.restore(id, { ifMatch: [] })),
    'precondition-failed',
  )
})

test('D45: who deletes or restores must be named', () => {
  const town = new Town()
  const { id } = town.create()
  const base = { now: start, ownerEntries: {}, id, childActions: [] }
  for (const deletedBy of ['', '  ', 'a\0b', 'x'.repeat(2001)]) {
    assert.equal(
      codeOf(() => town.write({ ...base, action: 'remove', deletedBy })),
      'invalid-parameter',
    )
    assert.equal(
      codeOf(() => town.write({ ...base, action: 'restore', updatedBy: deletedBy })),
      'invalid-parameter',
    )
  }
})
