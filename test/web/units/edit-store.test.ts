import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEditStore } from '../../../web/edit/edit-store.ts'

function storeAt(values = {}) {
  let now = 0
  const store = createEditStore(values, { clock: () => now })
  return { store, wait: (millis: number) => (now += millis) }
}

test('what is typed in one go is one step, and what comes later another', () => {
  const { store, wait } = storeAt({ name: 'Kyrka' })
  for (const text of ['Kyrkan', 'Kyrkan i', 'Kyrkan i byn']) store.set('/name', text)
  wait(5_000)
  store.set('/name', 'Byns kyrka')
  store.undo()
  assert.deepEqual(store.state().values, { name: 'Kyrkan i byn' })
  store.undo()
  assert.deepEqual(store.state().values, { name: 'Kyrka' })
  store.undo()
  assert.deepEqual(store.state().values, { name: 'Kyrka' })
  store.redo()
  store.redo()
  assert.deepEqual(store.state().values, { name: 'Byns kyrka' })
})

test('taking something away is a step of its own, however soon it follows', () => {
  const spans = (...froms: string[]) => [{ days: { mo: froms.map((from) => ({ from, to: '17:00' })) } }]
  const { store } = storeAt({ openHours: spans('09:00') })
  store.set('/openHours', spans('09:00', '18:00'))
  store.set('/openHours', spans('09:00', '19:00'))
  store.set('/openHours', spans('19:00'))
  store.undo()
  assert.deepEqual(store.state().values, { openHours: spans('09:00', '19:00') })
  store.undo()
  assert.deepEqual(store.state().values, { openHours: spans('09:00') })
})

test('another change after an undo leaves nothing to be done again', () => {
  const { store } = storeAt({ name: 'A' })
  store.set('/name', 'B')
  store.undo()
  store.set('/shortDescription', 'C')
  store.redo()
  assert.deepEqual(store.state().values, { name: 'A', shortDescription: 'C' })
})

test('an undo keeps the faults of what it leaves alone, and no others', () => {
  const { store } = storeAt({ name: 'A' })
  store.set('/name', '')
  store.setFaults([
    { pointer: '/name', detail: 'is required' },
    { pointer: '/owner', detail: 'is required' },
  ])
  store.undo()
  assert.deepEqual([...store.state().faults.keys()], ['/owner'])
})

test('a change that no fault is at leaves the set of faults as it is, so that fields that show it are not drawn again', () => {
  const { store } = storeAt({ name: 'A' })
  store.setFaults([{ pointer: '/owner', detail: 'is required' }])
  const { faults } = store.state()
  store.set('/name', 'B')
  assert.equal(store.state().faults, faults)
  store.set('/owner', { id: 'x' })
  assert.equal(store.state().faults.size, 0)
})

test('a body that replaces all others cannot be undone, and steps are bounded', () => {
  const { store, wait } = storeAt({ name: 'A' })
  for (let number = 0; number < 500; number++) {
    wait(5_000)
    store.set('/name', String(number))
  }
  assert.equal(store.state().past.length, 100)
  store.replace({ name: 'Theirs' })
  store.undo()
  assert.deepEqual(store.state().values, { name: 'Theirs' })
})

test('a text that cannot be read is noted as long as its field shows it, and kept until its field has begun with it', () => {
  const store = createEditStore({}, { texts: [['/geolocation', 'north of the lake']] })
  assert.equal(store.leftText('/geolocation'), 'north of the lake')
  const unread = { pointer: '/geolocation', detail: 'no position', text: 'north of the river' }
  const remove = store.addUnread(unread)
  assert.equal(store.leftText('/geolocation'), undefined)
  assert.deepEqual(store.texts(), [['/geolocation', 'north of the river']])
  store.setFaults([unread])
  remove()
  assert.deepEqual([store.texts(), store.state().unread, [...store.state().faults]], [[], [], []])
})

test('discarding is a step that leads back, where there was anything to discard', () => {
  const { store } = storeAt({ name: 'A' })
  store.discard({ name: 'A' })
  assert.deepEqual([store.state().discards, store.state().past.length], [1, 0])
  store.set('/name', 'B')
  store.discard({ name: 'A' })
  store.undo()
  assert.deepEqual([store.state().discards, store.state().values], [2, { name: 'B' }])
})
