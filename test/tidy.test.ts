import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { filesOf, isLong } from './support/together.ts'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')
const page = join(root, 'web')
const files = globSync('**/*.ts', { cwd: source }).toSorted()
const pageFiles = globSync('**/*.{ts,tsx}', { cwd: page, exclude: ['dist/**'] }).toSorted()
const text = (file: string) => readFileSync(join(source, file), 'utf8')

/** What each folder may import beside itself. */
const allowed: Record<string, readonly string[]> = {
  common: [],
  words: [],
  place: ['common'],
  geo: ['place', 'common'],
  access: ['place'],
  hours: ['geo', 'place', 'common'],
  query: ['hours', 'geo', 'place', 'common'],
  'read-model': ['query', 'place'],
  index: ['read-model', 'query', 'hours', 'geo', 'place', 'common'],
  store: ['geo', 'access', 'place', 'common'],
  directory: ['query', 'place', 'common'],
  'sign-in': ['store', 'access', 'place', 'common'],
  webhooks: ['store', 'access', 'place', 'common'],
  exchange: ['store', 'directory', 'hours', 'geo', 'place', 'common'],
  demo: ['place'],
  pages: ['exchange', 'query', 'geo', 'place', 'words', 'common'],
  assistants: ['service', 'words', 'access', 'query', 'place', 'common'],
  'sql-search': ['read-model', 'store', 'query', 'hours', 'geo', 'place', 'common'],
}

/** Folders above those, each of which may import whatever is not behind it in this list. */
const outer = ['service', 'http', 'cli', 'main.ts']

/** The lower folders of the index: each may import those before it, and none of the rest. */
const indexFolders = ['in-turns.ts', 'memory', 'sets', 'columns', 'hours']

/** The folders of the page: each may import those before it. */
const pageFolders = [
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
  'fields',
  'finder',
  'publish',
  'edit',
  'history',
  'manage',
  'import',
  'bulk',
  'reading',
  'explore',
  'app',
  'main.tsx',
  'vite.config.ts',
]

const folderOf = (path: string) => path.split('/')[0] ?? ''

function imports(file: string, root = source): string[] {
  const body = readFileSync(join(root, file), 'utf8')
  const specifiers = [...body.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => path ?? '')
  return specifiers.map((path) => join(dirname(file), path))
}

test('the source has folders, and two files beside them', () => {
  const known = [...Object.keys(allowed), ...outer, 'config.ts']
  assert.deepEqual(
    files.filter((file) => !known.includes(folderOf(file))),
    [],
  )
})

test('no two files of the source have the same name', () => {
  const names = files.map((file) => basename(file))
  assert.deepEqual(
    files.filter((file) => names.indexOf(basename(file)) !== names.lastIndexOf(basename(file))),
    [],
  )
})

test('imports between folders go one way', () => {
  const wrong = files.flatMap((file) => {
    const folder = folderOf(file)
    const may = [folder, ...(allowed[folder] ?? outerImports(folder))]
    return imports(file)
      .filter((target) => !may.includes(folderOf(target)))
      .map((target) => `${file} imports ${target}`)
  })
  assert.deepEqual(wrong, [])
})

/** What an outer folder may import. */
function outerImports(folder: string): readonly string[] {
  if (folder === 'config.ts') return ['store']
  return [...Object.keys(allowed), ...outer.slice(0, outer.indexOf(folder)), 'config.ts']
}

test('the plan of imports between folders has nothing that nobody uses', () => {
  const used = new Set(
    files.flatMap((file) => imports(file).map((target) => `${folderOf(file)} → ${folderOf(target)}`)),
  )
  const planned = Object.entries(allowed).flatMap(([folder, may]) => may.map((target) => `${folder} → ${target}`))
  assert.deepEqual(
    planned.filter((edge) => !used.has(edge)),
    [],
  )
})

