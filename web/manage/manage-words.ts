import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import type { Permission } from '../session/session.tsx'

/** The words of the frame around the management views. */
export const manageWords = wordsOf({
  nav: ['Manage', 'Hantera'],
  needs: [
    'You need more rights to see this: {{right}}. Ask an administrator, or sign in as someone else.',
    'Du behöver mer behörighet för att se det här: {{right}}. Be en administratör om den, eller logga in som någon annan.',
  ],
  otherKey: ['Sign in as someone else', 'Logga in som någon annan'],
  views: {
    today: ['Today', 'I dag'],
    activity: ['Activity', 'Aktivitet'],
    import: ['Import', 'Import'],
    directory: ['Directory', 'Katalog'],
    keys: ['Keys', 'Nycklar'],
    webhooks: ['Webhooks', 'Webhookar'],
    finder: ['Finder', 'Platssök'],
    new: ['New place', 'Ny plats'],
    many: ['Change many', 'Ändra många'],
    table: ['Table', 'Tabell'],
  },
})

/** The words of managing the directory. */
export const directoryWords = wordsOf({
  title: ['Directory', 'Katalog'],
  lead: [
    'Owners, categories and tags, with the names that places show. A new name shows in every place at once.',
    'Ägare, kategorier och taggar, med de namn som platser visar. Ett nytt namn syns genast på alla platser.',
  ],
  kinds: {
    owners: ['Owners', 'Ägare'],
    categories: ['Categories', 'Kategorier'],
    tags: ['Tags', 'Taggar'],
  } satisfies Record<DirectoryKind, TextPair>,
  newEntry: {
    owners: ['New owner', 'Ny ägare'],
    categories: ['New category', 'Ny kategori'],
    tags: ['New tag', 'Ny tagg'],
  } satisfies Record<DirectoryKind, TextPair>,
  find: ['Find by name', 'Sök på namn'],
  hits: [plural('1 entry', '# entries'), plural('1 post', '# poster')],
  none: ['No entries match', 'Inga poster hittades'],
  noneText: ['Try other words, or create a new entry.', 'Prova andra ord, eller skapa en ny post.'],
  edit: ['Edit {{name}}', 'Redigera {{name}}'],
  editTitle: ['Edit entry', 'Redigera post'],
  remove: ['Delete {{name}}', 'Ta bort {{name}}'],
  removeTitle: ['Delete {{name}}?', 'Ta bort {{name}}?'],
  removeNone: ['No place refers to it.', 'Ingen plats hänvisar till den.'],
  removeText: [
    plural(
      '1 place refers to it. It will show the ID instead of the name.',
      '# places refer to it. They will show the ID instead of the name.',
    ),
    plural(
      '1 plats hänvisar till den. Den visar då id i stället för namnet.',
      '# platser hänvisar till den. De visar då id i stället för namnet.',
    ),
  ],
  removeAction: ['Delete', 'Ta bort'],
  places: ['Places', 'Platser'],
  placesOf: ['Places of {{name}}', 'Platser för {{name}}'],
  name: ['Name', 'Namn'],
  id: ['ID', 'Id'],
  idHint: [
    'Places refer to it by this ID, which never changes.',
    'Platser hänvisar till den med detta id, som aldrig ändras.',
  ],
  type: ['Type', 'Typ'],
  email: ['Email', 'E-post'],
  url: ['Contact page', 'Kontaktsida'],
  contactHint: [
    'For places that fetch their contact details from the owner.',
    'För platser som hämtar sina kontaktuppgifter från ägaren.',
  ],
  save: ['Save', 'Spara'],
  saved: ['{{name}} is saved', '{{name}} är sparad'],
  removed: ['{{name}} is deleted', '{{name}} är borttagen'],
  pages: ['Pages of entries', 'Sidor med poster'],
})

/** The words of showing a secret. */
export const secretWords = wordsOf({
  title: ['The new secret', 'Den nya hemligheten'],
  text: [
    'This is the secret of {{name}}. It is only shown now: copy it and keep it safe.',
    'Det här är hemligheten för {{name}}. Den visas bara nu: kopiera den och spara den säkert.',
  ],
  done: ['I have saved it', 'Jag har sparat den'],
})

