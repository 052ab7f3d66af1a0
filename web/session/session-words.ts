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
    'What you have written is still here. Sign in again in a new tab, then go on here.',
    'Det du har skrivit finns kvar. Logga in igen i en ny flik och fortsätt sedan här.',
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
    admin: ['everything', 'allt'],
  } satisfies Record<Permission, TextPair>,
  rightsFor: ['{{rights}} for {{owners}}', '{{rights}} för {{owners}}'],
  why: [
    'Searching and editing need a key of this service.',
    'För att söka och redigera behövs en nyckel till tjänsten.',
  ],
  whyHere: [
    'This view needs a key of your own. Searching and reading need none.',
    'Den här vyn kräver en egen nyckel. För att söka och läsa behövs ingen.',
  ],
  key: ['Key', 'Nyckel'],
  keyHint: [
    'Kept until you sign out or close the last tab of the page, and sent to this service alone.',
    'Sparas tills du loggar ut eller stänger sidans sista flik och skickas bara till den här tjänsten.',
  ],
  showKey: ['Show or hide what is typed', 'Visa eller dölj det skrivna'],
  name: ['Your name', 'Ditt namn'],
  nameHint: ['Written with each change that you make.', 'Skrivs med varje ändring du gör.'],
  submit: ['Sign in', 'Logga in'],
  requiredKey: ['Enter your key.', 'Ange din nyckel.'],
  requiredName: ['Enter your name.', 'Ange ditt namn.'],
  unknownKey: [
    'The service does not know this key, or it has expired or was revoked. Check it, or ask for a new one.',
    'Tjänsten känner inte till nyckeln, eller så har den gått ut eller återkallats. Kontrollera den eller be om en ny.',
  ],
})
