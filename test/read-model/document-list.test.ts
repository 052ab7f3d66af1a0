import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentList, pageRoom } from '../../src/read-model/document-list.ts'

const texts = ['{"name":"å"}', '{}', '{"name":"b"}']

/** The same list with room around it, as an index makes it. */
function withRoom(given: readonly string[]): DocumentList {
  const documents = Buffer.from(given.join(','))
  const bytes = Buffer.alloc(documents.length + 2 * pageRoom, '?')
  documents.copy(bytes, pageRoom)
  let end = -1
  const ends = given.map((text) => {
    end += Buffer.byteLength(text) + 1
    return end
  })
  return new DocumentList(bytes, ends, pageRoom)
}

test('documents are found in their bytes, and stand between any texts', () => {
  for (const given of [[], texts.slice(0, 1), texts]) {
    for (const list of [DocumentList.of(given), withRoom(given)]) {
      assert.equal(list.length, given.length)
      assert.deepEqual(Array.from(list, String), given)
      // The room is used once, and not for what does not fit.
      for (const head of ['[', '[[', `[${' '.repeat(pageRoom)}`]) {
        for (const tail of [']', `]${' '.repeat(pageRoom)}`]) {
          assert.equal(list.between(head, tail).toString(), head + given.join(',') + tail)
        }
      }
      assert.deepEqual(Array.from(list, String), given)
    }
  }
})

test('what was made of a list does not change when more is made of it', () => {
  const list = withRoom(texts)
  const first = list.between('[', ']')
  const before = first.toString()
  list.between('{"TotalHits":1,"Results":[', ']}')
  assert.equal(first.toString(), before)
})
