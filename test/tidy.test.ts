import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { filesOf } from './support/together.ts'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')
const page = join(root, 'web')
const files = globSync('**/*.ts', { cwd: source }).toSorted()
const pageFiles = globSync('**/*.{ts,tsx}', { cwd: page, exclude: ['dist/**'] }).toSorted()
const text = (file: string) => readFileSync(join(source, file), 'utf8')

/** What each room may import beside itself. */
const allowed: Record<string, readonly string[]> = {
  common: [],
  words: [],
  place: ['common'],
  geo: ['place'],
  access: ['place'],
  hours: ['geo', 'place', 'common'],
  query: ['hours', 'geo', 'place', 'common'],
  index: ['store', 'query', 'hours', 'geo', 'place', 'common'],
  store: ['geo', 'access', 'place', 'common'],
  directory: ['query', 'place', 'common'],
  'sign-in': ['store', 'access', 'place', 'common'],
  webhooks: ['store', 'access', 'place', 'common'],
  exchange: ['store', 'directory', 'hours', 'place', 'common'],
  demo: ['place'],
  pages: ['exchange', 'query', 'place', 'words', 'common'],
  assistants: ['service', 'words', 'access', 'query', 'place', 'common'],
  'sql-search': ['index', 'store', 'query', 'hours', 'geo', 'place', 'common'],
}

/** Rooms above those, each of which may import whatever is not behind it in this list. */
const outer = ['service', 'http', 'cli', 'main.ts']

/** The lower rooms of the index: each may import those before it, and none of the rest. */
const indexRooms = ['in-turns.ts', 'memory', 'sets', 'columns', 'hours']

/** The rooms of the page: each may import those before it. */
const pageRooms = [
  'settings.ts',
  'addresses.ts',
  'words',
  'build',
  'api',
  'kit',
  'session',
  'place',
  'body',
  'search',
  'text',
  'media',
  'map',
  'directory',
  'hours',
  'finder',
  'publish',
  'edit',
  'history',
  'manage',
  'import',
  'bulk',
  'read',
  'explore',
  'app',
  'main.tsx',
  'vite.config.ts',
]

const roomOf = (path: string) => path.split('/')[0] ?? ''

function imports(file: string, folder = source): string[] {
  const body = readFileSync(join(folder, file), 'utf8')
  const specifiers = [...body.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => path ?? '')
  return specifiers.map((path) => join(dirname(file), path))
}

test('the source has rooms, and two files beside them', () => {
  const known = [...Object.keys(allowed), ...outer, 'config.ts']
  assert.deepEqual(
    files.filter((file) => !known.includes(roomOf(file))),
    [],
  )
})

test('imports between rooms go one way', () => {
  const wrong = files.flatMap((file) => {
    const room = roomOf(file)
    const may = [room, ...(allowed[room] ?? outerImports(room))]
    return imports(file)
      .filter((target) => !may.includes(roomOf(target)))
      .map((target) => `${file} imports ${target}`)
  })
  assert.deepEqual(wrong, [])
})

/** What an outer room may import. */
function outerImports(room: string): readonly string[] {
  if (room === 'config.ts') return ['store']
  return [...Object.keys(allowed), ...outer.slice(0, outer.indexOf(room)), 'config.ts']
}

test('the plan of imports between rooms has nothing that nobody uses', () => {
  const used = new Set(files.flatMap((file) => imports(file).map((target) => `${roomOf(file)} → ${roomOf(target)}`)))
  const planned = Object.entries(allowed).flatMap(([room, may]) => may.map((target) => `${room} → ${target}`))
  assert.deepEqual(
    planned.filter((edge) => !used.has(edge)),
    [],
  )
})

/** What some files of a folder import of it that is in a room behind their own. */
function wrongWays(folder: string, some: readonly string[], rooms: readonly string[]): string[] {
  return some.flatMap((file) => {
    const before = rooms.slice(0, rooms.indexOf(roomOf(file)) + 1)
    const inside = imports(file, folder).filter((target) => !target.startsWith('..'))
    return inside.filter((target) => !before.includes(roomOf(target))).map((target) => `${file} imports ${target}`)
  })
}

test('imports between the rooms of the page go one way', () => {
  assert.deepEqual(wrongWays(page, pageFiles, pageRooms), [])
})

test('no file of the page imports itself by way of others', () => {
  let left = pageFiles
  let former: readonly string[] = []
  // What imports nothing that is left goes; in a circle nothing does.
  while (left.length !== former.length) {
    former = left
    left = former.filter((file) => imports(file, page).some((target) => former.includes(target)))
  }
  assert.deepEqual(left, [])
})

test('imports between the lower rooms of the index go one way', () => {
  const index = join(source, 'index')
  const lower = globSync('**/*.ts', { cwd: index }).filter((file) => indexRooms.includes(roomOf(file)))
  assert.ok(lower.length > indexRooms.length)
  assert.deepEqual(wrongWays(index, lower, indexRooms), [])
})

test('http does not import the command line, nor the reverse; only http imports Fastify, only store a database', () => {
  const wrong = files.flatMap((file) => {
    const room = roomOf(file)
    const body = text(file)
    return [
      room === 'http' && imports(file).some((target) => roomOf(target) === 'cli') && `${file} imports cli`,
      room === 'cli' && imports(file).some((target) => roomOf(target) === 'http') && `${file} imports http`,
      room !== 'http' && /from '(@?fastify|@fastify\/[^']+)'/.test(body) && `${file} imports Fastify`,
      room !== 'store' && /from '(kysely[^']*|node:sqlite|pg)'/.test(body) && `${file} imports a database`,
    ].filter((fault) => fault !== false)
  })
  assert.deepEqual(wrong, [])
})

test('no file of the source is longer than 400 lines', () => {
  const all = [...files.map((file) => join(source, file)), ...pageFiles.map((file) => join(page, file))]
  const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400)
  assert.deepEqual(long, [])
})

test('no function is longer than 70 lines', () => {
  const long = [
    ...files.flatMap((file) => longFunctions(`src/${file}`, text(file))),
    ...pageFiles.flatMap((file) => longFunctions(`web/${file}`, readFileSync(join(page, file), 'utf8'))),
  ]
  assert.deepEqual(long, [])
})

/** Functions and methods by their indentation, which the formatter guarantees. */
function longFunctions(file: string, body: string): string[] {
  const lines = body.split('\n')
  return lines.flatMap((line, at) => {
    const opens = /^( *)(?:export |default |async |static |private )*(?:function\b|[#\w]+(?:<.*>)?\(.*\).*\{$)/.exec(
      line,
    )
    if (!opens || /^\s*(?:if|for|while|switch|return|describe|test)\b/.test(line)) return []
    const end = lines.findIndex(
      (later, index) => index > at && later.startsWith(`${opens[1]}}`) && !later.endsWith('{'),
    )
    return end - at > 70 ? [`${file}:${at + 1} has ${end - at + 1} lines`] : []
  })
}

test('`npm test` runs every test file once', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { test: string } }
  const alone = [...scripts.test.matchAll(/'(test\/\S+\.test\.ts)'/g)].flatMap(([, glob]) =>
    globSync(glob!, { cwd: root }),
  )
  const entries = globSync('test/together/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const some = entries.flatMap((body) => [...body.matchAll(/'(\w[^']*)'/g)].map(([, some]) => some!))
  assert.deepEqual(
    [...alone, ...some.flatMap(filesOf)].toSorted(),
    globSync('test/**/*.test.ts', { cwd: root }).toSorted(),
  )
})

test('nothing is left undone in comments', () => {
  const wrong = files.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(text(file)))
  assert.deepEqual(wrong, [])
})
