import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facilities } from '../../../src/place/facilities.ts'
import { headingWords } from '../../../web/import/heading-words.ts'

test('no heading of an imported table means two columns, nor the name of a facility in either language', () => {
  const paths = new Map<string, Set<string>>()
  const add = (word: string, path: string) => {
    const heading = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    paths.set(heading, (paths.get(heading) ?? new Set()).add(path))
  }
  for (const [path, words] of Object.entries(headingWords)) for (const word of words) add(word, path)
  for (const { path, sv, en } of facilities) for (const word of [sv.has, en.has]) add(word, path)
  assert.ok(paths.size > facilities.length * 2)
  for (const [heading, means] of paths) assert.equal(means.size, 1, `${heading}: ${[...means]}`)
})
