/** The longest parts of an XML document, in characters. */
export interface LongestParts {
  /** A tag with its attributes. */
  readonly tag: number
  /** What stands between two tags, also in a comment, a CDATA section or an instruction. */
  readonly text: number
}

const closed = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Measures the parts of a document, in which a tag ends at the first `>` that is in no quotation marks. */
export function longestParts(xml: string): LongestParts {
  let [tag, text] = [0, Math.max(0, xml.indexOf('<'))]
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const [, close] = closed.find(([open]) => xml.startsWith(open, at)) ?? []
    const end = close === undefined ? endOfTag(xml, at) : endOf(xml, xml.indexOf(close, at), close.length)
    if (close === undefined) tag = Math.max(tag, end - at)
    const next = xml.indexOf('<', end)
    text = Math.max(text, (next < 0 ? xml.length : next) - (close === undefined ? end : at))
    at = next
  }
  return { tag, text }
}

function endOfTag(xml: string, at: number): number {
  for (let end = at + 1; end < xml.length; end++) {
    const character = xml[end]
    if (character === '>') return end + 1
    if (character !== '"' && character !== "'") continue
    end = xml.indexOf(character, end + 1)
    if (end < 0) break
  }
  return xml.length
}

function endOf(xml: string, at: number, length: number): number {
  return at < 0 ? xml.length : at + length
}
