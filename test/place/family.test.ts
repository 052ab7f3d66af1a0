import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { parentIdOf } from '../../src/place/rules/guards.ts'
import { body, codeOf, faultsOf, problemOf, start, Town, unknownId } from './support.ts'

test('D41: a parent exists, is not deleted and has no parent; a place with children gets none', () => {
  const town = new Town()
  const [house, room, other] = [town.create(), town.create(), town.create()]
  const under = (id: string) => ({ parent: { id } })
  const fault = (action: () => unknown) => faultsOf(action)['/parent/id']!
  assert.deepEqual(town.patch(room.id, under(house.id.toUpperCase())).parent, { id: house.id })
  assert.deepEqual(town.patch(room.id, under(other.id)).parent, { id: other.id })
  town.patch(room.id, under(house.id))
  assert.match(
    fault(() => town.create(body(under(unknownId)))),
    /no place has the id/,
  )
  for (const write of [() => town.create(body(under(room.id))), () => town.patch(other.id, under(room.id))]) {
    assert.match(fault(write), /no parent itself/)
  }
  assert.match(
    fault(() => town.patch(other.id, under(other.id))),
    /its own parent/,
  )
  for (const write of [
    () => town.replace(house.id, body(under(other.id))),
    () => town.patch(house.id, under(other.id)),
  ]) {
    assert.match(fault(write), /has 1/)
  }
  town.remove(other.id)
  assert.match(
    fault(() => town.create(body(under(other.id)))),
    /must not be deleted/,
  )
  town.remove(room.id)
  town.patch(house.id, under(town.create().id))
  assert.match(
    fault(() => town.create(body(under(house.id)))),
    /no parent itself/,
  )
})

test('D41: parent null or {} in a replace sets a child free; a patch of something else leaves it', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  assert.deepEqual(town.patch(room.id, { name: 'x', parent: {} }).parent, { id: house.id })
  assert.ok(!('parent' in town.patch(room.id, { parent: null })))
  town.patch(room.id, { parent: { id: house.id } })
  assert.ok(!('parent' in town.replace(room.id, body({ parent: {} }))))
  town.patch(room.id, { parent: { id: house.id } })
  assert.ok(!('parent' in town.replace(room.id, body())))
  town.patch(room.id, { parent: { id: house.id } })
  assert.ok(!('parent' in town.patch(room.id, { parent: { id: null } })))
})

test('D41: a write that leaves the parent as it is does not ask for it', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  town.places.delete(house.id)
  assert.equal(town.patch(room.id, { longDescription: 'x' }).longDescription, 'x')
  assert.deepEqual(town.replace(room.id, body({ parent: { id: house.id } })).parent, { id: house.id })
})

test('D42: a changed depublished goes to the children, published only with set-published', () => {
  const town = new Town()
  const house = town.create(body({ published: '2026-01-01' }))
  const under = { parent: { id: house.id } }
  const room = town.create(body({ ...under, published: '2026-03-01' }))
  const gone = town.create(body(under))
  town.remove(gone.id)
  town.patch(house.id, { depublished: '2026-02-01', updatedBy: 'eva' })
  const followed = town.get(room.id)
  assert.deepEqual([followed.depublished, followed.depublishedBy], ['2026-02-01T00:00:00.00000Z', 'eva'])
  assert.deepEqual([followed.published, followed.publishedBy], ['2026-03-01T00:00:00.00000Z', 'anna'])
  assert.deepEqual([followed.updated, followed.updatedBy], [town.get(house.id).updated, 'eva'])
  assert.ok(!('depublished' in town.get(gone.id)))
  town.patch(house.id, { depublished: null }, { childActions: ['skip-depublished'] })
  assert.equal(town.get(room.id).depublished, '2026-02-01T00:00:00.00000Z')
  town.replace(house.id, body({ published: '2026-01-05', updatedBy: 'fia' }), { childActions: ['set-published'] })
  assert.deepEqual([town.get(room.id).published, town.get(room.id).publishedBy], ['2026-01-05T00:00:00.00000Z', 'fia'])
  town.patch(house.id, { published: null }, { childActions: ['set-published'] })
  assert.ok(!('published' in town.get(room.id)) && !('publishedBy' in town.get(room.id)))
})

