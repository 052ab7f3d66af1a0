import { wordsOf } from '../words/words.ts'

/** The words of the frame around every view. */
export const frameWords = wordsOf({
  skip: ['Skip to main content', 'Hoppa till huvudinnehållet'],
  name: ['Gazetteer', 'Gazetteer'],
  toExplorer: ['Gazetteer, to the map and list', 'Gazetteer, till karta och lista'],
  colours: ['Light or dark', 'Ljust eller mörkt'],
  light: ['Light', 'Ljust'],
  dark: ['Dark', 'Mörkt'],
  newPlace: ['New place', 'Ny plats'],
  manage: ['Manage', 'Hantera'],
  activity: ['Activity', 'Aktivitet'],
  importPlaces: ['Import places', 'Importera platser'],
  mine: ['My places', 'Mina platser'],
  today: ['Today', 'I dag'],
  logIn: ['Sign in', 'Logga in'],
  logOut: ['Sign out', 'Logga ut'],
  logOutUnsaved: ['Sign out without saving?', 'Logga ut utan att spara?'],
  logOutForgets: [
    'Unsaved changes, here and in other tabs, are lost, so that nobody else on this computer sees them. Anything still running stops.',
    'Osparade ändringar, här och i andra flikar, försvinner, så att ingen annan vid den här datorn ser dem. Det som pågår avbryts.',
  ],
  account: ['Signed in as {{name}}', 'Inloggad som {{name}}'],
  signedIn: ['Signed in', 'Inloggad'],
  notTold: [
    'You are signed in, but your permissions could not be loaded. {{why}}',
    'Du är inloggad, men dina behörigheter kunde inte hämtas. {{why}}',
  ],
  reference: ['API reference', 'API-referens'],
})
