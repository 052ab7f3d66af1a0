import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLineName } from '../../src/cli/command.ts'
import { authorName } from '../../src/words/author-name.ts'

test('authors that are no person have a name in each language, and people keep theirs', () => {
  assert.deepEqual(
    [commandLineName, 'geolocate', 'demo', 'Anna Berg', 'constructor'].map((who) => authorName(who, 'sv')),
    ['kommandoraden', 'uppdateringen av områden', 'exempeldata', 'Anna Berg', 'constructor'],
  )
  assert.equal(authorName('geolocate', 'en'), 'the update of areas')
})
