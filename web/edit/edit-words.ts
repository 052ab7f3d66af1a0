import { plural, wordsOf } from '../../src/words/words.ts'

/** The words of the form. */
export const editWords = wordsOf({
  title: ['Edit {{name}}', 'Redigera {{name}}'],
  titleNew: ['New place', 'Ny plats'],
  values: { nothing: ['nothing', 'inget'], yes: ['yes', 'ja'], no: ['no', 'nej'] },
  sections: {
    basics: ['Basics', 'Grunduppgifter'],
    position: ['Position', 'Läge'],
    visit: ['Address and contact', 'Adress och kontakt'],
    hours: ['Opening hours', 'Öppettider'],
    facilities: ['Facilities', 'Service och tillgänglighet'],
    media: ['Media', 'Media'],
    type: ['For this type', 'För platstypen'],
  },
  sectionNav: ['Parts of the form', 'Formulärets delar'],
  save: ['Save', 'Spara'],
  create: ['Create as draft', 'Skapa som utkast'],
  createPublished: ['Publish', 'Publicera'],
  createPlanned: ['Choose publishing times', 'Välj publiceringstider'],
  planTitle: ['Publishing times of the new place', 'Den nya platsens publiceringstider'],
  planCreate: ['Create', 'Skapa'],
  saving: ['Saving…', 'Sparar …'],
  saved: ['Saved', 'Sparat'],
  savedBefore: ['Saved, except for your latest changes', 'Sparat, utom dina senaste ändringar'],
  discard: ['Discard all', 'Ångra allt'],
  discardAsk: ['Discard all your changes?', 'Vill du ångra alla dina ändringar?'],
  undo: ['Undo the last step', 'Ångra det senaste'],
  redo: ['Redo', 'Gör om'],
  stepped: {
    undo: ['Undone: {{field}}', 'Ångrat: {{field}}'],
    redo: ['Redone: {{field}}', 'Gjort om: {{field}}'],
  },
  keepEditing: ['Keep editing', 'Fortsätt redigera'],
  unchanged: ['No unsaved changes', 'Inga osparade ändringar'],
  changes: [plural('1 unsaved change', '# unsaved changes'), plural('1 osparad ändring', '# osparade ändringar')],
  restored: ['Your unsaved changes from {{when}} are back.', 'Dina osparade ändringar från {{when}} är tillbaka.'],
  faults: [
    plural('1 thing to put right', '# things to put right'),
    plural('1 sak behöver rättas', '# saker behöver rättas'),
  ],
  faultsElsewhere: ['This could not be saved:', 'Det här kunde inte sparas:'],
  lost: [
    'The service did not answer. Your changes are kept here; try again.',
    'Tjänsten svarade inte. Dina ändringar är kvar här; försök igen.',
  ],
  lostNew: [
    'The service did not answer, so the place may have been created. Your text is kept here; try again.',
    'Tjänsten svarade inte, så platsen kan ha skapats. Din text är kvar här; försök igen.',
  ],
  busy: [
    'The service cannot do this now. Your changes are kept here; try again.',
    'Tjänsten kan inte göra det nu. Dina ändringar är kvar här; försök igen.',
  ],
  newer: ['{{who}} has changed this place since you began.', '{{who}} har ändrat platsen sedan du började.'],
  newerUnnamed: [
    'Someone else has changed this place since you began.',
    'Någon annan har ändrat platsen sedan du började.',
  ],
  review: ['See the change', 'Visa ändringen'],
  gone: [
    'Someone else has deleted this place. To save your changes, restore it first.',
    'Någon annan har tagit bort platsen. Återställ den för att kunna spara dina ändringar.',
  ],
  forbidden: ['You do not have permission to change this place', 'Du har inte behörighet att ändra den här platsen'],
  toPlace: ['To {{name}}', 'Till {{name}}'],
  required: ['Enter a value. It is needed to save.', 'Ange ett värde. Det behövs för att spara.'],
  notDecimal: ['Enter a number such as 2.5.', 'Skriv ett tal, till exempel 2,5.'],
  shortHint: [
    'One or two sentences without formatting. If you leave it empty, the name is shown instead.',
    'En eller två meningar utan formatering. Lämnar du den tom visas namnet.',
  ],
  longHint: [
    'Markdown: **bold**, *italic*, ## heading, - list, [link](https://…).',
    'Markdown: **fetstil**, *kursivt*, ## rubrik, - lista, [länk](https://…).',
  ],
  preview: ['Preview', 'Förhandsgranska'],
  write: ['Write', 'Skriv'],
  nothingToPreview: [
    'Nothing to preview yet. Write a text first.',
    'Inget att förhandsgranska än. Skriv en text först.',
  ],
  ownerHint: ['Type to search the directory.', 'Skriv för att söka i katalogen.'],
  otherOwner: ['An owner that is not in the directory', 'En ägare som inte finns i katalogen'],
  ownerId: ['ID of the owner', 'Ägarens id'],
  fromDirectory: ['Choose from the directory', 'Välj ur katalogen'],
  nothingFound: ['Nothing found. Try other words.', 'Inga träffar. Prova andra ord.'],
  parentHint: [
    'The place that this one is part of. There can be two levels at most.',
    'Platsen som den här är en del av. Det kan finnas högst två nivåer.',
  ],
  coordinates: ['Coordinates', 'Koordinater'],
  coordinatesHint: [
    'Latitude, then longitude. You can also paste them from another map, drag the pin, or click on the map.',
    'Latitud, sedan longitud. Du kan också klistra in dem från en annan karta, dra nålen eller klicka på kartan.',
  ],
  coordinatesWrong: [
    'Enter two numbers such as 59.858, 17.645 (latitude first).',
    'Skriv två tal, till exempel 59.858, 17.645 (latituden först).',
  ],
  phoneHint: [
    (country: string | undefined) =>
      country === undefined
        ? 'Start with + and the country code.'
        : `Enter the area code. For a number outside ${country}, start with + and the country code.`,
    (country: string | undefined) =>
      country === undefined
        ? 'Börja med + och landsnummer.'
        : `Ange riktnumret. Börja med + och landsnummer om numret är utanför ${country}.`,
  ],
  fetchHint: [
    'Empty contact details are filled in from the owner when the place is shown.',
    'Tomma kontaktuppgifter fylls i från ägaren när platsen visas.',
  ],
  olderFields: ['Older address fields', 'Äldre adressfält'],
  olderHint: [
    'No longer used. Enter the visiting address above instead.',
    'Används inte längre. Fyll i besöksadressen ovan i stället.',
  ],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
  unknown: ['Unknown', 'Okänt'],
  add: {
    images: ['Add a picture', 'Lägg till en bild'],
    video: ['Add a film', 'Lägg till en film'],
    audio: ['Add a sound', 'Lägg till ett ljud'],
    links: ['Add a link', 'Lägg till en länk'],
  },
  removeNamed: ['Remove {{name}}', 'Ta bort {{name}}'],
  moveUp: ['Move {{name}} up', 'Flytta upp {{name}}'],
  untitled: ['untitled', 'utan titel'],
  medium: {
    title: ['Title', 'Titel'],
    url: ['Address (URL)', 'Adress (URL)'],
    provider: ['Provider', 'Leverantör'],
    providerRef: ['ID at the provider', 'Id hos leverantören'],
    description: ['Description', 'Beskrivning'],
    descriptionType: ['Type of external film', 'Typ av extern film'],
    alternateDescription: ['Alternative text', 'Alternativtext'],
    tags: ['Keywords', 'Nyckelord'],
    qr: ['Address of a QR code', 'Adress till en QR-kod'],
  },
  useTitle: ['Use the title “{{title}}”', 'Använd titeln ”{{title}}”'],
  noAddress: [
    'Enter the whole address, such as https://example.org/a.jpg',
    'Skriv hela adressen, till exempel https://example.org/a.jpg',
  ],
  more: ['More', 'Mer'],
  mediumHint: [
    'Enter an address, or a provider and the ID there.',
    'Ange antingen en adress, eller en leverantör och id där.',
  ],
  alternateHint: [
    'Describe the picture for people who cannot see it. If you leave it empty, the title is read out.',
    'Beskriv bilden för den som inte kan se den. Lämnar du den tom läses titeln upp.',
  ],
  alternateAsked: [
    'Describe the picture, or mark it as decorative.',
    'Beskriv bilden, eller markera den som dekorativ.',
  ],
  decorative: ['The picture is decorative', 'Bilden är dekorativ'],
  decorativeHint: [
    'It shows nothing that the text does not say, so nothing is read out. Saved as the keyword “alt-decorative”.',
    'Den visar inget som inte framgår av texten, så inget läses upp. Sparas som nyckelordet ”alt-decorative”.',
  ],
  keywordsHint: [
    'Use lower-case letters and digits. Press Enter after each one. ccby40 means that the licence is CC BY 4.0.',
    'Använd små bokstäver och siffror. Tryck Enter efter varje. ccby40 betyder att licensen är CC BY 4.0.',
  ],
  hiddenMedia: [
    'You do not have permission to see pictures, films and sounds (read-media). They stay as they are.',
    'Du har inte behörighet att se bilder, filmer och ljud (read-media). De lämnas som de är.',
  ],
  mediaForVisitors: [
    'All visitors can see the pictures, films and sounds.',
    'Alla besökare kan se bilder, filmer och ljud.',
  ],
  mediaNotForVisitors: [
    'Visitors cannot see the pictures, films and sounds. Only people and programs with the permission read-media can.',
    'Besökare kan inte se bilder, filmer och ljud. Det kan bara den som har behörigheten read-media.',
  ],
  mediaForKeys: [
    'Only people and programs with the permission read-media can see the pictures, films and sounds.',
    'Bara den som har behörigheten read-media kan se bilder, filmer och ljud.',
  ],
  chooseType: ['Choose the type', 'Välj typ'],
  typeFirst: ['First choose the type of place above.', 'Välj först typ av plats ovan.'],
  typeHint: ['Details that only this type of place has.', 'Uppgifter som bara den här typen av plats har.'],
  noTypeFields: ['This type has no fields of its own.', 'Den här typen har inga egna fält.'],
  jsonWrong: ['Enter JSON such as {"name": "value"}.', 'Skriv JSON, till exempel {"namn": "värde"}.'],
  clearField: ['Clear {{label}}', 'Rensa {{label}}'],
  textsHint: ['Press Enter after each one.', 'Tryck Enter efter varje.'],
  freeType: ['Other properties as JSON', 'Andra egenskaper som JSON'],
})

