import { rowIdsOf } from '../query/appearance.ts'
import type { Session } from '../store/postgres/session.ts'
import { keyColumn } from './fields.ts'
import type { SearchRow } from './row.ts'
import type { SearchTables } from './schema.ts'
import { asked, suggestedTexts, suggestedWord, tellsEqual, wordOfLexeme } from './tokens.ts'

/** Puts rows into the tables, in the place of those that have their ids, and what they refer to. */
export async function putRows(session: Session, tables: SearchTables, rows: readonly SearchRow[]): Promise<void> {
  const { detail, document } = tables
  if (rows.length === 0) return
  await putReferences(session, tables, rows)
  await removeRows(session, tables, orphansWithout(rows))
  await session.query(putPlaces(tables), [partsOf(rows, placeRead)])
  await session.query(putPlain(detail, detailColumns), [partsOf(rows, detailColumns)])
  await session.query(putPlain(document, documentColumns), [partsOf(rows, documentColumns)])
}

/** Removes the rows with these ids, and gives their words that are suggested, cut as lexemes are. */
export async function removeRows(
  session: Session,
  { place, detail, document }: SearchTables,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await session.query<{ lexemes: string[] }>(
    `delete from ${place} where id = any($1) returning tsvector_to_array(lexemes) as lexemes`,
    [ids],
  )
  if (rows.length === 0) return []
  for (const table of [detail, document]) await session.query(`delete from ${table} where id = any($1)`, [ids])
  return [...new Set(rows.flatMap(({ lexemes }) => lexemes.flatMap((lexeme) => wordOfLexeme(lexeme) ?? [])))]
}

/** Forgets the words of places that were removed, as far as no other place has them. */
export async function forgetWords(
  session: Session,
  { place, word }: SearchTables,
  words: readonly string[],
): Promise<void> {
  for (const removed of words) {
    const tsquery = suggestedTexts.map((text) => asked(suggestedWord(removed, text))).join(' | ')
    const { rows } = await session.query(`select from ${place} where lexemes @@ $1::tsquery limit 1`, [tsquery])
    const isRemoved = tellsEqual(removed) ? 'word = $1' : 'starts_with(word, $1)'
    if (rows.length === 0) await session.query(`delete from ${word} where ${isRemoved}`, [removed])
  }
}

/** The ids of orphans that places may have had, and have no more. */
function orphansWithout(rows: readonly SearchRow[]): string[] {
  const kept = new Set(rows.map(({ id }) => id))
  return [...kept].flatMap(rowIdsOf).filter((id) => !kept.has(id))
}

/** Adds what rows refer to, where it is not known yet: references, opening hours and words. */
async function putReferences(
  session: Session,
  { reference, schedule, word }: SearchTables,
  rows: readonly SearchRow[],
): Promise<void> {
  await session.query(
    `insert into ${reference} (kind, key, whole)
     select distinct kind, key, whole from json_to_recordset($1::json) as r(kind text, key text, whole text)
     where not exists (select from ${reference} known where known.kind = r.kind and known.key = r.key)
     order by kind, key on conflict do nothing`,
    [JSON.stringify(rows.flatMap(({ references }) => references))],
  )
  const words = [...new Set(rows.flatMap((row) => row.words))]
  await session.query(
    `insert into ${word} (word) select w from unnest($1::text[]) w order by w on conflict do nothing`,
    [words],
  )
  const schedules = new Map(rows.flatMap(({ hours }) => (hours ? [[hours.key, hours]] : [])))
  if (schedules.size === 0) return
  await session.query(
    `insert into ${schedule} (key, zone, hours)
     select key, zone, hours from json_to_recordset($1::json) as s(key uuid, zone text, hours jsonb)
     order by key on conflict do nothing`,
    [JSON.stringify([...schedules.values()])],
  )
}

const placeColumns = {
  ...{ id: 'text', revision: 'bigint', slug: 'text', lon: 'float8', lat: 'float8', type_key: 'text' },
  ...{ partial: 'boolean', published: 'float8', depublished: 'float8', deleted: 'float8', created: 'float8' },
  ...{ updated: 'float8', owner_key: 'text', owner_id: 'text', categories: 'text[]', tags: 'text[]' },
  ...{ orphan: 'boolean', seen_from: 'float8', seen_until: 'float8' },
  ...{ fetches: 'boolean', inexact: 'boolean', name_key: 'text', name_words: 'text' },
  ...{ cell: 'bigint', folded_name: 'text', schedule: 'uuid', facts: 'jsonb' },
} as const
const placeRead = { ...placeColumns, lexemes: 'text[]', ordered: 'jsonb' } as const
const detailColumns = { id: 'text', keys: 'jsonb', cuts: 'jsonb' } as const
const documentColumns = { id: 'text', document: 'text' } as const

/** The columns of rows, as JSON. */
function partsOf(rows: readonly SearchRow[], columns: Readonly<Partial<Record<keyof SearchRow, string>>>): string {
  const names = Object.keys(columns) as (keyof SearchRow)[]
  return JSON.stringify(rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))))
}

function putPlaces({ place, ordered }: SearchTables): string {
  const keys = ordered.map((number) => [keyColumn(number), `ordered->>'${number}'`])
  const made = {
    ...Object.fromEntries(keys),
    lexemes: 'array_to_tsvector(lexemes)',
    spot: 'st_setsrid(st_makepoint(lon, lat), 4326)::geography',
    spot_plane: 'st_setsrid(st_makepoint(lon, lat), 4326)',
  }
  return put(place, { read: placeRead, plain: Object.keys(placeColumns), made })
}

function putPlain(table: string, columns: Readonly<Record<string, string>>): string {
  return put(table, { read: columns, plain: Object.keys(columns), made: {} })
}

interface PutColumns {
  /** What each row of the JSON has, with types. */
  readonly read: Readonly<Record<string, string>>
  /** What is kept as it is. */
  readonly plain: readonly string[]
  /** What is computed of it. */
  readonly made: Readonly<Record<string, string>>
}

function put(table: string, { read, plain, made }: PutColumns): string {
  const columns = [...plain, ...Object.keys(made)]
  const types = Object.entries(read).map(([name, type]) => `${name} ${type}`)
  const changed = columns.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  return `insert into ${table} (${columns.join(', ')})
    select ${[...plain, ...Object.values(made)].join(', ')} from json_to_recordset($1::json) as r(${types.join(', ')})
    on conflict (id) do update set ${changed.join(', ')}`
}
