import { parseOwnerKey } from '../index/columns/owner-key.ts'
import { placeIdOf } from '../query/appearance.ts'
import { compareKeys, keyOfValue, writtenValue } from '../query/facets.ts'
import { fitsWords } from '../query/naive.ts'
import { beginningWithin, beginsWithin } from '../query/near-word.ts'
import {
  type Candidate,
  chooseCandidates,
  compareCandidates,
  editAttempts,
  type Fit,
  patternsOf,
  type Suggestion,
  type SuggestRequest,
  type WordPattern,
} from '../query/suggestion.ts'
import { storable } from '../store/sql/storable.ts'
import { conditionSql } from './condition.ts'
import { type CountedKey, type CountParts, firstNamedSql, firstOf, firstSql, readViews } from './facets.ts'
import { type NamedReference, type References, Turns } from './references.ts'
import { asked, lexemeLength, type SuggestedText, suggestedWord } from './tokens.ts'

/** Most beginnings that one mistyped word may stand for. */
const beginningsMax = 2_000

/** A text that fits, with how many matches have it and the first of them. */
interface Found extends Candidate, CountedKey {
  /** Of an owner with a single id. */
  readonly id?: string
}

/** What a text that has been begun may become, among the places of a database. */
export async function suggest(
  request: SuggestRequest,
  references: References,
  parts: CountParts,
): Promise<Suggestion[]> {
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    if (patterns === undefined) continue
    const begun = await Promise.all(patterns.map((pattern) => beginnings(pattern, parts)))
    const typed = { request, patterns, begun }
    const found = [
      ...(await placesSuggested('place', typed, parts)),
      ...(await placesSuggested('municipality', typed, parts)),
      ...(await ownersSuggested(typed, references, parts)),
    ]
    const chosen = chooseCandidates(found, request.limit) as Found[]
    if (chosen.length > 0) return written(chosen, request, parts)
  }
  return []
}

interface Typed {
  readonly request: SuggestRequest
  readonly patterns: readonly WordPattern[]
  /** For each pattern the beginnings of words that it stands for. */
  readonly begun: readonly (readonly string[])[]
}

/** As the first place by name and id writes them. */
async function written(chosen: readonly Found[], request: SuggestRequest, parts: CountParts): Promise<Suggestion[]> {
  const views = await readViews(
    chosen.map(({ first }) => first),
    parts,
  )
  return chosen.map(({ type, key, count, first, id }) => {
    const text = String(writtenValue(views.get(first)!, request.facets[type], key).value)
    return { type, text, count, ...(id !== undefined && { id }) }
  })
}

/**
 * The texts of the places themselves: names, or municipalities. Lexemes find the places, and those that fit best and most
 * of them have come first.
 */
async function placesSuggested(
  type: SuggestedText,
  { request, patterns, begun }: Typed,
  { session, query, now, context: newContext }: CountParts,
): Promise<Found[]> {
  if (begun.some((some) => some.length === 0)) return []
  const context = newContext()
  const { parameters, tables, fields } = context
  const { number } = fields.get('geolocationinfo_municipality')!
  const key = type === 'place' ? 'p.folded_name' : `(p.facts->>'${number}') collate "C"`
  const first = type === 'place' ? firstNamedSql : firstSql
  const words = begun.map((some) => some.map((word) => asked(suggestedWord(storable(word), type), true)).join(' | '))
  const found = `p.lexemes @@ ${parameters.add(words.map((some) => `(${some})`).join(' & '), 'tsquery')}`
  const fitSql = (text: string) => `case when key = ${text} then 0 when starts_with(key, ${text}) then 1 else 2 end`
  const fit = isExact(patterns) ? fitSql(parameters.add(storable(request.text), 'text')) : '2'
  // Lexemes hold the beginnings of long words alone, so what is asked for such a word is looked at here.
  const isLong = begun.flat().some((word) => word.length > lexemeLength)
  const limit = isLong ? '' : `limit ${parameters.add(request.limit, 'bigint')}`
  const { rows } = await session.query<CountedKey & { fit: Fit }>(
    `select key, ${fit} as fit, count, first from (
       select ${key} as key, count(*) as count, ${first} as first from ${tables.place} p
       where ${found} and ${conditionSql(query, context, now)} group by 1) as counted
     order by 2, 3 desc, 1 ${limit}`,
    parameters.values,
  )
  return rows
    .filter((row) => !isLong || fitsWords(row.key, patterns))
    .map((row) => {
      const first = firstOf(row.first)
      return { ...row, type, first, ...(type === 'place' && row.count === 1 && { id: placeIdOf(first) }) }
    })
}

