import type { Place } from '../place/place.ts'
import { placeIdOf } from '../query/appearance.ts'
import { fitsWords } from '../query/naive-suggest.ts'
import type { Suggestion, WordPattern } from '../query/suggestion.ts'
import { storable } from '../store/sql/storable.ts'
import { conditionSql } from './condition.ts'
import { unpackDocument } from './document.ts'
import type { CountedText, LookedAt, TextTotal } from './most-frequent.ts'
import type { NameWords } from './name-words.ts'
import type { Parameters } from './statement.ts'
import type { SuggestedTexts } from './suggested-texts.ts'
import type { SuggestParts } from './suggestions.ts'
import { asked, cutText } from './tokens.ts'

/** A name that matches have. */
interface CountedName extends CountedText {
  /** The first place by name and id: all that have the name sort alike, so by id. */
  readonly first: string
}

/** Names of places: the database finds those that fit among the different ones, and counts their places. */
export class SuggestedNames implements SuggestedTexts {
  readonly #words: NameWords
  readonly #parts: SuggestParts
  readonly #counted = new Map<string, CountedName>()

  constructor(words: NameWords, parts: SuggestParts) {
    this.#words = words
    this.#parts = parts
  }

  equal(text: string): LookedAt {
    const total = { key: storable(text), places: Number.MAX_SAFE_INTEGER }
    return { next: async (after) => (after === undefined ? [total] : []), count: (keys) => this.#count(keys) }
  }

  starting(text: string): LookedAt {
    return this.#lookAt((parameters) => `n.key ^@ ${parameters.add(storable(text), 'text')}`)
  }

  async fitting(patterns: readonly WordPattern[]): Promise<LookedAt> {
    const { session } = this.#parts
    const beginnings = await Promise.all(patterns.map((pattern) => this.#words.beginnings(pattern, session)))
    if (beginnings.some((some) => some.length === 0)) return nothing
    const words = beginnings.map((some) => some.map((each) => asked(cutText(storable(each)), true)).join(' | '))
    const tsquery = words.map((some) => `(${some})`).join(' & ')
    // Of long words the lexemes have the beginning alone.
    return this.#lookAt(
      (parameters) => `n.words @@ ${parameters.add(tsquery, 'tsquery')}`,
      (key) => fitsWords(key, patterns),
    )
  }

  async written(key: string): Promise<Pick<Suggestion, 'text' | 'id'>> {
    const { session, context } = this.#parts
    const { count, first } = this.#counted.get(key)!
    const { rows } = await session.query<{ document: string }>(
      `select document from ${context().tables.document} where id = $1`,
      [first],
    )
    const { name } = JSON.parse(unpackDocument(rows[0]!.document, nameless, noNames)) as Place
    return { text: name, ...(count === 1 && { id: placeIdOf(first) }) }
  }

  #lookAt(fitSql: (parameters: Parameters) => string, fits: (key: string) => boolean = () => true): LookedAt {
    const { session, context: newContext } = this.#parts
    return {
      next: async (after, size) => {
        const { parameters, tables } = newContext()
        const behind = after === undefined ? '' : `and ${behindSql(after, parameters)}`
        const { rows } = await session.query<TextTotal>(
          `select n.key, n.places from ${tables.name} n where ${fitSql(parameters)} ${behind}
           order by n.places desc, n.key limit ${parameters.add(size, 'bigint')}`,
          parameters.values,
        )
        return rows
      },
      count: (keys) => this.#count(keys.filter(fits)),
    }
  }

  async #count(keys: readonly string[]): Promise<CountedText[]> {
    if (keys.length === 0) return []
    const { session, context: newContext, query, now } = this.#parts
    const context = newContext()
    const { rows } = await session.query<CountedName>(
      `select p.folded_name as key, count(*) as count, min(p.id) as first from ${context.tables.place} p
       where p.folded_name = any(${context.parameters.add(keys, 'text[]')}) and ${conditionSql(query, context, now)}
       group by 1`,
      context.parameters.values,
    )
    for (const row of rows) this.#counted.set(row.key, row)
    return rows
  }
}

const nameless = { sees: 'public', owner: false, categories: false, tags: false } as const
const noNames = { version: 0, entry: () => undefined }
const nothing: LookedAt = { next: async () => [], count: async () => [] }

function behindSql({ key, places }: TextTotal, parameters: Parameters): string {
  const [last, lastKey] = [parameters.add(places, 'bigint'), parameters.add(key, 'text')]
  return `(n.places < ${last} or (n.places = ${last} and n.key > ${lastKey}))`
}
