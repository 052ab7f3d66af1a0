import { wordsOf } from '../words/words.ts'
/** The words of the frame around the views of managing. */
export const manageWords = wordsOf({
  nav: ['Managing', 'Hantera'],
  needs: [
    (permission: string) => `This view is for keys with the permission ${permission}. Log in with such a key.`,
    (permission: string) => `Den här vyn är för nycklar med behörigheten ${permission}. Logga in med en sådan nyckel.`,
  ],
  otherKey: ['Log in with another key', 'Logga in med en annan nyckel'],
  views: {
    overview: ['Overview', 'Översikt'],
    import: ['Import', 'Import'],
    directory: ['Directory', 'Katalog'],
    keys: ['Keys', 'Nycklar'],
    new: ['New place', 'Ny plats'],
    many: ['Many at once', 'Många på en gång'],
  },
})
