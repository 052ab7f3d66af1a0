const en = {
  title: 'Log in',
  why: 'Searching and editing need a key of this service.',
  key: 'Key',
  keyHint: 'Kept until you close this tab, and sent to this service alone.',
  name: 'Your name',
  nameHint: 'Written with each change that you make.',
  submit: 'Log in',
  required: 'Fill this in.',
  unknownKey: 'The service does not know this key, or it has expired or was revoked.',
  failed: (reason: string) => `The service could not be asked: ${reason}`,
}

const sv: typeof en = {
  title: 'Logga in',
  why: 'För att söka och redigera behövs en nyckel till tjänsten.',
  key: 'Nyckel',
  keyHint: 'Sparas tills du stänger fliken och skickas bara till den här tjänsten.',
  name: 'Ditt namn',
  nameHint: 'Skrivs med varje ändring du gör.',
  submit: 'Logga in',
  required: 'Fyll i det här.',
  unknownKey: 'Tjänsten känner inte till nyckeln, eller så har den gått ut eller återkallats.',
  failed: (reason: string) => `Tjänsten kunde inte nås: ${reason}`,
}

/** The words of logging in and out. */
export const sessionWords = { en, sv }
