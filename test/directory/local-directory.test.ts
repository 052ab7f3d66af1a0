import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLocalDirectory } from '../../src/directory/local-directory.ts'
import type { DirectoryEntry } from '../../src/place/directory-entry.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import { fold } from '../../src/query/text/folded-text.ts'
import { createSortKey } from '../../src/query/text/sort-key.ts'
import { runs } from '../support/runs.ts'

let revision = 0
function put(list: string, entry: DirectoryEntry): JournalEntry {
  return { ...remove(list, entry.id), action: 'put', document: JSON.stringify(entry) }
}
function remove(list: string, id: string): JournalEntry {
  return { revision: ++revision, kind: 'directory', id: `${list}/${id}`, action: 'delete', time: 0, who: 'admin' }
}
const all = { prefix: '', offset: 0, limit: 500 }

test('an entry is found by list and id until it is removed; ids may hold slashes', () => {
  const directory = createLocalDirectory()
  const unit = { id: 'unit/7', name: 'Unit', type: 'Församling', contactInfo: { email: 'a@b.se' } }
  directory.apply([put('owners', unit), put('tags', { id: 'unit/7', name: 'Tag' })])
  assert.deepEqual(directory.entry('owners', 'unit/7'), unit)
  assert.equal(directory.entry('tags', 'unit/7')?.name, 'Tag')
  assert.equal(directory.entry('categories', 'unit/7'), undefined)
  directory.apply([remove('owners', 'unit/7')])
  assert.equal(directory.entry('owners', 'unit/7'), undefined)
  assert.equal(directory.entry('tags', 'unit/7')?.name, 'Tag')
  assert.ok(directory.writable)
})

test('ids like the names of built-in members are ordinary', () => {
  const directory = createLocalDirectory()
  for (const id of ['__proto__', 'constructor', 'toString']) {
    assert.equal(directory.entry('owners', id), undefined)
    directory.apply([put('owners', { id, name: id })])
    assert.equal(directory.entry('owners', id)?.name, id)
  }
})

test('the version grows with each change, and only then', () => {
  const directory = createLocalDirectory()
  const seen = [directory.version]
  const apply = (entry: JournalEntry) => {
    directory.apply([entry])
    seen.push(directory.version)
  }
  apply(put('owners', { id: 'a', name: 'A' }))
  apply(put('owners', { id: 'a', name: 'B' }))
  apply(remove('owners', 'a'))
  assert.deepEqual(
    seen,
    [...new Set(seen)].toSorted((a, b) => a - b),
  )
  const { version } = directory
  directory.apply([remove('owners', 'a'), { ...put('owners', { id: 'a', name: 'A' }), kind: 'place' }])
  assert.equal(directory.version, version)
})

test('D32: names are listed in Swedish order, equal ones by id', () => {
  const directory = createLocalDirectory({ locale: 'sv' })
  const names = ['Öster', 'älv', 'Zeta', 'Ås', 'adam', 'Adam']
  directory.apply(names.map((name, id) => put('owners', { id: String(id), name })))
  const { total, entries } = directory.list('owners', all)
  assert.equal(total, 6)
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['adam', 'Adam', 'Zeta', 'Ås', 'älv', 'Öster'],
  )
})

test('D25: a prefix is found without regard to case, and with regard to diacritics', () => {
  const directory = createLocalDirectory()
  const names = ['Göteborgs stift', 'GÖTEBORGS domkyrka', 'Goteborg', 'Skara stift']
  directory.apply(names.map((name, id) => put('owners', { id: String(id), name })))
  const found = (prefix: string) => directory.list('owners', { ...all, prefix }).entries.map(({ name }) => name)
  assert.deepEqual(found('gÖte'), ['GÖTEBORGS domkyrka', 'Göteborgs stift'])
  assert.deepEqual(found('go\u0308te'), ['GÖTEBORGS domkyrka', 'Göteborgs stift'])
  assert.deepEqual(found('gote'), ['Goteborg'])
  assert.deepEqual(found('stift'), [])
})

test('an entry of no known list is refused', () => {
  assert.throws(
    () => createLocalDirectory().apply([put('persons', { id: 'a', name: 'A' })]),
    /'persons\/a' is in no list/,
  )
})

test('after any writes and reads in between, pages are those of the plain sorted list', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const name = fc.constantFrom('Å', 'a', 'A', 'ab', 'AB', 'ö', 'o', 'B')
  const step = fc.oneof(
    fc.record({ put: id, name }),
    fc.record({ remove: id }),
    fc.record({ prefix: fc.constantFrom('', 'a', 'Å', 'AB'), offset: fc.nat(3), limit: fc.nat(3) }),
  )
  const key = createSortKey('sv')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const directory = createLocalDirectory({ locale: 'sv' })
      const plain = new Map<string, DirectoryEntry>()
      for (const now of steps) {
        if ('put' in now) {
          plain.set(now.put, { id: now.put, name: now.name })
          directory.apply([put('owners', { id: now.put, name: now.name })])
        } else if ('remove' in now) {
          plain.delete(now.remove)
          directory.apply([remove('owners', now.remove)])
        } else {
          const found = [...plain.values()]
            .filter((entry) => fold(entry.name).startsWith(fold(now.prefix)))
            .sort((a, b) => (key(a.name) < key(b.name) ? -1 : key(a.name) > key(b.name) ? 1 : a.id < b.id ? -1 : 1))
          const entries = found.slice(now.offset, now.offset + now.limit)
          assert.deepEqual(directory.list('owners', now), { total: found.length, entries })
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('many entries, written one by one and again and again, keep their order', async () => {
  const directory = createLocalDirectory()
  const kind: DirectoryKind = 'owners'
  for (let number = 0; number < 15_000; number++)
    directory.apply([put(kind, { id: `u${number}`, name: `Unit ${number % 997}` })])
  for (let round = 0; round < 50_000; round++) directory.apply([put(kind, { id: 'u1', name: `Name ${round}` })])
  const { total, entries } = directory.list(kind, { prefix: 'name', offset: 0, limit: 10 })
  assert.deepEqual([total, entries], [1, [{ id: 'u1', name: 'Name 49999' }]])
  assert.equal(directory.list(kind, all).total, 15_000)
  await directory.refresh(['u1'])
  await directory.close()
})
