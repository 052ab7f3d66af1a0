const pieceCharacters = 64 * 1024

/** Short texts joined into pieces that are worth a write each. */
export async function* joinedTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
