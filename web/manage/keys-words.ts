import type { Permission } from '../session/session.tsx'
import { type TextPair, wordsOf } from '../words/words.ts'
/** The words of managing keys. */
export const keysWords = wordsOf({
  title: ['Keys', 'Nycklar'],
  lead: [
    'Who and what may call the service. A key from the configuration is not among them.',
    'Vem och vad som får anropa tjänsten. En nyckel från konfigurationen finns inte med.',
  ],
  create: ['New key', 'Ny nyckel'],
  name: ['Name', 'Namn'],
  nameHint: ['What the key is for, or who uses it.', 'Vad nyckeln är till för, eller vem som använder den.'],
  permissions: ['Permissions', 'Behörigheter'],
  permissionNames: {
    'read-published': ['Read what is published now', 'Läsa det som är publicerat nu'],
    read: ['Read everything, drafts and history too', 'Läsa allt, även utkast och historik'],
    'read-media': ['See pictures, films and sounds', 'Se bilder, filmer och ljud'],
    'read-restricted': [
      'See pictures, films and sounds, and who wrote what',
      'Se bilder, filmer och ljud, och vem som skrivit vad',
    ],
    create: ['Create', 'Skapa'],
    update: ['Change', 'Ändra'],
    delete: ['Delete and restore', 'Ta bort och återställa'],
    admin: ['Administer (everything)', 'Administrera (allt)'],
  } satisfies Record<Permission, TextPair>,
  owners: ['Only for places of', 'Bara för platser som tillhör'],
  ownersHint: ['Left empty: of every owner.', 'Tomt: alla ägare.'],
  expires: ['Valid until', 'Giltig till'],
  clearExpires: ['Clear the day', 'Rensa dagen'],
  expiresHint: ['Left empty: until it is revoked.', 'Tomt: tills nyckeln återkallas.'],
  save: ['Make the key', 'Skapa nyckeln'],
  secretTitle: ['The new key', 'Den nya nyckeln'],
  secret: [
    (name: string) => `This is the secret of ${name}. It is shown this once, and nobody can find it again.`,
    (name: string) => `Det här är hemligheten för ${name}. Den visas bara nu och ingen kan hitta den igen.`,
  ],
  copy: ['Copy', 'Kopiera'],
  copied: ['Copied', 'Kopierad'],
  done: ['I have kept it', 'Jag har sparat nyckeln'],
  none: ['There are no keys yet', 'Det finns inga nycklar än'],
  noneText: [
    'Make one for each program and person that calls the service.',
    'Skapa en för varje program och person som anropar tjänsten.',
  ],
  created: [(day: string) => `made ${day}`, (day: string) => `skapad ${day}`],
  validTo: [(moment: string) => `valid until ${moment}`, (moment: string) => `giltig till ${moment}`],
  expired: [(moment: string) => `no longer valid since ${moment}`, (moment: string) => `ogiltig sedan ${moment}`],
  limited: [(names: string) => `only ${names}`, (names: string) => `bara ${names}`],
  own: ['This is the key you use', 'Det här är nyckeln du använder'],
  rotate: ['New secret', 'Ny hemlighet'],
  rotateOf: [(name: string) => `New secret for ${name}`, (name: string) => `Ny hemlighet för ${name}`],
  rotateTitle: [(name: string) => `Give ${name} a new secret?`, (name: string) => `Ge ${name} en ny hemlighet?`],
  rotateText: [
    'The present secret stops working at once, wherever it is used.',
    'Den nuvarande hemligheten slutar gälla genast, överallt där den används.',
  ],
  rotateOwnText: [
    'This is the key you use. Its present secret stops working at once: you go on here by logging in with the new one.',
    'Det är nyckeln du använder. Den nuvarande hemligheten slutar gälla genast: du fortsätter här genom att logga in med den nya.',
  ],
  revoke: ['Revoke', 'Återkalla'],
  revokeOf: [(name: string) => `Revoke ${name}`, (name: string) => `Återkalla ${name}`],
  revokeTitle: [(name: string) => `Revoke ${name}?`, (name: string) => `Återkalla ${name}?`],
  revokeText: [
    'The key stops working at once and cannot be brought back.',
    'Nyckeln slutar gälla genast och kan inte tas tillbaka.',
  ],
  revokeOwnTitle: [
    (name: string) => `Revoke ${name}, the key you use?`,
    (name: string) => `Återkalla ${name}, nyckeln du använder?`,
  ],
  revokeOwnText: [
    'You are logged out at once, and come back only with another key. Make sure that you have one that may do everything: without it nobody can make new keys here.',
    'Du loggas ut genast och kommer tillbaka bara med en annan nyckel. Se till att du har en som får allt: utan den kan ingen skapa nya nycklar här.',
  ],
  revokeOwn: ['Revoke and log out', 'Återkalla och logga ut'],
  revoked: [(name: string) => `${name} is revoked`, (name: string) => `${name} är återkallad`],
})
