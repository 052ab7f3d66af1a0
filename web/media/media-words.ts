import { wordsOf } from '../words/words.ts'
/** The words around pictures, films and sounds. */
export const mediaWords = wordsOf({
  qr: [(name: string) => `QR code of ${name}`, (name: string) => `QR-kod till ${name}`],
  noPicture: ['The picture cannot be shown here', 'Bilden kan inte visas här'],
  openMedia: ['Open', 'Öppna'],
  atProvider: [
    (provider: string, ref: string) => `At ${provider}: ${ref}`,
    (provider: string, ref: string) => `Hos ${provider}: ${ref}`,
  ],
})
