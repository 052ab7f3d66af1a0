import { searchedWords } from '../query/relevance.ts'
import type { Session } from '../store/postgres/session.ts'
import { inTransaction } from '../store/postgres/transaction.ts'
import { storable } from '../store/sql/storable.ts'
import type { SearchRow } from './row.ts'
import type { SearchTables } from './statement.ts'
import { asked, cutText } from './tokens.ts'

/** What is counted of a place. */
type CountedColumns = Pick<SearchRow, 'folded_name' | 'owner_key' | 'municipality'>

/**
 * Keeps how many places there are of each name, owner and municipality, and the words of the names. To be called in the
 * transaction that writes these rows, whose references are there, or removes the places with these ids, before it does. Gives the names that were
 * those of these places, folded.
 */
export async function changeTotals(
  session: Session,
  tables: SearchTables,
  { ids, rows }: { readonly ids: readonly string[]; readonly rows: readonly CountedColumns[] },
): Promise<{ readonly removed: readonly string[] }> {
  const before = await session.query<CountedColumns>(
    `select folded_name, owner_key, municipality from ${tables.place} where id = any($1)`,
    [ids],
  )
  const names = new Changes()
  const references = new Changes()
  const add = ({ folded_name, owner_key, municipality }: CountedColumns, change: 1 | -1) => {
    names.add(folded_name, change)
    references.add(referenceOf('owners', owner_key), change)
    if (municipality !== null) references.add(referenceOf('municipalities', municipality), change)
  }
  for (const row of before.rows) add(row, -1)
  for (const row of rows) add(row, 1)
  await changeReferences(session, tables, references.all())
  await changeNames(session, tables, names.all())
  return { removed: before.rows.map(({ folded_name }) => folded_name) }
}

/** Names that are counted at a time. */
const namesAtOnce = 2_000

/** Counts anew how many places there are of each name, owner and municipality, and notes the words of the names. */
export async function countTotals(session: Session, tables: SearchTables): Promise<void> {
  const { place, name, word, reference } = tables
  await inTransaction(session, () => session.query(`truncate ${name}, ${word}`))
  for (let after: string | undefined, more = true; more; ) {
    const { rows } = await session.query<{ key: string; change: number }>(
      `select folded_name as key, count(*) as change from ${place} ${after === undefined ? '' : 'where folded_name > $1'}
       group by 1 order by 1 limit ${namesAtOnce}`,
      after === undefined ? [] : [after],
    )
    await inTransaction(session, () => changeNames(session, tables, rows))
    after = rows.at(-1)?.key
    more = rows.length === namesAtOnce
  }
  // What was counted once may have no place any more.
  await changeAll(session, `update ${reference} set places = 0 where places <> 0`)
  for (const [kind, column] of [['owners', 'owner_key'] as const, ['municipalities', 'municipality'] as const]) {
    await changeAll(
      session,
      `update ${reference} r set places = c.places
       from (select ${column} as key, count(*) as places from ${place} where ${column} is not null group by 1) as c
       where r.kind = '${kind}' and r.key = c.key`,
    )
  }
}

async function changeAll(session: Session, statement: string): Promise<void> {
  await inTransaction(session, async () => {
    await session.query('set local statement_timeout = 0')
    await session.queryUnlimited(statement)
  })
}

/** Forgets the words of names that were removed, as far as no other name has them. */
export async function forgetWords(session: Session, tables: SearchTables, names: readonly string[]): Promise<void> {
  for (const word of new Set(names.flatMap(wordsOf))) {
    const { rows } = await session.query<{ found: boolean }>(
      `select exists (select from ${tables.name} where words @@ $1::tsquery) as found`,
      [asked(cutText(word))],
    )
    if (!rows[0]?.found) await session.query(`delete from ${tables.word} where word = $1`, [word])
  }
}

/** By how much each of several numbers changes. */
class Changes {
  readonly #changes = new Map<string, number>()

  add(key: string, change: number): void {
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + change)
  }

  /** Those that do change, by key. */
  all(): { key: string; change: number }[] {
    const all = [...this.#changes].flatMap(([key, change]) => (change === 0 ? [] : [{ key, change }]))
    return all.sort((one, other) => (one.key < other.key ? -1 : 1))
  }
}

const referenceOf = (kind: 'owners' | 'municipalities', key: string) => JSON.stringify([kind, key])

type ChangeList = ReturnType<Changes['all']>

async function changeReferences(session: Session, { reference }: SearchTables, changes: ChangeList): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ key: which, change }) => {
    const [kind, key] = JSON.parse(which) as [string, string]
    return { kind, key, change }
  })
  await session.query(
    `update ${reference} r set places = places + c.change
     from json_to_recordset($1::json) as c(kind text, key text, change bigint) where r.kind = c.kind and r.key = c.key`,
    [JSON.stringify(rows)],
  )
}

async function changeNames(session: Session, { name, word }: SearchTables, changes: ChangeList): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((each) => ({ ...each, words: each.change > 0 ? wordsOf(each.key) : [] }))
  const lexemes = rows.map((row) => ({ ...row, words: [...new Set(row.words.map(cutText))] }))
  await session.query(
    `insert into ${name} as n (key, places, words)
     select key, change, array_to_tsvector(words) from json_to_recordset($1::json) as c(key text, change bigint, words text[])
     order by key on conflict (key) do update set places = n.places + excluded.places`,
    [JSON.stringify(lexemes)],
  )
  const fewer = changes.filter(({ change }) => change < 0)
  if (fewer.length > 0) {
    await session.query(`delete from ${name} where key = any($1) and places = 0`, [fewer.map(({ key }) => key)])
  }
  const words = [...new Set(rows.flatMap((row) => row.words))]
  if (words.length === 0) return
  await session.query(
    `insert into ${word} (word) select w from unnest($1::text[]) w
     where not exists (select from ${word} known where known.word = w) order by w on conflict do nothing`,
    [words],
  )
}

function wordsOf(foldedName: string): string[] {
  return [...new Set(searchedWords(foldedName).map(storable))].filter((word) => word !== '')
}