test('D42: a child that has the value already gets no revision', () => {
  const town = new Town()
  const house = town.create()
  town.create(body({ parent: { id: house.id }, depublished: '2026-02-01' }))
  const base = { now: start, ownerEntries: {}, allowOverposting: false, seesMedia: true, childActions: [] }
  const changed = { ...base, action: 'patch', id: house.id } as const
  const changes = town.write({ ...changed, body: { updatedBy: 'bo', depublished: '2026-02-01' } })
  assert.deepEqual(
    changes.map((change) => change.action),
    ['patch'],
  )
  assert.equal(town.write({ ...changed, body: { updatedBy: 'bo', depublished: '2026-02-02' } })[1]?.action, 'follow')
  assert.equal(town.write({ ...changed, body: { updatedBy: 'bo', name: 'x' } }).length, 1)
})

test('D42: a value that does not differ is not copied, null is, and a child that has it keeps who gave it', () => {
  const town = new Town()
  const house = town.create(body({ published: '2026-01-01', depublished: '2026-02-01' }))
  const dates = { published: '2026-01-05', depublished: '2026-03-01', updatedBy: 'kim' }
  const room = town.create(body({ parent: { id: house.id }, ...dates }))
  const both = { childActions: ['set-published'] } as const
  town.patch(house.id, { published: '20260101', depublished: '2026-02-01T00:00Z', name: 'x' }, both)
  assert.deepEqual(town.get(room.id), room)
  town.patch(house.id, { published: '2026-01-05' })
  assert.deepEqual(town.get(room.id), room)
  town.patch(house.id, { published: '2026-01-01' })
  town.patch(house.id, { published: '2026-01-05' }, both)
  assert.deepEqual(town.get(room.id), room)
  town.patch(house.id, { depublished: null })
  assert.ok(!('depublished' in town.get(room.id)) && !('depublishedBy' in town.get(room.id)))
})

test('D42: copies to children are not checked against their own dates, and can be sent back as they were read', () => {
  const town = new Town()
  const house = town.create(body({ published: '2026-01-01' }))
  const under = { parent: { id: house.id } }
  const { id } = town.create(body({ ...under, published: '2028-01-01' }))
  town.patch(house.id, { depublished: '2027-01-01' })
  const { published = '', depublished = '' } = town.get(id)
  assert.deepEqual([published, depublished], ['2028-01-01T00:00:00.00000Z', '2027-01-01T00:00:00.00000Z'])
  town.patch(id, { name: 'x' })
  town.patch(id, { published, depublished })
  town.replace(id, body({ ...under, published, depublished }))
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { published: '2029-01-01' }))), ['/published'])
})

test('D40: DELETE takes the children along, or sets them free with disconnect', () => {
  const town = new Town()
  const house = town.create()
  const rooms = [town.create(body({ parent: { id: house.id } })), town.create(body({ parent: { id: house.id } }))]
  const removed = town.remove(house.id)
  assert.deepEqual([removed.deletedBy, removed.updatedBy, removed.deleted], ['cia', 'cia', removed.updated])
  for (const { id } of rooms) {
    assert.equal(town.get(id).deleted, removed.deleted)
    assert.ok(town.get(id).slug.endsWith(`-deleted-${id.slice(-8)}`))
  }
  town.restore(house.id)
  town.remove(house.id, { childActions: ['disconnect'] })
  for (const { id } of rooms) {
    assert.ok(!('deleted' in town.get(id)) && !('parent' in town.get(id)))
    assert.equal(town.get(id).updatedBy, 'cia')
    assert.equal(town.get(id).updated, town.get(house.id).deleted)
    assert.equal(town.get(id).slug, rooms.find((room) => room.id === id)!.slug)
  }
  town.restore(house.id)
  assert.equal(town.children(house.id).length, 0, 'it takes none back')
})

