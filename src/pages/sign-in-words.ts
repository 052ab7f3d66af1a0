import { wordsOf } from '../words/words.ts'

/** The words of a sign-in that came to nothing. */
export const signInWords = wordsOf({
  title: ['You could not be signed in', 'Inloggningen lyckades inte'],
  noRole: ['You do not have access', 'Du saknar behörighet'],
  other: ['Sign in with another account', 'Logga in med ett annat konto'],
  gone: [
    'This sign-in has already been used, was started in another browser, or is more than 10 minutes old. Start again.',
    'Inloggningen är redan använd, påbörjades i en annan webbläsare eller är mer än 10 minuter gammal. Börja om.',
  ],
  cancelled: [
    'The sign-in was cancelled or refused. Try again, or ask an administrator.',
    'Inloggningen avbröts eller nekades. Försök igen, eller fråga en administratör.',
  ],
  refused: [
    'The answer from the sign-in service could not be accepted. Show this to whoever runs this service:',
    'Svaret från inloggningstjänsten kunde inte godtas. Visa det här för den som sköter tjänsten:',
  ],
  'no-role': [
    'Ask an administrator for access. Show them what the sign-in service says about you:',
    'Be en administratör om behörighet. Visa vad inloggningstjänsten säger om dig:',
  ],
  misconfigured: [
    'Nobody can sign in, since the address of the sign-in service is configured wrongly. The log says how. Tell whoever runs this service, or use a key.',
    'Ingen kan logga in, eftersom inloggningstjänstens adress är felaktigt inställd. Loggen säger hur. Säg till den som sköter tjänsten, eller använd en nyckel.',
  ],
  busy: [
    'Too many people are signing in just now. Try again in a moment.',
    'Just nu är det för många som loggar in. Försök igen om en stund.',
  ],
  unreachable: [
    'The sign-in service does not answer. Try again in a while, or use a key.',
    'Inloggningstjänsten svarar inte. Försök igen om en stund, eller använd en nyckel.',
  ],
})
