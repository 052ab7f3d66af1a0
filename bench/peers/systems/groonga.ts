import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../test/support/ports.ts'
import { type ServerProcess, startProgram } from '../../support/processes.ts'
import type { Request } from '../../support/request.ts'
import { type Asked, type AskedSearch, instantsOf } from '../asked.ts'
import { isShown, type Row, readRows } from '../corpus.ts'
import type { Found, Materials, System } from '../system.ts'

const isInstalled = spawnSync('groonga', ['--version']).status === 0

/** Groonga over its own HTTP, its cache of results off. It only reads, so what is not visible is left out. */
export function groonga(): System {
  return {
    name: 'groonga',
    about: () => `${execFileSync('groonga', ['--version'], { encoding: 'utf8' }).split(' [')[0]} over HTTP, cache off`,
    missing: () => (isInstalled ? undefined : 'Groonga is not installed'),
    async load(materials) {
      rmSync(folderOf(materials), { recursive: true, force: true })
      mkdirSync(folderOf(materials))
      const server = await startServer(materials, true)
      try {
        await fill(server.url, materials)
      } finally {
        await server.stop()
      }
    },
    async start(materials) {
      const server = await startServer(materials, false)
      await command(server.url, 'select', { table: 'Place', filter: 'type != "none"', limit: '1', cache: 'no' })
      return { ...server, headers: {} }
    },
    lacks: {
      writing: 'it has no durable transactions',
      distances: 'its distances are of another sphere',
      relevance: 'it does not tell how well a vector of words matches',
    },
    requestOf,
    found,
  }
}

const folderOf = ({ folder }: Materials) => join(folder, 'groonga')

async function startServer(materials: Materials, everyCore: boolean): Promise<ServerProcess> {
  const port = await freePort()
  const file = join(folderOf(materials), 'places')
  const options = ['--protocol', 'http', '--bind-address', '127.0.0.1', '-p', String(port), '--cache-limit', '0']
  const create = existsSync(file) ? [] : ['-n']
  return startProgram({
    command: ['groonga', ...options, '-s', ...create, file],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/d/status',
    everyCore,
  })
}

/** Names, cities and words are keys of patricia tries, so that equal and beginning values come from an index. */
const tables = ['Name', 'City', 'Word', 'NameWord', 'Type']
const schema: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ...tables.map((name) => ['table_create', { name, flags: 'TABLE_PAT_KEY', key_type: 'ShortText' }] as const),
  ['table_create', { name: 'Instant', flags: 'TABLE_PAT_KEY', key_type: 'Int64' }],
  // Its records are gone through in the order in which they came, which those of a trie are not.
  ['table_create', { name: 'Place', flags: 'TABLE_HASH_KEY', key_type: 'ShortText' }],
  ...(
    [
      ['document', 'COLUMN_SCALAR', 'Text'],
      ['named', 'COLUMN_SCALAR', 'Text'],
      ['slug', 'COLUMN_SCALAR', 'ShortText'],
      ['name', 'COLUMN_SCALAR', 'Name'],
      ['city', 'COLUMN_SCALAR', 'City'],
      ['type', 'COLUMN_SCALAR', 'Type'],
      ['published', 'COLUMN_SCALAR', 'Int64'],
      ['words', 'COLUMN_VECTOR', 'Word'],
      ['name_words', 'COLUMN_VECTOR', 'NameWord'],
    ] as const
  ).map(([name, flags, type]) => ['column_create', { table: 'Place', name, flags, type }] as const),
  ...(
    [
      ['Name', 'name'],
      ['City', 'city'],
      ['Type', 'type'],
      ['Word', 'words'],
      ['NameWord', 'name_words'],
      ['Instant', 'published'],
    ] as const
  ).map(
    ([table, source]) =>
      ['column_create', { table, name: 'places', flags: 'COLUMN_INDEX', type: 'Place', source }] as const,
  ),
]

const batchRows = 2_000

async function fill(url: string, materials: Materials): Promise<void> {
  for (const [name, parameters] of schema) await command(url, name, parameters)
  const now = Date.now()
  let batch: unknown[] = []
  const flush = async () => {
    await command(url, 'load', { table: 'Place' }, JSON.stringify(batch))
    batch = []
  }
  for await (const row of readRows(materials.corpus.rows)) {
    if (isShown(row, now) && batch.push(recordOf(row)) === batchRows) await flush()
  }
  if (batch.length > 0) await flush()
}

/** Records are numbered as they come, which is the default order. */
function recordOf(row: Row): Readonly<Record<string, unknown>> {
  return {
    _key: row.id,
    document: row.document,
    named: row.named,
    slug: row.slug,
    name: row.name,
    ...(row.city !== undefined && { city: row.city }),
    type: row.type,
    published: row.published ?? 0,
    words: row.words,
    name_words: row.nameWords,
  }
}

async function command(
  url: string,
  name: string,
  parameters: Readonly<Record<string, string>>,
  body?: string,
): Promise<void> {
  const query = new URLSearchParams(parameters)
  const post = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answer = await fetch(`${url}/d/${name}?${query}`, post)
  const text = await answer.text()
  if (!answer.ok || /^\[\[-/.test(text)) throw new Error(`groonga answered ${name}: ${text.slice(0, 500)}`)
}

function requestOf(asked: Asked): Request {
  if (asked.what === 'place')
    return select({ filter: `_key == ${quoted(asked.id)}`, output_columns: 'named', limit: '1' })
  if (asked.what !== 'search') throw new Error(`Groonga is asked no ${asked.what}`)
  const filters = conditions(asked)
  return select({
    ...(filters.length > 0 && { filter: filters.join(' && ') }),
    output_columns: '_key,document',
    limit: String(asked.limit),
    offset: String(asked.offset),
    ...orderOf(asked, filters.length > 0),
  })
}

function conditions({ ids, city, nameStart, type, published, words }: AskedSearch): string[] {
  const days = published && instantsOf(published)
  return [
    ...(ids ? [`(${ids.map((id) => `_key == ${quoted(id)}`).join(' || ')})`] : []),
    ...(city === undefined ? [] : [`city == ${quoted(city)}`]),
    ...(nameStart && !nameStart.not ? [`name @^ ${quoted(nameStart.start)}`] : []),
    ...(type === undefined ? [] : [`type == ${quoted(type)}`]),
    ...(days ? [`published >= ${days.from} && published < ${days.until}`] : []),
    ...(words ?? []).map((word) => `words @^ ${quoted(word)}`),
  ].concat(nameStart?.not ? [`!(name @^ ${quoted(nameStart.start)})`] : [])
}

/** Unless something is sought records come as they were numbered. */
function orderOf({ order }: AskedSearch, isFiltered: boolean): Readonly<Record<string, string>> {
  if (order === 'slug') return { sort_keys: 'slug' }
  if (order === 'slug-') return { sort_keys: '-slug' }
  return isFiltered ? { sort_keys: '_id' } : {}
}

function select(parameters: Readonly<Record<string, string>>): Request {
  return { path: `/d/select?${new URLSearchParams({ table: 'Place', cache: 'no', ...parameters })}` }
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** `[[status, …], [[[total], [columns], row, …]]]`, the id first in each row. */
function found(answer: string): Found {
  const [, [[[total], , ...rows]]] = JSON.parse(answer) as [unknown, [[[number], unknown, ...[string][]]]]
  return { total, ids: rows.map(([id]) => id) }
}
