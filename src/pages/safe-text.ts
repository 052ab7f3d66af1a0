/** The most quotes and lists that may stand inside each other at the beginning of a line. */
const depthMax = 16

/** The most cells that the tables of a text may come to: a row of one letter has as many as the heading. */
const cellsMax = 20_000

const deepLine = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){${depthMax + 1}}`, 'm')

const wideGap = /[^\S\n]{400}/

const ofSignsAlone = /^[ \t>|:*+-]*$/

/**
 * Whether a text is as people write Markdown. What is not may take a browser seconds, or all of its memory: deep nesting,
 * short rows below a wide heading, gaps of thousands of blanks.
 */
export function isOrdinary(text: string): boolean {
  if (deepLine.test(text) || wideGap.test(text)) return false
  const lines = text.split(/\r\n?|\n/)
  // The line below the heading of a table has as many columns as the table.
  const columns = lines.filter((line) => ofSignsAlone.test(line)).map((line) => line.split('|').length)
  return columns.every((count) => count === 1 || count * lines.length <= cellsMax)
}

/** An address as a person reads it: without scheme and a slash at the end. */
export function shownUrl(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
