const en = {
  nav: 'Managing',
  needs: (permission: string) => `This view is for keys with the permission ${permission}. Log in with such a key.`,
  otherKey: 'Log in with another key',
  views: {
    overview: 'Overview',
    import: 'Import',
    directory: 'Directory',
    keys: 'Keys',
    new: 'New place',
    many: 'Many at once',
  },
}

const sv: typeof en = {
  nav: 'Hantera',
  needs: (permission: string) =>
    `Den här vyn är för nycklar med behörigheten ${permission}. Logga in med en sådan nyckel.`,
  otherKey: 'Logga in med en annan nyckel',
  views: {
    overview: 'Översikt',
    import: 'Import',
    directory: 'Katalog',
    keys: 'Nycklar',
    new: 'Ny plats',
    many: 'Många på en gång',
  },
}

/** The words of the frame around the views of managing. */
export const manageWords = { en, sv }
