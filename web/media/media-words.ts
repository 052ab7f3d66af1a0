import { wordsOf } from '../../src/words/words.ts'
/** The words around pictures, films and sounds. */
export const mediaWords = wordsOf({
  qr: ['QR code of {{name}}', 'QR-kod till {{name}}'],
  noPicture: ['The picture cannot be shown here', 'Bilden kan inte visas här'],
  openMedia: ['Open', 'Öppna'],
  atProvider: ['At {{provider}}: {{ref}}', 'Hos {{provider}}: {{ref}}'],
})
