import { wordsOf } from '../words/words.ts'

/** The words of a sign-in that came to nothing. */
export const signInWords = wordsOf({
  title: ['You could not be signed in', 'Inloggningen lyckades inte'],
  noRole: ['You have no rights here', 'Du har inga rättigheter här'],
  other: ['Sign in with another account', 'Logga in med ett annat konto'],
  gone: [
    'The sign-in was used already, was begun in another browser, or more than ten minutes ago. Begin anew.',
    'Inloggningen är redan använd, påbörjades i en annan webbläsare eller för mer än tio minuter sedan. Börja om.',
  ],
  cancelled: [
    'The sign-in was cancelled, or the provider denied it.',
    'Inloggningen avbröts, eller så nekade inloggningstjänsten den.',
  ],
  refused: [
    'The provider, or what it sent, was refused. Show this to those who run the service:',
    'Inloggningstjänsten eller det den skickade avvisades. Visa detta för den som sköter tjänsten:',
  ],
  'no-role': [
    'Ask those who run the service for rights, and show them what the provider says of you:',
    'Be den som sköter tjänsten om rättigheter och visa vad inloggningstjänsten säger om dig:',
  ],
  unreachable: [
    'The provider does not answer. Try again in a while, or use a key.',
    'Inloggningstjänsten svarar inte. Försök igen om en stund, eller använd en nyckel.',
  ],
})
