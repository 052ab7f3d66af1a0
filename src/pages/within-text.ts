import { type Language, locales, wordsOf } from '../words/words.ts'

const words = wordsOf({
  within: ['within {{distance}}', 'inom {{distance}}'],
})

/** Returns the text of a greatest distance, such as `within 5 km`; the distance is in metres. */
export function withinText(metres: number, language: Language): string {
  const isShort = metres < 1000
  const form = { style: 'unit', unit: isShort ? 'meter' : 'kilometer', maximumFractionDigits: 1 } as const
  return words[language].within(new Intl.NumberFormat(locales[language], form).format(isShort ? metres : metres / 1000))
}