/** What some files under a root import of it that is in a folder behind their own. */
function wrongWays(root: string, some: readonly string[], folders: readonly string[]): string[] {
  return some.flatMap((file) => {
    const before = folders.slice(0, folders.indexOf(folderOf(file)) + 1)
    const inside = imports(file, root).filter((target) => !target.startsWith('..'))
    return inside.filter((target) => !before.includes(folderOf(target))).map((target) => `${file} imports ${target}`)
  })
}

test('imports between the folders of the page go one way', () => {
  assert.deepEqual(wrongWays(page, pageFiles, pageFolders), [])
})

test('no file imports itself by way of others, be it for a type', () => {
  let left = ['src', 'web', 'test', 'bench'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['web/dist/**'] }).map((file) => ({
      file,
      targets: imports(file, root),
    })),
  )
  let former: typeof left = []
  // What imports nothing that is left goes; in a circle nothing does.
  while (left.length !== former.length) {
    former = left
    const names = new Set(former.map(({ file }) => file))
    left = former.filter(({ targets }) => targets.some((target) => names.has(target)))
  }
  assert.deepEqual(
    left.map(({ file }) => file),
    [],
  )
})

test('imports between the lower folders of the index go one way', () => {
  const index = join(source, 'index')
  const lower = globSync('**/*.ts', { cwd: index }).filter((file) => indexFolders.includes(folderOf(file)))
  assert.ok(lower.length > indexFolders.length)
  assert.deepEqual(wrongWays(index, lower, indexFolders), [])
})

test('http does not import the command line, nor the reverse; only http imports Fastify, only store a database', () => {
  const wrong = files.flatMap((file) => {
    const folder = folderOf(file)
    const body = text(file)
    return [
      folder === 'http' && imports(file).some((target) => folderOf(target) === 'cli') && `${file} imports cli`,
      folder === 'cli' && imports(file).some((target) => folderOf(target) === 'http') && `${file} imports http`,
      folder !== 'http' && /from '(@?fastify|@fastify\/[^']+)'/.test(body) && `${file} imports Fastify`,
      folder !== 'store' && /from '(kysely[^']*|node:sqlite|pg)'/.test(body) && `${file} imports a database`,
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

/** Returns the test files that the entry files of a folder of `test/together` run. */
function filesRunBy(folder: string): string[] {
  return globSync(`test/together/${folder}/*.ts`, { cwd: root }).flatMap((entry) => {
    const [, long, patterns] = /\ntogether(Long)?\(([^)]*)\)/.exec(readFileSync(join(root, entry), 'utf8')) ?? []
    const files = filesOf([...(patterns ?? '').matchAll(/'([^']+)'/g)].map(([, pattern]) => pattern!))
    return files.filter((file) => isLong(file) === (long !== undefined))
  })
}

test('`npm run test:all` runs every test file, and `npm test` none twice', () => {
  const alone = globSync('test/{bench,postgres,}/*.test.ts', { cwd: root })
  const short = filesRunBy('short')
  assert.deepEqual(
    [...new Set([...alone, ...short, ...filesRunBy('rest')])].toSorted(),
    globSync('test/**/*.test.ts', { cwd: root }).toSorted(),
  )
  assert.equal(new Set(short).size, short.length)
})

test('tests and benches start processes, and tests wait for events, only by what ends or bounds them', () => {
  const support = { 'node:child_process': 'test/support/child.ts', 'node:events': 'test/support/until.ts' }
  const imported = (module: string) => new RegExp(`(?<!import type .*)from '${module}'`)
  const wrong = globSync('{test,bench}/**/*.ts', { cwd: root }).flatMap((file) => {
    const body = readFileSync(join(root, file), 'utf8')
    return Object.entries(support).flatMap(([module, by]) => {
      const isFree = file === by || (module === 'node:events' && file.startsWith('bench/'))
      return !isFree && imported(module).test(body) ? [`${file} imports ${module}, which is for ${by}`] : []
    })
  })
  assert.deepEqual(wrong, [])
})

test('nothing is left undone in comments', () => {
  const wrong = files.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(text(file)))
  assert.deepEqual(wrong, [])
})
