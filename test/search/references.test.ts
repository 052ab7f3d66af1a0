import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSortKey } from '../../src/query/text/sort-key.ts'
import { References } from '../../src/sql-search/references.ts'

test('names are read once for all words of a query, and anew when one may have changed or a reference was added', async () => {
  let [version, read] = [1, 0]
  const names = new Map([
    ['a', 'Norra Kyrkan'],
    ['b', 'Södra skolan'],
  ])
  const references = new References(
    {
      get version() {
        return version
      },
      entry(_, id) {
        read++
        const name = names.get(id)
        return name === undefined ? undefined : { id, name }
      },
    },
    createSortKey('sv'),
  )
  const tag = (key: string, number: number) => ({ kind: 'tags' as const, key, whole: null, number })
  references.add(undefined, [tag('a', 1), tag('b', 2)])
  await references.refreshNames()
  for (let n = 0; n < 1000; n++) assert.deepEqual(references.keysWithWord('tags', 'kyr'), ['a'])
  assert.deepEqual(references.keysWithWord('tags', 'skol'), ['b'])
  assert.deepEqual(references.keysWithWord('tags', 'olan'), [])
  assert.equal(read, 2)
  names.set('b', 'Kyrkskolan')
  version++
  await references.refreshNames()
  assert.deepEqual(references.keysWithWord('tags', 'kyr'), ['a', 'b'])
  references.add(references.last, [tag('b', 2), tag('c', 3)])
  names.set('c', 'Kyrkogården')
  await references.refreshNames()
  assert.deepEqual(references.keysWithWord('tags', 'kyr'), ['a', 'b', 'c'])
})
