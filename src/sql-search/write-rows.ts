import { rowIdsOf } from '../query/appearance.ts'
import type { Session } from '../store/postgres/session.ts'
import { asked, suggestedTexts, suggestedWord, tellsEqual, wordOfLexeme } from './lexemes.ts'
import type { Columns, SearchRow } from './row.ts'
import type { SearchTables } from './tables.ts'

/** Puts rows into the tables, in the place of those that have their ids, and what they refer to. */
export async function putRows(session: Session, tables: SearchTables, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  await putReferences(session, tables, rows)
  const kept = new Set(rows.map(({ place }) => place.id))
  const orphansBefore = [...kept].flatMap(rowIdsOf).filter((id) => !kept.has(id))
  await removeRows(session, tables, orphansBefore)
  for (const table of ['place', 'detail', 'document'] as const) {
    await put(
      session,
      tables[table],
      rows.map((row) => row[table]),
    )
  }
}

async function put(session: Session, table: string, rows: readonly Columns[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const changed = columns.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  await session.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1::json)
     on conflict (id) do update set ${changed.join(', ')}`,
    [JSON.stringify(rows)],
  )
}

/** Adds what rows refer to, where it is not known yet: references, opening hours and words. */
async function putReferences(
  session: Session,
  { reference, schedule, word }: SearchTables,
  rows: readonly SearchRow[],
): Promise<void> {
  const insert = (text: string, values: readonly unknown[]) =>
    session.query(`insert into ${text} on conflict do nothing`, [JSON.stringify(values)])
  await insert(
    `${reference} (kind, key, whole)
     select distinct kind, key, whole from json_populate_recordset(null::${reference}, $1::json) r
     where not exists (select from ${reference} known where known.kind = r.kind and known.key = r.key) order by kind, key`,
    rows.flatMap(({ references }) => references),
  )
  await insert(
    `${word} select distinct w from json_array_elements_text($1::json) w order by w`,
    rows.flatMap(({ words }) => words),
  )
  await insert(
    `${schedule} select distinct on (key) * from json_populate_recordset(null::${schedule}, $1::json) order by key`,
    rows.flatMap(({ hours }) => hours ?? []),
  )
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
