import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const dist = resolve(import.meta.dirname, '../../web/dist')
const assets = join(dist, 'assets')
const kilobyte = 1000

/** The scripts that a script imports before it runs, itself included; what it loads when needed is not among them. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(assets, file), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(imported!, seen)
  return seen
}

test('the first load is under 365 kB of JavaScript before it is compressed', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, file]) => file!)
  const loaded = new Set(scripts.flatMap((file) => [...withImports(file)]))
  const bytes = [...loaded].reduce((sum, file) => sum + statSync(join(assets, file)).size, 0)
  assert.ok(bytes > 150 * kilobyte && bytes < 365 * kilobyte, `${[...loaded].join(', ')}: ${bytes} bytes`)
  assert.ok(![...loaded].some((file) => /map/.test(file)), 'the map is loaded when it is needed')
})

test('licences of what the page is made of are beside it', () => {
  const text = readFileSync(join(assets, 'licenses.md'), 'utf8')
  for (const name of ['react', 'maplibre-gl', '@mantine/core']) assert.ok(text.includes(name), name)
  assert.ok(readdirSync(assets).every((file) => !file.endsWith('.map')))
})