/** Names of owners are known to this process, which finds those that fit; the database counts their places. */
async function ownersSuggested(
  { request, patterns }: Typed,
  references: References,
  { session, query, now, context: newContext }: CountParts,
): Promise<Found[]> {
  const fitting = await ownersFitting(references.named('owners'), request.text, patterns)
  if (fitting.size === 0) return []
  const context = newContext()
  const keys = context.parameters.add([...fitting.keys()], 'text[]')
  const { rows } = await session.query<CountedKey>(
    `select p.owner_key as key, count(*) as count, ${firstSql} as first from ${context.tables.place} p
     where p.owner_key = any(${keys}) and ${conditionSql(query, context, now)} group by 1`,
    context.parameters.values,
  )
  const byText = new Map<string, { fit: Fit; counted: CountedKey[] }>()
  const turns = new Turns()
  for (const row of rows) {
    const { fit, text } = fitting.get(row.key)!
    const same = byText.get(text) ?? { fit, counted: [] }
    byText.set(text, same)
    same.counted.push(row)
    await turns.next()
  }
  const found = [...byText].map(([key, { fit, counted }]): Found => {
    const count = counted.reduce((sum, one) => sum + one.count, 0)
    const first = counted.map((one) => one.first).reduce((least, one) => (compareKeys(one, least) < 0 ? one : least))
    const [id, ...otherIds] = new Set(counted.map((one) => fitting.get(one.key)!.id))
    return { type: 'owner', key, fit, count, first: firstOf(first), ...(otherIds.length === 0 && { id: id! }) }
  })
  return found.sort(compareCandidates).slice(0, request.limit)
}

function isExact(patterns: readonly WordPattern[]): boolean {
  return patterns.every(({ edits }) => edits === 0)
}

async function ownersFitting(owners: readonly NamedReference[], typed: string, patterns: readonly WordPattern[]) {
  const exact = isExact(patterns)
  const fitting = new Map<string, { readonly fit: Fit; readonly text: string; readonly id: string }>()
  const turns = new Turns()
  for (const { key, text: ownerKey, name, words } of owners) {
    await turns.next()
    if (!patterns.every(({ word, edits }) => words.some((one) => beginsWithin(word, one, edits)))) continue
    const text = keyOfValue(name)
    const fit = exact && text === typed ? 0 : exact && text.startsWith(typed) ? 1 : 2
    fitting.set(key, { fit, text, id: parseOwnerKey(ownerKey).id })
  }
  return fitting
}

/**
 * Beginnings of words that are a typed word with at most so many edits: the server finds words that have one of its parts
 * where it was typed, or so many letters beside it, and these are looked at here.
 */
async function beginnings({ word, edits }: WordPattern, { session, context }: CountParts): Promise<string[]> {
  if (edits === 0) return [word]
  const letters = [...word].map(storable)
  const { parameters, tables } = context()
  const near = partsOf(letters, edits).map(({ from, part }) => {
    const length = parameters.add([...part].length + Math.min(from, edits) + edits, 'int')
    const start = parameters.add(Math.max(from - edits, 0) + 1, 'int')
    return `strpos(substr(w.word, ${start}, ${length}), ${parameters.add(part, 'text')}) > 0`
  })
  const { rows } = await session.query<{ beginning: string }>(
    `select distinct left(w.word, ${parameters.add(letters.length + edits, 'int')}) as beginning
     from ${tables.word} w where ${near.join(' or ')}`,
    parameters.values,
  )
  const found = new Set<string>()
  const turns = new Turns()
  for (const row of rows) {
    const beginning = beginningWithin(word, row.beginning, edits)
    if (beginning !== undefined && found.size < beginningsMax) found.add(beginning)
    await turns.next()
  }
  return [...found]
}

/** Cuts a word so that an edit, which touches two neighbours at the most, leaves at least one part as it was typed. */
function partsOf(letters: readonly string[], edits: number): { readonly from: number; readonly part: string }[] {
  const count = 2 * edits + 1
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((end) => Math.floor((end * letters.length) / count)) as [number, number]
    return { from, part: letters.slice(from, to).join('') }
  })
}
