import { wordsOf } from '../../src/words/words.ts'
/** The words of the frame around every view. */
export const appWords = wordsOf({
  skip: ['Skip to the content', 'Hoppa till innehållet'],
  name: ['Gazetteer', 'Gazetteer'],
  toExplorer: ['Gazetteer, to the map and list', 'Gazetteer, till karta och lista'],
  colours: ['Light or dark', 'Ljust eller mörkt'],
  light: ['Light', 'Ljust'],
  dark: ['Dark', 'Mörkt'],
  newPlace: ['New place', 'Ny plats'],
  manage: ['Manage', 'Hantera'],
  mine: ['My places', 'Mina platser'],
  logIn: ['Sign in', 'Logga in'],
  logOut: ['Sign out', 'Logga ut'],
  logOutUnsaved: ['Sign out without saving?', 'Logga ut utan att spara?'],
  logOutForgets: [
    'What you have changed and not saved, here and in other tabs, is forgotten, so that nobody else at this computer sees it. What is under way stops.',
    'Det du har ändrat men inte sparat, här och i andra flikar, glöms, så att ingen annan vid den här datorn får se det. Det som pågår avbryts.',
  ],
  account: ['Signed in as {{name}}', 'Inloggad som {{name}}'],
  signedIn: ['Signed in', 'Inloggad'],
  notTold: [
    'You are signed in, but what you may do is not known yet. {{why}}',
    'Du är inloggad, men vad du får göra är inte känt än. {{why}}',
  ],
  reference: ['Reference of the interface', 'API-referens'],
})
