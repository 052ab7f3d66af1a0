/**
 * Forms of one word, by the language (BCP 47) that has them (D64); one with a colon is two words to everything else. All
 * languages hold at once, since a directory has names in several.
 */
export const synonyms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  sv: [['sankt', 'sankta', 'st', 's:t', 's:ta']],
  da: [['sankt', 'sankta', 'st', 'skt']],
  nb: [['sankt', 'sankta', 'st', 'skt']],
  de: [['sankt', 'st']],
  en: [['saint', 'st']],
}

const groups = Object.values(synonyms).flat()
const isWord = (form: string) => !form.includes(':')

/** For each word the others that are the same. */
const sameAs = new Map<string, readonly string[]>()
/** For each form with a colon the word that it is. */
const wordOf = new Map<string, string>()
for (const group of groups) {
  const words = group.filter(isWord)
  for (const word of words) {
    sameAs.set(
      word,
      [...new Set([...(sameAs.get(word) ?? []), ...words])].filter((other) => other !== word),
    )
  }
  for (const form of group) if (!isWord(form)) wordOf.set(form, words[0]!)
}
const shortForm = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}])(?:${[...wordOf.keys()].join('|')})(?![\\p{L}\\p{N}\\p{M}])`,
  'gu',
)

const none: readonly string[] = []

/** The other words that a folded word is, by which `q` finds it too. */
export function sameWords(word: string): readonly string[] {
  return sameAs.get(word) ?? none
}

/** The words that the forms with a colon in a folded text are, each with those that are the same. */
export function wordsOfShortForms(folded: string): readonly string[] {
  if (!folded.includes(':')) return none
  return (folded.match(shortForm) ?? []).flatMap((form) => {
    const word = wordOf.get(form)!
    return [word, ...sameWords(word)]
  })
}

/** A folded text that is searched for, with the words for its forms with a colon. */
export function writtenOut(folded: string): string {
  return folded.includes(':') ? folded.replace(shortForm, (form) => wordOf.get(form)!) : folded
}
