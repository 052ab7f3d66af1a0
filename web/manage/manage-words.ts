import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { DirectoryKind } from '../directory/directory-queries.ts'
import type { Permission } from '../session/session.tsx'

/** The words of the frame around the views of managing. */
export const manageWords = wordsOf({
  nav: ['Managing', 'Hantera'],
  needs: ['This view needs the permission {{permission}}.', 'Den här vyn kräver behörigheten {{permission}}.'],
  otherKey: ['Sign in as somebody else', 'Logga in som någon annan'],
  views: {
    overview: ['Overview', 'Översikt'],
    activity: ['Activity', 'Aktivitet'],
    import: ['Import', 'Import'],
    directory: ['Directory', 'Katalog'],
    keys: ['Keys', 'Nycklar'],
    webhooks: ['Webhooks', 'Webhookar'],
    finder: ['Finder', 'Platssök'],
    new: ['New place', 'Ny plats'],
    many: ['Many at once', 'Många på en gång'],
    table: ['Table', 'Tabell'],
  },
})

/** The words of the overview. */
export const overviewWords = wordsOf({
  title: ['Overview', 'Översikt'],
  lead: [
    'How many places there are, and what they lack. Each figure leads to the places that it counts.',
    'Hur många platser som finns och vad de saknar. Varje siffra leder till de platser som den räknar.',
  ],
  mine: ['My places', 'Mina platser'],
  mineLead: [
    'The places that you may change, and what they lack. Each figure leads to the places that it counts.',
    'Platserna som du får ändra och vad de saknar. Varje siffra leder till de platser som den räknar.',
  ],
  owner: ['Owner', 'Ägare'],
  everyOwner: ['Every owner', 'Alla ägare'],
  places: ['The places', 'Platserna'],
  none: ['There are no places yet', 'Det finns inga platser än'],
  placesShown: ['{{shown}} of {{total}} are shown', '{{shown}} av {{total}} visas'],
  from: ['published from {{moment}}', 'publiceras {{moment}}'],
  total: ['Places in all', 'Platser totalt'],
  parts: [
    'Parts of places, and deleted places, are not counted unless it says so.',
    'Delar av platser och borttagna platser räknas inte om det inte står.',
  ],
  types: ['By type', 'Efter typ'],
  states: ['By state', 'Efter status'],
  lacking: ['What they lack', 'Vad de saknar'],
  of: ['{{share}} of the published', '{{share}} av de publicerade'],
})

