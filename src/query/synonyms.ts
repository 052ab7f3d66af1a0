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

/** Fewer letters are no beginning of a form: `sk` is that of many words. */
const beginningMin = 3

/** The forms, and their beginnings from three letters on, each with the words that it finds. */
export const formsFound: ReadonlyMap<string, ReadonlySet<string>> = formsByBeginning()

function formsByBeginning(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const group of groups) {
    const words = group.filter(isWord)
    const beginnings = words.flatMap((word) =>
      Array.from({ length: Math.max(word.length - beginningMin, 0) + 1 }, (_, less) =>
        word.slice(0, word.length - less),
      ),
    )
    for (const beginning of beginnings)
      found.set(beginning, new Set(words).union(found.get(beginning) ?? new Set<string>()))
  }
  return found
}

/** Whether a folded word is a form in full. */
const isForm = (word: string) => formsFound.get(word)?.has(word) === true

/** For each form with a colon the word that it is. */
const wordOf = new Map(
  groups.flatMap((group) => group.filter((form) => !isWord(form)).map((form) => [form, group.find(isWord)!] as const)),
)
const shortForm = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}])(?:${[...wordOf.keys()].join('|')})(?![\\p{L}\\p{N}\\p{M}])`,
  'gu',
)

/**
 * Begins the words of a text that only a form in a search finds: a character for private use, which no word holds. A form
 * is sought as the mark and the form, so that its letters find no other form.
 */
const mark = '\uE000'

/**
 * A folded word of a search as texts have it: marked where it is a form in full, or begins one of the language of the
 * service (a BCP 47 tag).
 */
export function soughtAs(word: string, locale: string): string {
  if (!formsFound.has(word)) return word
  const own = synonyms[new Intl.Locale(locale).language]?.flat() ?? []
  return isForm(word) || own.some((form) => form.startsWith(word)) ? mark + word : word
}

/** The word that `soughtAs` returned another for. */
export const asWritten = (sought: string): string => sought.replaceAll(mark, '')

/**
 * What a folded word of a text is sought as beside itself, `plain` being the word without diacritics: the forms that find
 * it, and what it begins with of those, which ends with the mark, since it is no whole word of the search (D32).
 */
export function marksOf(word: string, plain: string): string[] {
  const marks: string[] = []
  for (const [form, finds] of formsFound) {
    if (word === form || plain === form || (finds.has(word) && isForm(form))) marks.push(mark + form)
    else if (finds.has(word) || word.startsWith(form) || plain.startsWith(form)) marks.push(mark + form + mark)
  }
  return marks
}

/** What the forms with a colon in a folded text are sought as. */
export function marksOfShortForms(folded: string): string[] {
  if (!folded.includes(':')) return []
  return (folded.match(shortForm) ?? []).flatMap((form) => marksOf(wordOf.get(form)!, ''))
}

/** A folded text that is searched for, with the words for its forms with a colon. */
export function writtenOut(folded: string): string {
  return folded.includes(':') ? folded.replace(shortForm, (form) => wordOf.get(form)!) : folded
}
