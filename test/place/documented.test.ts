import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describePlace, fieldCatalogue } from '../../src/place/fields.ts'

test('docs/data-model.md names every field that can be searched, and no other, with its kind', () => {
  const text =
    readFileSync(new URL('../../docs/data-model.md', import.meta.url), 'utf8').split('## Every field')[1] ?? ''
  const told = [...text.matchAll(/^\| `([a-z_]+)` \| (\w+)/gm)].map(([, name, kind]) => `${name} ${kind}`)
  assert.deepEqual(
    told,
    [...fieldCatalogue(describePlace({})).values()].map(({ name, kind }) => `${name} ${kind}`),
  )
})