/** The words of managing keys. */
export const keysWords = wordsOf({
  title: ['Keys', 'Nycklar'],
  lead: [
    'Keys for the people and programs that use the service. Keys from the configuration are not listed.',
    'Nycklar för de personer och program som använder tjänsten. Nycklar från konfigurationen visas inte.',
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
    admin: ['Full access', 'Full behörighet'],
  } satisfies Record<Permission, TextPair>,
  owners: ['Only for places of', 'Bara för platser som tillhör'],
  sessions: ['Who is signed in', 'Vilka som är inloggade'],
  byKey: ['with a key', 'med en nyckel'],
  since: ['since {{time}}', 'sedan {{time}}'],
  end: ['End', 'Avsluta'],
  endOf: ['End the session of {{name}}', 'Avsluta inloggningen för {{name}}'],
  ownersHint: ['Leave empty for all owners.', 'Lämna tomt för alla ägare.'],
  actsAs: ['Makes changes as', 'Gör ändringar som'],
  actsAsHint: [
    'Leave empty if a person is named with each change.',
    'Lämna tomt om en person anges vid varje ändring.',
  ],
  signs: ['makes changes as {{name}}', 'gör ändringar som {{name}}'],
  rateLimit: ['Limit on calls', 'Gräns för anrop'],
  rateLimitHint: [
    'For example, 600/min. Leave empty for the limit of the service.',
    'Till exempel 600/min. Lämna tomt för tjänstens gräns.',
  ],
  atMost: ['at most {{rate}}', 'högst {{rate}}'],
  expires: ['Valid until', 'Giltig till'],
  clearExpires: ['Clear the day', 'Rensa dagen'],
  expiresHint: [
    'Leave empty to keep it valid until it is revoked.',
    'Lämna tomt om den ska gälla tills den återkallas.',
  ],
  save: ['Create the key', 'Skapa nyckeln'],
  keep: ['Save', 'Spara'],
  change: ['Change', 'Ändra'],
  changeOf: ['Change {{name}}', 'Ändra {{name}}'],
  presets: ['Usual permissions', 'Vanliga behörigheter'],
  presetNames: {
    reader: ['Reader', 'Läsare'],
    editor: ['Editor', 'Redaktör'],
    administrator: ['Administrator', 'Administratör'],
  },
  none: ['There are no keys yet', 'Det finns inga nycklar än'],
  noneText: [
    'Create one for each program and person that uses the service.',
    'Skapa en för varje program och person som använder tjänsten.',
  ],
  created: ['created {{day}}', 'skapad {{day}}'],
  validTo: ['valid until {{moment}}', 'giltig till {{moment}}'],
  expired: ['expired {{moment}}', 'gick ut {{moment}}'],
  limited: ['only {{names}}', 'bara {{names}}'],
  own: ['This is the key you use', 'Det här är nyckeln du använder'],
  ownSession: ['This is you', 'Det här är du'],
  rotate: ['New secret', 'Ny hemlighet'],
  rotateOf: ['New secret for {{name}}', 'Ny hemlighet för {{name}}'],
  rotateTitle: ['Give {{name}} a new secret?', 'Ge {{name}} en ny hemlighet?'],
  rotateText: [
    'The current secret stops working at once, wherever it is used.',
    'Den nuvarande hemligheten slutar fungera genast, överallt där den används.',
  ],
  rotateOwnText: [
    'This is the key you use. Its current secret stops working at once. To continue, sign in with the new one.',
    'Det är nyckeln du använder. Den nuvarande hemligheten slutar fungera genast. Logga in med den nya för att fortsätta.',
  ],
  revoke: ['Revoke', 'Återkalla'],
  revokeOf: ['Revoke {{name}}', 'Återkalla {{name}}'],
  revokeTitle: ['Revoke {{name}}?', 'Återkalla {{name}}?'],
  revokeText: [
    'The key stops working at once and cannot be restored.',
    'Nyckeln slutar fungera genast och kan inte återställas.',
  ],
  revokeOwnTitle: ['Revoke {{name}}, the key you use?', 'Återkalla {{name}}, nyckeln du använder?'],
  revokeOwnText: [
    'You are signed out at once and need another key to sign in again. Make sure that you have one with the permission admin. Without it nobody can create new keys here.',
    'Du loggas ut genast och behöver en annan nyckel för att logga in igen. Se till att du har en med behörigheten admin. Utan den kan ingen skapa nya nycklar här.',
  ],
  revokeOwn: ['Revoke and sign out', 'Återkalla och logga ut'],
  revoked: ['{{name}} is revoked', '{{name}} är återkallad'],
})

/** The words of composing a finder for another site. */
export const composeWords = wordsOf({
  title: ['Finder for other sites', 'Platssök för andra webbplatser'],
  lead: [
    'Choose what the finder shows, then copy the code below into a page of the other site.',
    'Välj vad platssöket ska visa och kopiera sedan koden nedan till en sida på den andra webbplatsen.',
  ],
  closed: [
    'A finder shows what visitors can see, but this service has no PUBLIC_KEY. Ask whoever runs it to set one.',
    'Ett platssök visar det som besökare får se, men den här tjänsten har ingen PUBLIC_KEY. Be den som sköter tjänsten att ange en.',
  ],
  owner: ['Owner', 'Ägare'],
  types: ['Types', 'Typer'],
  municipality: ['Municipality', 'Kommun'],
  tags: ['Tags', 'Taggar'],
  filter: ['More filters', 'Fler filter'],
  language: ['Language', 'Språk'],
  languages: { sv: ['Swedish', 'Svenska'], en: ['English', 'Engelska'] },
  limit: ['Places at once', 'Platser åt gången'],
  open: ['Start with places that are open now', 'Börja med platser som är öppna nu'],
  link: ['Find places', 'Hitta platser'],
  snippet: ['Code for the page', 'Kod till sidan'],
  origins: [
    'Add the origin of the other site to CORS_ORIGINS of the service. If that site has a Content-Security-Policy, it must allow {{origin}} in script-src and connect-src, and in frame-src for the map.',
    'Lägg till den andra webbplatsens ursprung i tjänstens CORS_ORIGINS. Har webbplatsen en Content-Security-Policy måste den tillåta {{origin}} i script-src och connect-src, och i frame-src för kartan.',
  ],
  preview: ['Preview', 'Förhandsvisning'],
})
