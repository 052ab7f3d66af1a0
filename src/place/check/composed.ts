/** From U+0300 on there are marks to compose or to order; below it every text is in NFC already. */
const mayNeedComposing = /[\u0300-\uffff]/
const longMarkRun = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu
const graphemeJoiner = '\u034f'

/**
 * The text in NFC, in time that grows with its length alone. Putting a run of marks into order takes the square of its
 * length, so a run of more than 30, which no language writes, is ended by a joiner as the Stream-Safe Text Format does
 * (UAX #15, section 13). A text that was composed once stays as it is.
 */
export function composed(text: string): string {
  if (!mayNeedComposing.test(text)) return text
  return text.replace(longMarkRun, `$&${graphemeJoiner}`).normalize('NFC')
}
