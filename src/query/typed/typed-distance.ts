/** Metres per unit, by the words for it in both languages. A Swedish mil is ten kilometres. */
const units: readonly (readonly [metres: number, words: string])[] = [
  [1000, 'km|kilometers?|kilometres?'],
  [10_000, 'mil'],
  [1609.344, 'miles?|mi'],
  [1, 'm|meters?|metres?'],
]
const unit = `(${units.map(([, words]) => words).join('|')})`
/** Numbers as words; `a mile` is one. */
const numberWords: Readonly<Record<string, number>> = {
  ...{ half: 0.5, 'half a': 0.5, halv: 0.5, 'en halv': 0.5, a: 1, en: 1, one: 1, ett: 1, two: 2, två: 2, three: 3 },
  ...{ tre: 3, four: 4, fyra: 4, five: 5, fem: 5, ten: 10, tio: 10, twenty: 20, tjugo: 20 },
}
const words = Object.keys(numberWords).toSorted((one, other) => other.length - one.length)
const limit =
  '(?:inom|within|max|maximalt|högst|som mest|mindre än|less than|at most|no more than|under|up to|upp till|radie|radius)'
const introduced = `(${limit}(?: ${limit})?(?: (?:en radie (?:av|på)|a radius of|en|ett|a)(?= \\d))? )?`
const away = '(?: (?:bort|away|avstånd|radie|radius|distance))?'
const form = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])${introduced}(\\d{1,4}(?:[.,]\\d{1,2})?|${words.join('|')})[ -]?${unit}${away}(?![\\p{L}\\p{N}])`,
  'giu',
)

/** A greatest distance in a text, by its place in it. */
export interface WrittenDistance {
  readonly is: 'within'
  readonly metres: number
  readonly from: number
  readonly to: number
}

/** Returns the distances of a text in whole metres: `inom 5 km`, `within 2 miles`, `en halv mil`. */
export function distancesIn(text: string): WrittenDistance[] {
  return [...text.matchAll(form)].flatMap(({ 0: whole, 1: before, 2: number = '', 3: word = '', index }) => {
    const perUnit = units.find(([, words]) =>
      words.split('|').some((one) => new RegExp(`^${one}$`, 'i').test(word)),
    )![0]
    const metres = Math.round((numberWords[number.toLowerCase()] ?? Number(number.replace(',', '.'))) * perUnit)
    // A few letters beside a number are also those of a house: 12 M.
    const isSure = before !== undefined || perUnit !== 1
    return isSure && metres > 0 ? [{ is: 'within', metres, from: index, to: index + whole.length }] : []
  })
}
