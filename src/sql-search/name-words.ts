import { type Dictionary, DictionaryCursor, DictionaryWriter } from '../index/columns/dictionary.ts'
import { atOnce, ClockedPace } from '../index/in-turns.ts'
import { nearWords } from '../index/suggest/fitting-words.ts'
import { beginningWithin } from '../query/near-word.ts'
import type { WordPattern } from '../query/suggestion.ts'
import type { Session } from '../store/postgres/session.ts'
import type { SearchTables } from './statement.ts'

/** Words that are read at once, and most words that are known: those behind them in the alphabet are not found. */
const batchSize = 20_000
const wordsMax = 2_000_000
/** Most beginnings that one mistyped word may stand for. */
const beginningsMax = 2_000
/** Words that came later are looked at one by one, until there are so many, or this share of all. */
const recent = { min: 2_000, share: 0.02 } as const

/**
 * The words of all names, for those that were mistyped: distinct words are few beside places, so that a process has
 * them in memory, in some bytes each, from the first mistyped word on. Words that no name has any more do no harm.
 */
export class NameWords {
  readonly #table: string
  #dictionary: Dictionary | undefined
  #recent: string[] = []
  /** The number of the last word that was read. */
  #last = 0
  #loading: Promise<void> | undefined

  constructor({ word }: SearchTables) {
    this.#table = word
  }

  /** Beginnings of words that are a typed word with at most so many edits, as of the moment of the session. */
  async beginnings({ word, edits }: WordPattern, session: Session): Promise<string[]> {
    if (edits === 0) return [word]
    const dictionary = await this.#refreshed(session)
    const cursor = new DictionaryCursor(dictionary)
    const found = new Set<string>()
    const add = (near: string) => {
      const beginning = beginningWithin(word, near, edits)
      if (beginning !== undefined && found.size < beginningsMax) found.add(beginning)
    }
    for (const { first } of atOnce(nearWords(dictionary, { word, edits }, new ClockedPace()))) {
      cursor.seek(first)
      add(cursor.toString())
    }
    for (const later of this.#recent) add(later)
    return [...found]
  }

  async #refreshed(session: Session): Promise<Dictionary> {
    for (;;) {
      const dictionary = this.#dictionary
      if (this.#loading !== undefined) await this.#loading.catch(() => {})
      else if (dictionary === undefined) await this.#load(session)
      else {
        await this.#readOn(session)
        if (this.#recent.length <= Math.max(recent.min, dictionary.count * recent.share)) return dictionary
        this.#dictionary = undefined
      }
    }
  }

  async #readOn(session: Session): Promise<void> {
    const last = this.#last
    const { rows } = await session.query<{ number: number; word: string }>(
      `select number, word from ${this.#table} where number > $1 order by number limit ${batchSize}`,
      [last],
    )
    for (const { number, word } of rows) {
      if (number <= this.#last) continue
      this.#recent.push(word)
      this.#last = number
    }
  }

  async #load(session: Session): Promise<void> {
    this.#loading = this.#read(session)
    try {
      await this.#loading
    } finally {
      this.#loading = undefined
    }
  }

  async #read(session: Session): Promise<void> {
    const end = await session.query<{ last: number }>(`select coalesce(max(number), 0) as last from ${this.#table}`)
    const writer = new DictionaryWriter(wordsMax)
    let [count, after] = [0, '']
    for (let full = true; full && count < wordsMax; ) {
      const { rows } = await session.query<{ word: string }>(
        `select word from ${this.#table} where word > $1 order by word limit ${batchSize}`,
        [after],
      )
      for (const { word } of rows) writer.addText(word)
      count += rows.length
      after = rows.at(-1)?.word ?? after
      full = rows.length === batchSize
    }
    this.#dictionary = writer.finish()
    this.#recent = []
    this.#last = end.rows[0]?.last ?? 0
  }
}
