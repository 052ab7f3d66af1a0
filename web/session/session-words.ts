import type { Permission } from '../../src/access/access.ts'
import { type TextPair, wordsOf } from '../../src/words/words.ts'

/** The words of signing in and out. */
export const sessionWords = wordsOf({
  title: ['Sign in', 'Logga in'],
  signIn: ['Sign in with {{name}}', 'Logga in med {{name}}'],
  useKey: ['Use a key', 'Använd en nyckel'],
  whySignIn: ['To edit, sign in with your account.', 'Logga in med ditt konto för att redigera.'],
  ended: ['Your session has ended', 'Din inloggning har gått ut'],
  endedText: [
    'What you have written is still here. Sign in again in a new tab, then continue here.',
    'Det du har skrivit finns kvar. Logga in igen i en ny flik och fortsätt sedan här.',
  ],
  endedTextHere: [
    'What you have written is still here. Sign in again to continue.',
    'Det du har skrivit finns kvar. Logga in igen för att fortsätta.',
  ],
  notLoggedOut: [
    'You are still signed in: the service did not answer. Try again.',
    'Du är fortfarande inloggad: tjänsten svarade inte. Försök igen.',
  ],
  signInAgain: ['Sign in again', 'Logga in igen'],
  rights: {
    'read-published': ['read what is published', 'läsa det publicerade'],
    read: ['read', 'läsa'],
    'read-media': ['see media', 'se media'],
    'read-restricted': ['see names of people', 'se personnamn'],
    create: ['create', 'skapa'],
    update: ['change', 'ändra'],
    delete: ['delete', 'ta bort'],
    admin: ['full access', 'full behörighet'],
  } satisfies Record<Permission, TextPair>,
  rightsFor: ['{{rights}} for {{owners}}', '{{rights}} för {{owners}}'],
  why: [
    'To search and edit, sign in with a key for this service. Ask an administrator if you have none.',
    'Logga in med en nyckel till tjänsten för att söka och redigera. Be en administratör om du inte har någon.',
  ],
  whyHere: [
    'Sign in with your own key to see this. You can search and read without one.',
    'Logga in med en egen nyckel för att se det här. Du kan söka och läsa utan.',
  ],
  key: ['Key', 'Nyckel'],
  keyHint: [
    'Only sent to this service and not kept. You stay signed in until you sign out or close the browser.',
    'Skickas bara till den här tjänsten och sparas inte. Du är inloggad tills du loggar ut eller stänger webbläsaren.',
  ],
  showKey: ['Show or hide what you have typed', 'Visa eller dölj det du har skrivit'],
  name: ['Your name', 'Ditt namn'],
  nameHint: ['Shown with each change that you make.', 'Visas vid varje ändring du gör.'],
  submit: ['Sign in', 'Logga in'],
  requiredKey: ['Enter your key.', 'Ange din nyckel.'],
  requiredName: ['Enter your name.', 'Ange ditt namn.'],
  unknownKey: [
    'This key is unknown, has expired or has been revoked. Check it, or ask an administrator for a new one.',
    'Nyckeln är okänd, har gått ut eller har återkallats. Kontrollera den eller be en administratör om en ny.',
  ],
})
