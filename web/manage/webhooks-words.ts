import { plural, wordsOf } from '../../src/words/words.ts'

/** The words of managing webhooks. */
export const webhooksWords = wordsOf({
  title: ['Webhooks', 'Webhookar'],
  lead: [
    'Notify other systems when places change. Events are signed and sent in order.',
    'Meddela andra system när platser ändras. Händelserna är signerade och skickas i ordning.',
  ],
  create: ['New webhook', 'Ny webhook'],
  none: ['There are no webhooks yet', 'Det finns inga webhookar än'],
  noneText: [
    'Create one to notify another system of each change at once.',
    'Skapa en för att genast meddela ett annat system om varje ändring.',
  ],
  states: {
    active: ['Active', 'Aktiv'],
    failing: ['Not receiving', 'Tar inte emot'],
    paused: ['Paused', 'Pausad'],
    disabled: ['Disabled', 'Avstängd'],
  },
  upToDate: ['everything is sent', 'allt är skickat'],
  behind: [plural('1 change to send', '# changes to send'), plural('1 ändring kvar', '# ändringar kvar')],
  refused: [
    (count: number, since: string, next: string) =>
      `not delivered, ${count === 1 ? '1 attempt' : `${count} attempts`} since ${since}, next try ${next}`,
    (count: number, since: string, next: string) =>
      `inte levererad, ${count} försök sedan ${since}, nytt försök ${next}`,
  ],
  rightsOf: ['with the permissions of {{key}}', 'med behörigheterna för {{key}}'],
  url: ['Address', 'Adress'],
  urlHint: ['The https address of the other system.', 'Det andra systemets adress, med https.'],
  description: ['What it is for', 'Vad den är till för'],
  key: ['Key that decides what is sent', 'Nyckel som avgör vad som skickas'],
  keyHint: [
    'Choose one from Keys. Only what that key can read is sent.',
    'Välj en från Nycklar. Bara det som nyckeln får läsa skickas.',
  ],
  types: ['Only these events', 'Bara dessa händelser'],
  typesHint: ['Leave empty for all.', 'Lämna tomt för alla.'],
  typeNames: {
    'gazetteer.place.created': ['Place created', 'Plats skapad'],
    'gazetteer.place.changed': ['Place changed', 'Plats ändrad'],
    'gazetteer.place.published': ['Place published', 'Plats publicerad'],
    'gazetteer.place.unpublished': ['Place unpublished', 'Plats avpublicerad'],
    'gazetteer.place.deleted': ['Place deleted', 'Plats borttagen'],
    'gazetteer.place.restored': ['Place restored', 'Plats återställd'],
    'gazetteer.place.purged': ['Place deleted permanently', 'Plats raderad för gott'],
    'gazetteer.directory.changed': ['Directory changed', 'Katalogen ändrad'],
  },
  filter: ['Only these places', 'Bara dessa platser'],
  filterHint: [
    'Written as in the web address of a search, such as owner_id=1,2. Leave empty for all.',
    'Skrivet som i webbadressen till en sökning, till exempel owner_id=1,2. Lämna tomt för alla.',
  ],
  skipAfter: ['Stop trying after this many attempts', 'Sluta försöka efter så här många försök'],
  skipAfterHint: [
    'Leave empty to make the next event wait until this one is received.',
    'Lämna tomt om nästa händelse ska vänta tills den här tagits emot.',
  ],
  enabled: ['Webhook is on', 'Webhooken är på'],
  save: ['Save', 'Spara'],
  change: ['Change', 'Ändra'],
  more: ['More', 'Mer'],
  ping: ['Try', 'Prova'],
  pinged: ['It was received in {{millis}} ms', 'Den togs emot på {{millis}} ms'],
  notTaken: ['It was not received: {{reason}}', 'Den togs inte emot: {{reason}}'],
  attempts: ['Attempts', 'Försök'],
  noAttempts: [
    'Nothing has been sent yet. Choose “Try” to send a test event.',
    'Inget har skickats än. Välj ”Prova” för att skicka en testhändelse.',
  ],
  taken: ['received', 'mottagen'],
  deadLetters: ['Not delivered', 'Kunde inte levereras'],
  sendAgain: ['Send again', 'Skicka igen'],
  skip: ['Skip', 'Hoppa över'],
  skipTitle: ['Skip the event that is not delivered?', 'Hoppa över händelsen som inte kan levereras?'],
  skipText: [
    'It is kept among those not delivered, and the next one is sent.',
    'Den sparas bland dem som inte kunde levereras, och nästa skickas.',
  ],
  replay: ['Send everything again', 'Skicka allt igen'],
  replayTitle: ['Send everything again?', 'Skicka allt igen?'],
  replayText: [
    'All events from the beginning are sent a second time, with the same IDs.',
    'Alla händelser från början skickas en gång till, med samma id.',
  ],
  rotate: ['New secret', 'Ny hemlighet'],
  rotateTitle: ['Give it a new secret?', 'Ge den en ny hemlighet?'],
  rotateText: [
    'The old secret is also used for 24 hours, so that the other system has time to change.',
    'Den gamla används också i 24 timmar, så att det andra systemet hinner byta.',
  ],
  remove: ['Delete', 'Ta bort'],
  removeTitle: ['Delete this webhook?', 'Ta bort webhooken?'],
  removeText: ['Nothing more is sent to {{url}}.', 'Inget mer skickas till {{url}}.'],
  of: ['{{act}}: {{url}}', '{{act}}: {{url}}'],
})
