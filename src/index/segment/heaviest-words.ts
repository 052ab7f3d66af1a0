import { indexOfText } from '../columns/dictionary.ts'
import { type Beginning, heavyBeginnings, selectDense } from '../columns/prefix-sets.ts'
import { wordsFor } from '../sets/bitset.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import type { SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'

/** Beginnings of so many letters are what people begin to type; longer ones count where they are words. */
const typedLetters = 3
const wordLettersMax = 20
/** What takes less than this part of the places to read is found soon enough. */
const heavyShare = 64

/** A beginning, and what there is to read for it. */
interface Candidate {
  readonly word: string
  readonly cost: number
}

/**
 * What is asked for by `q` and takes long to find in a segment, what takes longest first: short beginnings, and words of
 * which mostly the word itself is found. Found step by step, each of a fraction of a millisecond.
 */
export function* heaviestWords(data: SegmentData, columns: SegmentColumns): Generator<void, readonly string[]> {
  const candidates: Candidate[] = []
  const bounds = { lettersMax: wordLettersMax, bytesMin: data.count / heavyShare }
  for (const beginning of heavyBeginnings(data.publicWords, bounds)) {
    if (beginning.letters <= typedLetters || isMostlyWord(data, beginning)) {
      candidates.push({ word: beginning.prefix, cost: costOf(beginning, data, columns) })
    }
    yield
  }
  return candidates.sort((a, b) => b.cost - a.cost).map(({ word }) => word)
}

function isMostlyWord(data: SegmentData, { prefix, bytes }: Beginning): boolean {
  return wordBytes(data, prefix) * 2 > bytes
}

/** What the list of the word itself takes. */
function wordBytes({ publicWords: { keys, postings } }: SegmentData, word: string): number {
  const index = indexOfText(keys, word)
  return index < 0 ? 0 : postingsAtMost(postings, index)
}

/**
 * How many targets there are to read at the most, and sets as the so many targets that take as long. The word itself is
 * read once more, for the names that have it whole.
 */
function costOf({ prefix, bytes }: Beginning, data: SegmentData, { named }: SegmentColumns): number {
  const { starts, count: size } = data
  const setCost = wordsFor(size) / 2
  let cost = wordBytes(data, prefix) + (selectDense(starts.everywhere, prefix, size) ? setCost : bytes)
  for (const column of named) {
    const { postings, sets, rest } = column.listsBegun(prefix)
    cost += setCost * sets.length
    for (const list of rest) cost += postingsAtMost(postings, list)
  }
  return cost
}
