const en = {
  skip: 'Skip to the content',
  name: 'Gazetteer',
  toExplorer: 'Gazetteer, to the map and list',
  colours: 'Light or dark',
  light: 'Light',
  dark: 'Dark',
  newPlace: 'New place',
  manage: 'Manage',
  logIn: 'Log in',
  logOut: 'Log out',
  logOutUnsaved: 'Log out without saving?',
  logOutForgets:
    'What you have changed and not saved, here and in other tabs, is forgotten, so that nobody else at this computer sees it. What is under way stops.',
  account: (name: string) => `Logged in as ${name}`,
  reference: 'Reference of the interface',
}

const sv: typeof en = {
  skip: 'Hoppa till innehållet',
  name: 'Gazetteer',
  toExplorer: 'Gazetteer, till karta och lista',
  colours: 'Ljust eller mörkt',
  light: 'Ljust',
  dark: 'Mörkt',
  newPlace: 'Ny plats',
  manage: 'Hantera',
  logIn: 'Logga in',
  logOut: 'Logga ut',
  logOutUnsaved: 'Logga ut utan att spara?',
  logOutForgets:
    'Det du har ändrat men inte sparat, här och i andra flikar, glöms, så att ingen annan vid den här datorn får se det. Det som pågår avbryts.',
  account: (name: string) => `Inloggad som ${name}`,
  reference: 'API-referens',
}

/** The words of the frame around every view. */
export const appWords = { en, sv }
