import { compareKeys } from '../query/facets.ts'
import type { Suggestion, WordPattern } from '../query/suggestion.ts'
import { conditionSql } from './condition.ts'
import type { CountedText, LookedAt, TextTotal } from './most-frequent.ts'
import type { NamedKind, ReferenceTexts, WrittenReference } from './reference-texts.ts'
import type { SuggestedTexts } from './suggested-texts.ts'
import type { SuggestParts } from './suggestions.ts'

const columns = { owners: 'p.owner_key', municipalities: 'p.municipality' } as const

/** Names of owners and municipalities: this process finds those that fit, and the database counts their places. */
export class SuggestedReferences implements SuggestedTexts {
  readonly #kind: NamedKind
  readonly #texts: ReferenceTexts
  readonly #parts: SuggestParts
  /** How many matches there are of each reference that was counted and has some. */
  readonly #counts = new Map<string, number>()

  constructor(kind: NamedKind, texts: ReferenceTexts, parts: SuggestParts) {
    this.#kind = kind
    this.#texts = texts
    this.#parts = parts
  }

  equal(text: string): LookedAt {
    return this.#lookAt(this.#texts.having(text).length === 0 ? [] : [text])
  }

  starting(text: string): LookedAt {
    return this.#lookAt(this.#texts.starting(text))
  }

  async fitting(patterns: readonly WordPattern[]): Promise<LookedAt> {
    return this.#lookAt(this.#texts.fitting(patterns))
  }

  async written(key: string): Promise<Pick<Suggestion, 'text' | 'id'>> {
    const found = this.#texts.having(key).filter((reference) => this.#counts.has(reference.key))
    const ids = new Set(found.flatMap(({ id }) => id ?? []))
    const [id] = ids
    return { text: await this.#textOf(found), ...(ids.size === 1 && id !== undefined && { id }) }
  }

  #lookAt(keys: readonly string[]): LookedAt {
    let totals: Promise<TextTotal[]> | undefined
    let at = 0
    return {
      next: async (_after, size) => {
        totals ??= this.#totals(keys)
        const next = (await totals).slice(at, at + size)
        at += next.length
        return next
      },
      count: (some) => this.#count(some),
    }
  }

  /** How many places there are of each text, those with the most first. */
  async #totals(keys: readonly string[]): Promise<TextTotal[]> {
    if (keys.length <= 1) return keys.map((key) => ({ key, places: Number.MAX_SAFE_INTEGER }))
    const { session, context } = this.#parts
    const { rows } = await session.query<{ key: string; places: number }>(
      `select key, places from ${context().tables.reference} where kind = $1 and key = any($2) and places > 0`,
      [this.#kind, this.#keysOf(keys)],
    )
    const places = new Map(rows.map((row) => [row.key, row.places]))
    const totals = keys.map((key) => ({ key, places: this.#sumOf(key, places) }))
    return totals
      .filter((total) => total.places > 0)
      .sort((one, other) => other.places - one.places || compareKeys(one.key, other.key))
  }

  async #count(keys: readonly string[]): Promise<CountedText[]> {
    if (keys.length === 0) return []
    const { session, context: newContext, query, now } = this.#parts
    const context = newContext()
    const column = columns[this.#kind]
    const wanted = context.parameters.add(this.#keysOf(keys), 'text[]')
    const { rows } = await session.query<{ key: string; count: number }>(
      `select ${column} as key, count(*) as count from ${context.tables.place} p
       where ${column} = any(${wanted}) and ${conditionSql(query, context, now)} group by 1`,
      context.parameters.values,
    )
    for (const { key, count } of rows) this.#counts.set(key, count)
    const counted = keys.map((key) => ({ key, count: this.#sumOf(key, this.#counts) }))
    return counted.filter(({ count }) => count > 0)
  }

  #keysOf(texts: readonly string[]): string[] {
    return texts.flatMap((text) => this.#texts.having(text).map(({ key }) => key))
  }

  #sumOf(text: string, numbers: ReadonlyMap<string, number>): number {
    return this.#texts.having(text).reduce((sum, { key }) => sum + (numbers.get(key) ?? 0), 0)
  }

  /** Only where references write a text in several ways is there a first one to be looked for. */
  async #textOf(found: readonly WrittenReference[]): Promise<string> {
    const texts = new Set(found.map(({ text }) => text))
    if (texts.size === 1) return found[0]!.text
    const { session, context: newContext, query, now } = this.#parts
    const context = newContext()
    const column = columns[this.#kind]
    const wanted = context.parameters.add(
      found.map(({ key }) => key),
      'text[]',
    )
    const { rows } = await session.query<{ key: string }>(
      `select ${column} as key from ${context.tables.place} p
       where ${column} = any(${wanted}) and ${conditionSql(query, context, now)} order by p.name_key, p.id limit 1`,
      context.parameters.values,
    )
    return found.find(({ key }) => key === rows[0]?.key)!.text
  }
}
