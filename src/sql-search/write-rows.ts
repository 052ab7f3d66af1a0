import type { PlaceId } from '../place/place.ts'
import { never, type Span } from '../read-model/public-span.ts'
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

/** Number of children whose spans one statement moves. */
const movedPerStatement = 5_000

/** The same as `childSpan` for a child `p` of a parent that is published from `$2` until `$3`. */
const until = `coalesce(p.depublished, ${never})`
const isOwnSpan = `p.published is null or p.deleted is not null or p.published >= ${until}
  or $2::float8 <= p.published and ${until} <= $3::float8`
const spanOf = (end: string) => `case when ${isOwnSpan} then null
  when greatest($2::float8, p.published) < least($3::float8, ${until}) then ${end} else 0 end`
const spanSql = [spanOf('greatest($2::float8, p.published)'), spanOf(`least($3::float8, ${until})`)].join(', ')

/** Stores the spans in which children are public while their parent is published in `from` to `until`. */
export async function moveSpans(
  session: Session,
  { place }: SearchTables,
  children: readonly string[],
  { from, until }: Span,
): Promise<void> {
  for (let at = 0; at < children.length; at += movedPerStatement) {
    await session.query(
      `update ${place} p set (public_from, public_until) = (${spanSql})
       where p.id = any($1) and (p.public_from, p.public_until) is distinct from (${spanSql})`,
      [children.slice(at, at + movedPerStatement), from, until],
    )
  }
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