/** The words of managing the directory. */
export const directoryWords = wordsOf({
  title: ['Directory', 'Katalog'],
  lead: [
    'Owners, categories and tags, by the names that places show. A new name reaches every place at once.',
    'Ägare, kategorier och taggar, med de namn som platser visar. Ett nytt namn når alla platser genast.',
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
  none: ['No entry fits', 'Ingen post passar'],
  noneText: ['Try other words, or make a new entry.', 'Prova andra ord, eller skapa en ny post.'],
  edit: ['Edit {{name}}', 'Redigera {{name}}'],
  editTitle: ['Edit entry', 'Redigera post'],
  remove: ['Delete {{name}}', 'Ta bort {{name}}'],
  removeTitle: ['Delete {{name}}?', 'Ta bort {{name}}?'],
  removeNone: ['No place refers to it.', 'Ingen plats hänvisar till den.'],
  removeText: [
    plural(
      '1 place refers to it. Places keep its id, and show that in the place of its name.',
      '# places refer to it. Places keep its id, and show that in the place of its name.',
    ),
    plural(
      '1 plats hänvisar till den. Platserna behåller dess id och visar det i stället för namnet.',
      '# platser hänvisar till den. Platserna behåller dess id och visar det i stället för namnet.',
    ),
  ],
  removeAction: ['Delete', 'Ta bort'],
  places: ['Places', 'Platser'],
  placesOf: ['Places of {{name}}', 'Platser för {{name}}'],
  name: ['Name', 'Namn'],
  id: ['Id', 'Id'],
  idHint: ['As places refer to it; it never changes.', 'Så som platser hänvisar till den; det ändras aldrig.'],
  type: ['Type', 'Typ'],
  email: ['E-mail', 'E-post'],
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
    'This is the secret of {{name}}. It is shown this once, and nobody can find it again.',
    'Det här är hemligheten för {{name}}. Den visas bara nu och ingen kan hitta den igen.',
  ],
  done: ['I have kept it', 'Jag har sparat den'],
})

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
  sessions: ['Who is signed in', 'Vilka som är inloggade'],
  noSessions: [
    'Nobody is signed in with an account. Who does stands here, and can be signed out.',
    'Ingen är inloggad med ett konto. De som loggar in syns här och kan loggas ut.',
  ],
  since: ['since {{time}}', 'sedan {{time}}'],
  end: ['End', 'Avsluta'],
  endOf: ['End the session of {{name}}', 'Avsluta inloggningen för {{name}}'],
  ownersHint: ['Left empty: of every owner.', 'Tomt: alla ägare.'],
  actsAs: ['Signs changes as', 'Undertecknar ändringar som'],
  actsAsHint: ['Left empty: it names a person itself.', 'Tomt: den anger själv en person.'],
  signs: ['signs as {{name}}', 'undertecknar som {{name}}'],
  rateLimit: ['Calls at most', 'Anrop som mest'],
  rateLimitHint: [
    'For instance 600/min. Left empty: as the service says.',
    'Till exempel 600/min. Tomt: som tjänsten anger.',
  ],
  atMost: ['at most {{rate}}', 'högst {{rate}}'],
  expires: ['Valid until', 'Giltig till'],
  clearExpires: ['Clear the day', 'Rensa dagen'],
  expiresHint: ['Left empty: until it is revoked.', 'Tomt: tills nyckeln återkallas.'],
  save: ['Make the key', 'Skapa nyckeln'],
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
    'Make one for each program and person that calls the service.',
    'Skapa en för varje program och person som anropar tjänsten.',
  ],
  created: ['made {{day}}', 'skapad {{day}}'],
  validTo: ['valid until {{moment}}', 'giltig till {{moment}}'],
  expired: ['no longer valid since {{moment}}', 'ogiltig sedan {{moment}}'],
  limited: ['only {{names}}', 'bara {{names}}'],
  own: ['This is the key you use', 'Det här är nyckeln du använder'],
  ownSession: ['This is you', 'Det här är du'],
  rotate: ['New secret', 'Ny hemlighet'],
  rotateOf: ['New secret for {{name}}', 'Ny hemlighet för {{name}}'],
  rotateTitle: ['Give {{name}} a new secret?', 'Ge {{name}} en ny hemlighet?'],
  rotateText: [
    'The present secret stops working at once, wherever it is used.',
    'Den nuvarande hemligheten slutar gälla genast, överallt där den används.',
  ],
  rotateOwnText: [
    'This is the key you use. Its present secret stops working at once: you go on here by signing in with the new one.',
    'Det är nyckeln du använder. Den nuvarande hemligheten slutar gälla genast: du fortsätter här genom att logga in med den nya.',
  ],
  revoke: ['Revoke', 'Återkalla'],
  revokeOf: ['Revoke {{name}}', 'Återkalla {{name}}'],
  revokeTitle: ['Revoke {{name}}?', 'Återkalla {{name}}?'],
  revokeText: [
    'The key stops working at once and cannot be brought back.',
    'Nyckeln slutar gälla genast och kan inte tas tillbaka.',
  ],
  revokeOwnTitle: ['Revoke {{name}}, the key you use?', 'Återkalla {{name}}, nyckeln du använder?'],
  revokeOwnText: [
    'You are signed out at once, and come back only with another key. Make sure that you have one that may do everything: without it nobody can make new keys here.',
    'Du loggas ut genast och kommer tillbaka bara med en annan nyckel. Se till att du har en som får allt: utan den kan ingen skapa nya nycklar här.',
  ],
  revokeOwn: ['Revoke and sign out', 'Återkalla och logga ut'],
  revoked: ['{{name}} is revoked', '{{name}} är återkallad'],
})

/** The words of composing a finder for another site. */
export const composeWords = wordsOf({
  title: ['Finder for other sites', 'Platssök för andra webbplatser'],
  lead: [
    'Choose what the finder finds, and copy the text below into a page of the other site.',
    'Välj vad platssöket ska hitta och kopiera texten nedan till en sida på den andra webbplatsen.',
  ],
  closed: [
    'A finder shows what visitors may see, and this service has no PUBLIC_KEY. Ask whoever runs it to set one.',
    'Ett platssök visar det som besökare får se, och den här tjänsten har ingen PUBLIC_KEY. Be den som driver tjänsten att ange en.',
  ],
  owner: ['Owner', 'Ägare'],
  types: ['Types', 'Typer'],
  language: ['Language', 'Språk'],
  languages: { sv: ['Swedish', 'Svenska'], en: ['English', 'Engelska'] },
  limit: ['Places at once', 'Platser åt gången'],
  open: ['Begins with what is open now', 'Börjar med det som är öppet nu'],
  link: ['Find places', 'Hitta platser'],
  snippet: ['Text for the page', 'Text till sidan'],
  origins: [
    'The origin of the other site has to stand in CORS_ORIGINS of the service. A policy of that site (Content-Security-Policy) must allow {{origin}} in script-src and connect-src.',
    'Den andra webbplatsens ursprung måste stå i tjänstens CORS_ORIGINS. Har webbplatsen en policy (Content-Security-Policy) ska den tillåta {{origin}} i script-src och connect-src.',
  ],
  preview: ['Preview', 'Förhandsvisning'],
})