/** The words of a conflict between two changes. */
export const conflictWords = wordsOf({
  title: ['Someone else has changed this place', 'Någon annan har ändrat platsen'],
  whoAndWhen: [
    '{{who}} saved a change after you began ({{when}}). Nothing is lost yet.',
    '{{who}} sparade en ändring efter att du började ({{when}}). Inget har gått förlorat än.',
  ],
  when: [
    'A change was saved after you began ({{when}}). Nothing is lost yet.',
    'En ändring sparades efter att du började ({{when}}). Inget har gått förlorat än.',
  ],
  choose: [
    'You have both changed this. Choose what to keep:',
    'Ni har båda ändrat det här. Välj vad som ska behållas:',
  ],
  noClash: [
    'You have changed different things, so both can be kept.',
    'Ni har ändrat olika saker, så båda kan behållas.',
  ],
  mine: ['Yours', 'Ditt'],
  theirs: ['Theirs', 'Den andras'],
  onlyMine: ['Only yours', 'Bara ditt'],
  onlyTheirs: ['Only theirs', 'Bara den andras'],
  taken: ['They have also changed this, and it is kept:', 'Den andra har också ändrat det här, och det behålls:'],
  back: ['Back to the form', 'Tillbaka till formuläret'],
  save: ['Save this', 'Spara så här'],
  goOn: ['Continue with this', 'Fortsätt så här'],
})
