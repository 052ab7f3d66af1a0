/**
 * Synonymous forms of a word, by their language (BCP 47) (D64). Elsewhere, a form with a colon counts as two words. All
 * languages apply at once, since a directory has names in several.
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

/** Shorter beginnings do not count: `sk` begins many words. */
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

/** Returns true if a folded word is a complete form. */
const isForm = (word: string) => formsFound.get(word)?.has(word) === true

/** The word for each form with a colon. */
const wordOf = new Map(
  groups.flatMap((group) => group.filter((form) => !isWord(form)).map((form) => [form, group.find(isWord)!] as const)),
)
const shortForm = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}])(?:${[...wordOf.keys()].join('|')})(?![\\p{L}\\p{N}\\p{M}])`,
  'gu',
)

/**
 * Begins words that only a form in a search finds: a private-use character, which no word contains. The search term for
 * a form is the mark and the form, so that its letters match no other form.
 */
const mark = '\uE000'

/**
 * Returns a folded search word as the index has it: with the mark if it is a complete form, or begins a form of the
 * service's language (a BCP 47 tag).
 */
export function soughtAs(word: string, locale: string): string {
  if (!formsFound.has(word)) return word
  const own = synonyms[new Intl.Locale(locale).language]?.flat() ?? []
  return isForm(word) || own.some((form) => form.startsWith(word)) ? mark + word : word
}

/** Reverses `soughtAs`. */
export const asWritten = (sought: string): string => sought.replaceAll(mark, '')

/**
 * Returns the marked words under which a folded word of a text is also found; `plain` is the word without diacritics. A
 * complete form that finds the word gets the mark in front. A beginning of a form gets it at both ends, so that it
 * never counts as a whole word of the search (D32).
 */
export function marksOf(word: string, plain: string): string[] {
  const marks: string[] = []
  for (const [form, finds] of formsFound) {
    if (word === form || plain === form || (finds.has(word) && isForm(form))) marks.push(mark + form)
    else if (finds.has(word) || word.startsWith(form) || plain.startsWith(form)) marks.push(mark + form + mark)
  }
  return marks
}

/** Returns the marked words for the forms with a colon in a folded text. */
export function marksOfShortForms(folded: string): string[] {
  if (!folded.includes(':')) return []
  return (folded.match(shortForm) ?? []).flatMap((form) => marksOf(wordOf.get(form)!, ''))
}

/** Replaces the forms with a colon in a folded search text by their words. */
export function writtenOut(folded: string): string {
  return folded.includes(':') ? folded.replace(shortForm, (form) => wordOf.get(form)!) : folded
}
