/** U+0300 is the first mark to compose or to reorder. Text below it is already in NFC. */
const mayNeedComposing = /[\u0300-\uffff]/
const longMarkRun = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu
const graphemeJoiner = '\u034f'

/**
 * Returns the text in NFC, in time linear in its length. Ordering a run of marks takes quadratic time, so a joiner ends
 * a run of more than 30, which no language writes, as in the Stream-Safe Text Format (UAX #15, section 13). Text that
 * was composed once stays unchanged.
 */
export function composed(text: string): string {
  if (!mayNeedComposing.test(text)) return text
  return text.replace(longMarkRun, `$&${graphemeJoiner}`).normalize('NFC')
}
