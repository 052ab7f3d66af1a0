import type { PlaceId } from '../place/place.ts'
import type { Session } from '../store/postgres/session.ts'
import { asked, suggestedTexts, suggestedWord, tellsEqual, wordOfLexeme } from './lexemes.ts'
import { putZones } from './references.ts'
import type { SearchRow } from './search-row.ts'
import type { SearchTables } from './tables.ts'

/** Inserts rows, whose ids must not be in the tables yet, and what they share with others. */
export async function putRows(session: Session, tables: SearchTables, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  await putShared(session, tables, rows)
  for (const name of ['place', 'detail', 'document'] as const) {
    const table = tables[name]
    const columns = Object.keys(rows[0]![name]).join(', ')
    await session.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows.map((row) => row[name]))],
    )
  }
}

/** Adds opening hours, their time zones, and words of rows that are not known yet. */
async function putShared(session: Session, tables: SearchTables, rows: readonly SearchRow[]): Promise<void> {
  const { schedule, word } = tables
  const insert = (text: string, values: readonly unknown[]) =>
    session.query(`insert into ${text} on conflict do nothing`, [JSON.stringify(values)])
  await putZones(session, tables, [...new Set(rows.flatMap(({ hours }) => hours?.zone ?? []))])
  await insert(
    `${word} select distinct w from json_array_elements_text($1::json) w order by w`,
    rows.flatMap(({ words }) => words),
  )
  await insert(
    `${schedule} select distinct on (key) * from json_populate_recordset(null::${schedule}, $1::json) order by key`,
    rows.flatMap(({ hours }) => hours ?? []),
  )
}

/** Removes the rows of places. */
export async function removeRows(
  session: Session,
  { place, detail, document }: SearchTables,
  ids: readonly PlaceId[],
): Promise<void> {
  for (const table of [place, detail, document]) {
    await session.query(`delete from ${table} where id = any($1)`, [ids])
  }
}

/** The suggested words of places, truncated as in lexemes. */
export async function wordsOf(session: Session, { place }: SearchTables, ids: readonly PlaceId[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await session.query<{ lexemes: string[] }>(
    `select tsvector_to_array(lexemes) as lexemes from ${place} where id = any($1)`,
    [ids],
  )
  return [...new Set(rows.flatMap(({ lexemes }) => lexemes.flatMap((lexeme) => wordOfLexeme(lexeme) ?? [])))]
}

/** Deletes the words of removed places that no other place has. */
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
