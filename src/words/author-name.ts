import { type Language, wordsOf } from './words.ts'

/** The authors in the journal that are no person, by the names that they have there. */
const authors = wordsOf({
  'the command line': ['the command line', 'kommandoraden'],
  geolocate: ['the update of areas', 'uppdateringen av områden'],
  demo: ['the demo', 'exempeldata'],
})

/** Returns the name of an author in a language; people and keys keep theirs. */
export function authorName(who: string, language: Language): string {
  const known: Readonly<Record<string, string>> = authors[language]
  return (Object.hasOwn(known, who) && known[who]) || who
}
