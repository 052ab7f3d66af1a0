import { wordsOf } from '../words/words.ts'
/** The words of logging in and out. */
export const sessionWords = wordsOf({
  title: ['Log in', 'Logga in'],
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
    'Kept until you log out or close the last tab of the page, and sent to this service alone.',
    'Sparas tills du loggar ut eller stänger sidans sista flik och skickas bara till den här tjänsten.',
  ],
  showKey: ['Show or hide what is typed', 'Visa eller dölj det skrivna'],
  name: ['Your name', 'Ditt namn'],
  nameHint: ['Written with each change that you make.', 'Skrivs med varje ändring du gör.'],
  submit: ['Log in', 'Logga in'],
  required: ['Fill this in.', 'Fyll i det här.'],
  unknownKey: [
    'The service does not know this key, or it has expired or was revoked.',
    'Tjänsten känner inte till nyckeln, eller så har den gått ut eller återkallats.',
  ],
})
