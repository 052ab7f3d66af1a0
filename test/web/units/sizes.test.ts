import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const dist = resolve(import.meta.dirname, '../../../web/dist')
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

test('the first load of the app is under 530 kB of JavaScript before it is compressed', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, file]) => file!)
  const loaded = new Set(scripts.flatMap((file) => [...withImports(file)]))
  const bytes = [...loaded].reduce((sum, file) => sum + statSync(join(assets, file)).size, 0)
  assert.ok(bytes > 150 * kilobyte && bytes < 530 * kilobyte, `${[...loaded].join(', ')}: ${bytes} bytes`)
  assert.ok(![...loaded].some((file) => /map/.test(file)), 'the map is loaded when it is needed')
})

test('the scripts of a page for reading are under 25 kB compressed, and have none of the app', () => {
  const html = readFileSync(join(dist, 'reading.html'), 'utf8')
  const scripts = [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, file]) => file!)
  const loaded = new Set(scripts.flatMap((file) => [...withImports(file)]))
  const bytes = [...loaded].reduce((sum, file) => sum + statSync(join(assets, `${file}.br`)).size, 0)
  assert.ok(bytes > 5 * kilobyte && bytes < 25 * kilobyte, `${[...loaded].join(', ')}: ${bytes} bytes`)
})

test('distances of 16 px and more between parts of the page are on a grid of 8 px', () => {
  const web = resolve(import.meta.dirname, '../../../web')
  // What the service sends before the page is as high as the page makes it: a test holds it to that.
  const sheets = globSync('**/*.css', { cwd: web, exclude: ['dist/**', 'app/served.css'] })
  const distances = /^ *(?:margin|padding|(?:row-|column-)?gap)[a-z-]*:.*;$/gm
  const isOff = (size: string) => Number.parseFloat(size) >= 16 && Number.parseFloat(size) % 8 !== 0
  const off = sheets.flatMap((sheet) => {
    const declarations = readFileSync(join(web, sheet), 'utf8').match(distances) ?? []
    return declarations.filter((one) => (one.match(/[\d.]+px/g) ?? []).some(isOff)).map((one) => `${sheet}: ${one}`)
  })
  assert.ok(sheets.length > 20)
  assert.deepEqual(off, [])
})

test('licences of what the page is made of are beside it', () => {
  const text = readFileSync(join(assets, 'licenses.md'), 'utf8')
  for (const name of ['react', 'maplibre-gl', '@mantine/core']) assert.ok(text.includes(name), name)
  assert.ok(readdirSync(assets).every((file) => !file.endsWith('.map')))
})
