import { prefixWithin } from '../common/edit-distance.ts'
import { Turn } from '../common/pause.ts'
import { writtenValue } from '../query/results/facets.ts'
import {
  type Candidate,
  chooseCandidates,
  editAttempts,
  fitsWords,
  patternsOf,
  type Suggestion,
  type SuggestRequest,
  type WordPattern,
} from '../query/results/suggestion.ts'
import { searchedWords } from '../query/text/relevance.ts'
import { storable } from '../store/sql/database.ts'
import { conditionSql } from './condition.ts'
import { type CountedKey, firstNamedSql, firstOf, firstSql, readViews } from './facet-counts.ts'
import { asked, lexemeLength, type SuggestedText, suggestedWord } from './lexemes.ts'
import { type QueryContext, queryRows } from './statement.ts'

/** Maximum number of prefixes that one mistyped word may stand for. */
const prefixesMax = 2_000

/** A fitting text, the number of its matches and the first of them. */
interface FoundText extends Candidate, CountedKey {
  /** The id of the place or owner, if the text belongs to a single one. */
  readonly id: string | null
}

/** Completions of a typed text among the places of a database. */
export async function suggest(context: QueryContext, request: SuggestRequest): Promise<Suggestion[]> {
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    if (patterns === undefined) continue
    const begun = await Promise.all(patterns.map((pattern) => prefixes(pattern, context)))
    const typed = { request, patterns, begun, isExact: attempt === 0 }
    const found = [
      ...(await placesSuggested('place', typed, context)),
      ...(await placesSuggested('municipality', typed, context)),
      ...(await placesSuggested('owner', typed, context)),
    ]
    const chosen = chooseCandidates(found, request.limit) as FoundText[]
    if (chosen.length > 0) return written(chosen, request, context)
  }
  return []
}

interface TypedPrefixes {
  readonly request: SuggestRequest
  readonly patterns: readonly WordPattern[]
  /** For each pattern, the prefixes of words that it stands for. */
  readonly begun: readonly (readonly string[])[]
  readonly isExact: boolean
}

/** Writes each text as in its first place by name and id. */
async function written(
  chosen: readonly FoundText[],
  request: SuggestRequest,
  context: QueryContext,
): Promise<Suggestion[]> {
  const views = await readViews(context, chosen)
  return chosen.map(({ type, key, count, first, id }) => {
    const text = String(writtenValue(views.get(first)!, request.facets[type], key).value)
    return { type, text, count, ...(id !== null && { id }) }
  })
}

/** The keys by which the texts of each type are counted, and the ids that they may stand for. */
const suggestedBy: Readonly<Record<SuggestedText, SuggestedBy>> = {
  place: { key: 'p.folded_name', first: firstNamedSql, id: 'p.id' },
  municipality: { field: 'geolocationinfo_municipality' },
  owner: { field: 'owner_name', id: 'p.owner_id' },
}

type SuggestedBy = ({ readonly key: string } | { readonly field: string }) & {
  readonly first?: string
  readonly id?: string
}

/** Texts of one type that fit. Lexemes find their places; the best fits come first, then the most frequent. */
async function placesSuggested(
  type: SuggestedText,
  { request, patterns, begun, isExact }: TypedPrefixes,
  context: QueryContext,
): Promise<FoundText[]> {
  if (begun.some((some) => some.length === 0)) return []
  const { first = firstSql, ...of } = suggestedBy[type]
  const key = 'key' in of ? of.key : `(p.facts->>'${context.fields.get(of.field)!.number}') collate "C"`
  const id = of.id === undefined ? 'null' : `case when min(${of.id}) = max(${of.id}) then min(${of.id}) end`
  const words = begun.map((some) => some.map((word) => asked(suggestedWord(storable(word), type), true)).join(' | '))
  // Lexemes hold only the prefixes of long words, so the texts for such a word are tested here.
  const isLong = begun.flat().some((word) => word.length > lexemeLength)
  const rows = await queryRows<Omit<FoundText, 'type'>>(context, (statement) => {
    const { parameters } = statement
    const found = `p.lexemes @@ ${parameters.add(words.map((some) => `(${some})`).join(' & '), 'tsquery')}`
    const text = parameters.add(storable(request.text), 'text')
    const fit = `case when not ${isExact} then 2 when key = ${text} then 0 when starts_with(key, ${text}) then 1 else 2 end`
    const limit = isLong ? '' : `limit ${parameters.add(request.limit, 'bigint')}`
    return `select key, ${fit} as fit, count, first, id from (
        select ${key} as key, count(*) as count, ${first} as first, ${id} as id from ${context.tables.place} p
        where ${found} and ${conditionSql(statement)} group by 1) as counted
      order by 2, 3 desc, 1 ${limit}`
  })
  const fitting = isLong ? rows.filter((row) => fitsWords(searchedWords(row.key), patterns)) : rows
  return fitting.map((row) => ({ ...row, type, first: firstOf(row.first) }))
}

/**
 * Prefixes of words within the allowed edits of a typed word. The server finds words that contain one of its parts at
 * its position, shifted by at most that many letters, and this process tests them.
 */
async function prefixes({ word, edits }: WordPattern, context: QueryContext): Promise<string[]> {
  if (edits === 0) return [word]
  const letters = [...word].map(storable)
  const rows = await queryRows<{ prefix: string }>(context, ({ parameters, tables }) => {
    const near = partsOf(letters, edits).map(({ from, part }) => {
      const length = parameters.add([...part].length + Math.min(from, edits) + edits, 'int')
      const start = parameters.add(Math.max(from - edits, 0) + 1, 'int')
      return `strpos(substr(w.word, ${start}, ${length}), ${parameters.add(part, 'text')}) > 0`
    })
    return `select distinct left(w.word, ${parameters.add(letters.length + edits, 'int')}) as prefix
      from ${tables.word} w where ${near.join(' or ')}`
  })
  const found = new Set<string>()
  const turn = new Turn()
  for (const row of rows) {
    const prefix = prefixWithin(word, row.prefix, edits)
    if (prefix !== undefined && found.size < prefixesMax) found.add(prefix)
    if (turn.isOver) await turn.next()
  }
  return [...found]
}

/** Cuts a word so that at least one part stays as typed: an edit touches at most two neighbouring parts. */
function partsOf(letters: readonly string[], edits: number): { readonly from: number; readonly part: string }[] {
  const count = 2 * edits + 1
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((end) => Math.floor((end * letters.length) / count)) as [number, number]
    return { from, part: letters.slice(from, to).join('') }
  })
}
