import { plural, wordsOf } from '../../src/words/words.ts'

/** The words of managing webhooks. */
export const webhooksWords = wordsOf({
  title: ['Webhooks', 'Webhookar'],
  lead: [
    'Other systems that are told when places change, in order and signed.',
    'Andra system som får veta när platser ändras, i ordning och undertecknat.',
  ],
  create: ['New webhook', 'Ny webhook'],
  none: ['There are no webhooks yet', 'Det finns inga webhookar än'],
  noneText: [
    'With one, another system is told of each change at once.',
    'Med en sådan får ett annat system veta varje ändring genast.',
  ],
  states: {
    active: ['Active', 'Aktiv'],
    failing: ['Refuses', 'Tar inte emot'],
    paused: ['Paused', 'Pausad'],
    disabled: ['Disabled', 'Avstängd'],
  },
  upToDate: ['everything is sent', 'allt är skickat'],
  behind: [plural('1 change to be sent', '# changes to be sent'), plural('1 ändring kvar', '# ändringar kvar')],
  refused: [
    (count: number, since: string, next: string) =>
      `refused ${count === 1 ? 'once' : `${count} times`} since ${since}, tried again ${next}`,
    (count: number, since: string, next: string) =>
      `nekad ${count === 1 ? 'en gång' : `${count} gånger`} sedan ${since}, nytt försök ${next}`,
  ],
  rightsOf: ['with the rights of {{key}}', 'med rättigheterna för {{key}}'],
  url: ['Address', 'Adress'],
  urlHint: ['https, of the system that is to be told.', 'https, till systemet som ska få veta.'],
  description: ['What it is for', 'Vad den är till för'],
  key: ['Key whose rights bound what is sent', 'Nyckel vars rättigheter begränsar det som skickas'],
  keyHint: [
    'One of those under Keys: what it may read is what is sent.',
    'En av dem under Nycklar: det den får läsa är det som skickas.',
  ],
  types: ['Only these events', 'Bara dessa händelser'],
  typesHint: ['Left empty: all.', 'Tomt: alla.'],
  typeNames: {
    'gazetteer.place.created': ['Place created', 'Plats skapad'],
    'gazetteer.place.changed': ['Place changed', 'Plats ändrad'],
    'gazetteer.place.published': ['Place published', 'Plats publicerad'],
    'gazetteer.place.unpublished': ['Place unpublished', 'Plats avpublicerad'],
    'gazetteer.place.deleted': ['Place deleted', 'Plats borttagen'],
    'gazetteer.place.restored': ['Place restored', 'Plats återställd'],
    'gazetteer.place.purged': ['Place purged', 'Plats raderad för gott'],
    'gazetteer.directory.changed': ['Directory changed', 'Katalogen ändrad'],
  },
  filter: ['Only these places', 'Bara dessa platser'],
  filterHint: [
    'As the address of a search has it, such as owner_id=1,2. Left empty: all.',
    'Som i adressen till en sökning, till exempel owner_id=1,2. Tomt: alla.',
  ],
  skipAfter: ['Give an event up after so many refusals', 'Ge upp en händelse efter så många försök'],
  skipAfterHint: ['Left empty: the next waits until it is taken.', 'Tomt: nästa väntar tills den tagits emot.'],
  enabled: ['Send', 'Skicka'],
  save: ['Save', 'Spara'],
  change: ['Change', 'Ändra'],
  ping: ['Try', 'Prova'],
  pinged: ['It was taken, in {{millis}} ms', 'Den togs emot, på {{millis}} ms'],
  notTaken: ['It was not taken: {{reason}}', 'Den togs inte emot: {{reason}}'],
  attempts: ['Attempts', 'Försök'],
  noAttempts: [
    'Nothing has been sent yet. “Try” sends an event of no meaning at once.',
    'Inget har skickats än. ”Prova” skickar en händelse utan innehåll genast.',
  ],
  taken: ['taken', 'mottagen'],
  deadLetters: ['Given up', 'Uppgivna'],
  sendAgain: ['Send again', 'Skicka igen'],
  skip: ['Skip', 'Hoppa över'],
  skipTitle: ['Skip the event that is refused?', 'Hoppa över händelsen som nekas?'],
  skipText: [
    'It is kept among those given up, and the next one is sent.',
    'Den sparas bland de uppgivna, och nästa skickas.',
  ],
  replay: ['Send everything again', 'Skicka allt igen'],
  replayTitle: ['Send everything that ever was again?', 'Skicka allt som någonsin hänt igen?'],
  replayText: [
    'Events that were taken come a second time, with the same ids.',
    'Händelser som redan tagits emot kommer en gång till, med samma id.',
  ],
  rotate: ['New secret', 'Ny hemlighet'],
  rotateTitle: ['Give it a new secret?', 'Ge den en ny hemlighet?'],
  rotateText: [
    'For 24 hours the former one signs too, so that the other system can change over.',
    'I 24 timmar undertecknar även den gamla, så att det andra systemet hinner byta.',
  ],
  remove: ['Delete', 'Ta bort'],
  removeTitle: ['Delete this webhook?', 'Ta bort webhooken?'],
  removeText: ['Nothing more is sent to {{url}}.', 'Inget mer skickas till {{url}}.'],
  of: ['{{act}}: {{url}}', '{{act}}: {{url}}'],
})
