import type { DirectoryKind } from '../place/directory-entry.ts'
import { hiddenVisibilities, sees, type Visibility } from '../place/visibility.ts'
import type { FullText } from '../query/query.ts'
import { storable } from '../store/sql/storable.ts'
import { beginsIn, exactlySql, hasLexemes, referenceSql } from './filter.ts'
import { inDetail, type QueryContext } from './query-context.ts'
import { anyLetters, anyWord, asked, askedWord, inexactLexeme } from './tokens.ts'

const visibilities: readonly Visibility[] = ['public', ...hiddenVisibilities]
const kinds: readonly DirectoryKind[] = ['owners', 'categories', 'tags']

/** For each word a condition: it begins a word of a text of the place, or of a name that the place refers to (D32). */
export function fullTextSql({ terms, sees: sight }: FullText, context: QueryContext): string[] {
  const sides = visibilities.filter((visibility) => sees(sight, visibility))
  return [...new Set(terms.flat())].map((start) => {
    const lexemes = sides.map((side) => asked(`${anyWord('', side)}${askedWord(start)}`, true)).join(' | ')
    const texts = sides.map((side) => `d.cuts->'${anyLetters[side]}'`)
    const closer = texts
      .map((text) => `exists (select from jsonb_array_elements_text(${text}) v where ${beginsIn('v', start, context)})`)
      .join(' or ')
    const named = kinds.flatMap((kind) => {
      const keys = context.references.keysWithWord(kind, start)
      return keys.length === 0 ? [] : [referenceSql(kind, keys, context.parameters)]
    })
    const found = [hasLexemes(`${lexemes} | ${asked(inexactLexeme)}`, context), ...named].join(' or ')
    return `(${found}) and ${exactlySql([inDetail(closer, context), ...named])}`
  })
}

/** The tier of a place by its name: 0 to 2, best first (D32). */
export function relevanceSql({ terms }: FullText, context: QueryContext): string {
  const words = terms.flat()
  const whole = words.map(
    (word) => `strpos(p.name_words, ${context.parameters.add(` ${storable(word)} `, 'text')}) > 0`,
  )
  const begun = words.map((word) => beginsIn('p.name_words', word, context))
  return `case when ${whole.join(' and ') || 'true'} then 0 when ${begun.join(' and ') || 'true'} then 1 else 2 end`
}
