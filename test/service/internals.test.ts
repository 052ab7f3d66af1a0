import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { replicaTransitions } from '../../src/service/replica.ts'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/internals.md', root), 'utf8')

test('docs/internals.md has the transitions of a replica as the code has them', () => {
  const rows = Object.entries(replicaTransitions).map(([state, row]) => {
    const next = Object.values(row).map((one) => (one === 'impossible' ? '–' : one))
    return `| ${[state, ...next].join(' | ')} |`
  })
  const [events] = Object.values(replicaTransitions).map((row) => `| state | ${Object.keys(row).join(' | ')} |`)
  assert.ok(text.includes([events, '|---|---|---|---|---|', ...rows].join('\n')))
})

test('docs/internals.md names code and tests that exist', () => {
  let named = 0
  for (const cell of text.split(/[|;\n]/)) {
    let file: string | undefined
    for (const [, code = ''] of cell.matchAll(/`([^`]+)`/g)) {
      if (/^(src|test)\/\S+\.ts$/.test(code)) {
        file = readFileSync(new URL(code, root), 'utf8')
        named++
      } else if (file !== undefined) assert.ok(file.includes(code), `${code} in ${cell}`)
    }
  }
  assert.ok(named > 0)
})
