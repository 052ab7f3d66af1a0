/**
 * The text as every database can keep it: without NUL and lone surrogates, which become U+FFFD. Documents need none of
 * this, since JSON escapes both.
 */
export function storable(text: string): string {
  const wellFormed = text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}
