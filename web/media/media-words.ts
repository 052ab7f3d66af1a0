const en = {
  qr: (name: string) => `QR code of ${name}`,
  noPicture: 'The picture cannot be shown here',
  openMedia: 'Open',
  atProvider: (provider: string, ref: string) => `At ${provider}: ${ref}`,
}

const sv: typeof en = {
  qr: (name: string) => `QR-kod till ${name}`,
  noPicture: 'Bilden kan inte visas här',
  openMedia: 'Öppna',
  atProvider: (provider: string, ref: string) => `Hos ${provider}: ${ref}`,
}

/** The words around pictures, films and sounds. */
export const mediaWords = { en, sv }
