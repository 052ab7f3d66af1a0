const en = {
  title: 'Log in',
  why: 'Searching and editing need a key of this service.',
  whyHere: 'This view needs a key of your own. Searching and reading need none.',
  key: 'Key',
  keyHint: 'Kept until you log out or close the last tab of the page, and sent to this service alone.',
  showKey: 'Show or hide what is typed',
  name: 'Your name',
  nameHint: 'Written with each change that you make.',
  submit: 'Log in',
  required: 'Fill this in.',
  unknownKey: 'The service does not know this key, or it has expired or was revoked.',
}

const sv: typeof en = {
  title: 'Logga in',
  why: 'För att söka och redigera behövs en nyckel till tjänsten.',
  whyHere: 'Den här vyn kräver en egen nyckel. För att söka och läsa behövs ingen.',
  key: 'Nyckel',
  keyHint: 'Sparas tills du loggar ut eller stänger sidans sista flik och skickas bara till den här tjänsten.',
  showKey: 'Visa eller dölj det skrivna',
  name: 'Ditt namn',
  nameHint: 'Skrivs med varje ändring du gör.',
  submit: 'Logga in',
  required: 'Fyll i det här.',
  unknownKey: 'Tjänsten känner inte till nyckeln, eller så har den gått ut eller återkallats.',
}

/** The words of logging in and out. */
export const sessionWords = { en, sv }