test('D40: a deleted child leaves its parent and siblings alone', () => {
  const town = new Town()
  const house = town.create()
  const [gone, stays] = [1, 2].map(() => town.create(body({ parent: { id: house.id } })))
  town.remove(gone!.id)
  assert.deepEqual([town.get(house.id), town.get(stays!.id)], [house, stays])
})

test('D40: deleted and restored twice, in one millisecond with what was deleted before, all is as it was', () => {
  const town = new Town()
  const house = town.create()
  const [early, room] = ['Early', 'Room'].map((name) => town.create(body({ name, parent: { id: house.id } })))
  const { now } = town
  const atOnce = (write: () => void) => {
    town.now = now
    write()
  }
  atOnce(() => town.remove(early!.id))
  for (let round = 0; round < 2; round++) {
    atOnce(() => town.remove(house.id))
    atOnce(() => town.restore(house.id))
    assert.ok(!('deleted' in town.get(house.id)) && !('deleted' in town.get(room!.id)))
    assert.deepEqual([town.get(house.id).slug, town.get(room!.id).slug], [house.slug, room!.slug])
    assert.ok('deleted' in town.get(early!.id))
  }
})

test('D40: a deleted place is 404 to DELETE and 409 to PATCH and PUT, with a hint', () => {
  const town = new Town()
  const { id } = town.create()
  town.remove(id)
  for (const [action, code] of [
    [() => town.remove(id), 'not-found'],
    [() => town.patch(id, {}), 'conflict'],
    [() => town.replace(id, body()), 'conflict'],
  ] as const) {
    const problem = problemOf(action)
    assert.equal(problem.code, code)
    assert.match(problem.message, new RegExp(`POST place/${id}/restore`))
  }
})

test('D40: restore brings back the place and the children that the same DELETE took', () => {
  const town = new Town()
  const house = town.create()
  const [early, room] = [
    town.create(body({ parent: { id: house.id } })),
    town.create(body({ parent: { id: house.id } })),
  ]
  town.remove(early.id)
  town.remove(house.id)
  const restored = town.restore(house.id)
  assert.deepEqual([restored.updatedBy, restored.slug, 'deleted' in restored], ['dan', 'uppsala-domkyrkan', false])
  assert.ok(!('deletedBy' in restored))
  assert.ok(!('deleted' in town.get(room.id)) && town.get(room.id).updatedBy === 'dan')
  assert.ok('deleted' in town.get(early.id))
  assert.equal(
    codeOf(() => town.restore(house.id)),
    'conflict',
  )
  assert.equal(
    codeOf(() => town.restore(unknownId)),
    'not-found',
  )
})

test('D41: a restore that would break the two levels is 409', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  town.remove(house.id)
  assert.match(problemOf(() => town.restore(room.id)).message, /parent must not be deleted/)
  town.restore(house.id)
  town.remove(room.id)
  town.patch(house.id, { parent: { id: town.create().id } })
  assert.match(problemOf(() => town.restore(room.id)).message, /no parent itself/)
  town.places.delete(house.id)
  assert.equal(
    codeOf(() => town.restore(room.id)),
    'conflict',
  )
})

test('D41: the store is asked for a parent only where one is to be judged', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  const patch = (content: JsonObject) =>
    parentIdOf(
      {
        action: 'patch',
        id: room.id,
        body: content,
        now: 0,
        ownerEntries: {},
        allowOverposting: false,
        seesMedia: true,
        childActions: [],
      },
      room,
    )
  assert.equal(patch({}), undefined)
  assert.equal(patch({ parent: { id: house.id } }), undefined)
  assert.equal(patch({ parent: { id: ` ${unknownId.toUpperCase()} ` } }), unknownId)
  for (const parent of [null, 5, [], {}, { id: null }, { id: 'x' }]) assert.equal(patch({ parent }), undefined)
  const restore = { action: 'restore', id: room.id, updatedBy: 'x', now: 0, ownerEntries: {} } as const
  assert.equal(parentIdOf(restore, room), house.id)
})
