import { cutWords, fold } from '../text/folded-text.ts'

/** Ends of the names of streets in the Nordic languages, and English words for streets. */
const streetEnd =
  '(?:gatan|gata|gate|gaten|gade|vägen|väg|veien|veg|vegen|vei|vej|vejen|gränden|gränd|torget|torg|torv|stigen|stig|sti|stien|backen|backe|bakken|allén|allé|alle|plan|platsen|plats|plads|plass|kajen|kaj|leden|led|esplanaden|stranden|strand|parken|park|bron|bro|holmen|ringen|slingan|stræde|vænget|katu|tie|kuja|polku|kulma|street|st|road|rd|lane|avenue|ave|square|hill|way|close|drive|(?:g|gr|v|pl|st)\\.)'

/** The words before the number; a street has at most six words. */
const named = new RegExp(
  `^((?:[\\p{L}.:'’-]+ +){0,5}[\\p{L}:'’-]*${streetEnd}) +(\\d{1,4}) ?(\\p{L})?(?![\\p{L}\\p{N}])`,
  'iu',
)
const numbered = new RegExp(`^(\\d{1,4})(\\p{L})? +((?:[\\p{L}.:'’-]+ +){0,5}[\\p{L}:'’-]*${streetEnd})$`, 'iu')

/** Returns the street and number that a text consists of (`storgatan 6`, `Lärkvägen 96 A`), undefined if it is no address. */
export function streetAddress(text: string): string | undefined {
  const given = text.trim()
  const [, street, number, letter] = named.exec(given) ?? []
  return street === undefined ? undefined : `${street} ${number}${letter ?? ''}`
}

/** Returns the street and number of an address that begins with the number (`6 Church Street`), else undefined. */
export function numberedAddress(text: string): string | undefined {
  const [, number, letter, street] = numbered.exec(text.trim()) ?? []
  return street === undefined ? undefined : `${street} ${number}${letter ?? ''}`
}

/** Returns true if a text ends with a word for a street, so that a number behind it is one of a house. */
export function endsAsStreet(text: string): boolean {
  return endOfStreet.test(text.slice(-40))
}

const endOfStreet = new RegExp(`${streetEnd}[\\s,]*$`, 'iu')

/**
 * Returns the filter on `visitinginfo_address` for a street and number: words that begin so, but no longer number. `6`
 * finds 6, 6A and 6 B, but not 64.
 */
export function addressFilter(address: string): string {
  const words = cutWords(fold(address))
  const longer = words
    .filter((word) => /^\d+$/.test(word))
    .flatMap((number) => Array.from({ length: 10 }, (_, digit) => `!${number}${digit}`))
  return `~${[...words, ...longer].join(' ')}`
}
