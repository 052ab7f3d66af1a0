import type { Language } from '../../src/words/words.ts'
import type { ListedTown } from '../build/map-data.ts'
import { readTowns } from '../map/town-lists.ts'
import { placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { nearBy, type SearchValue } from '../search/search-value.ts'
import { exploreWords } from './explore-words.ts'

/** A search near a town that a text may refer to. */
export interface NearTown {
  readonly label: string
  /** The changes to the search. */
  readonly change: Partial<SearchValue>
}

const townsMax = 3
const offeredMax = 5
/** Maximum number of words in a town's name. */
const nameWordsMax = 4

/**
 * Returns the function that finds towns of some countries by a text that names them or starts to; the largest towns if
 * it is empty.
 */
export async function readNearTowns(countries: readonly string[]) {
  const towns = (await readTowns(countries)).map((town) => ({ town, folded: namesOf(town).map(fold) }))
  return (text: string, language: Language) => nearTowns(text, towns, language)
}

/** A town with the folded names for comparison. */
interface KnownTown {
  readonly town: ListedTown
  readonly folded: readonly string[]
}

function namesOf([name, , , names]: ListedTown): string[] {
  return [name, ...Object.values(names ?? {})]
}

/** Removes case and diacritics, so that `goteborg` matches Göteborg. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Words between the subject and the place of a search. */
const joining = /^(?:near|in|at|nära|i|vid|på|kring|runt)$/i

/** Returns the searches that a text may mean: a town, or something near a town named before or after it. */
function nearTowns(text: string, towns: readonly KnownTown[], language: Language): readonly NearTown[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length === 0) return towns.slice(0, offeredMax).map(({ town }) => searchNear(town, [], language))
  for (let at = 0; at < words.length; at++) {
    const found = [
      { name: words.slice(at), rest: words.slice(0, at) },
      { name: words.slice(0, words.length - at), rest: words.slice(words.length - at) },
    ]
    for (const { name, rest } of found) {
      if (name.length > nameWordsMax) continue
      const wanted = fold(name.join(' '))
      const isFit = (one: string) =>
        one === wanted || (wanted.length > (rest.length > 0 ? 3 : 1) && one.startsWith(wanted))
      const fits = towns.filter(({ folded }) => folded.some(isFit))
      if (fits.length === 0) continue
      const whole = fits.filter(({ folded }) => folded.includes(wanted))
      return [...new Set([...whole, ...fits])].slice(0, townsMax).map(({ town }) => searchNear(town, rest, language))
    }
  }
  return []
}

const openWord = /^(?:open|öppen|öppet|öppna)$/i

/**
 * Creates a search near a town. The rest may be a type, an address (only the town counts), words to search for, or a
 * request for open places.
 */
function searchNear(
  [given, longitude, latitude, names]: ListedTown,
  rest: readonly string[],
  language: Language,
): NearTown {
  const words = exploreWords[language]
  const { types } = placeWords[language]
  const town = names?.[language] ?? given
  const isOpen = rest.some((word) => openWord.test(word))
  const asked = rest.filter((word) => !openWord.test(word) && !joining.test(word)).join(' ')
  const isNamed = (label: string) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(asked.toLowerCase()))
  const meant = asked.length < 3 ? [] : placeTypes.filter(({ key }) => isNamed(types[key]))
  const isAddress = /\d/.test(asked)
  const q = meant.length > 0 || isAddress ? '' : asked
  const what = meant.length > 0 ? meant.map(({ key }) => types[key]).join(', ') : q && `“${q}”`
  const label = what === '' ? words.nearPoint(town) : words.whatNear(what, town)
  return {
    label: isOpen ? `${label} · ${words.openNow}` : label,
    change: {
      ...nearBy([longitude, latitude], town),
      q,
      ...(meant.length > 0 && { is: meant.map(({ name }) => name) }),
      ...(isOpen && { openAt: 'now' }),
    },
  }
}
