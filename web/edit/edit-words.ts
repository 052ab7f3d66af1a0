import { plural, wordsOf } from '../../src/words/words.ts'
import { mediumLabels } from '../place/place-fields.ts'

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
  saveAndNext: ['Save and next ({{number}} of {{total}})', 'Spara och nästa ({{number}} av {{total}})'],
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
    'This place has been deleted. To save your changes, restore it first.',
    'Platsen har tagits bort. Återställ den för att kunna spara dina ändringar.',
  ],
  forbidden: ['You do not have permission to change this place', 'Du har inte behörighet att ändra den här platsen'],
  toPlace: ['To {{name}}', 'Till {{name}}'],
  required: ['Enter a value. It is needed to save.', 'Ange ett värde. Det behövs för att spara.'],
  olderFields: ['Older address fields', 'Äldre adressfält'],
  olderHint: [
    'No longer used. Enter the visiting address above instead.',
    'Används inte längre. Fyll i besöksadressen ovan i stället.',
  ],
  add: {
    images: ['Add a picture', 'Lägg till en bild'],
    video: ['Add a film', 'Lägg till en film'],
    audio: ['Add a sound', 'Lägg till ett ljud'],
    links: ['Add a link', 'Lägg till en länk'],
  },
  removeNamed: ['Remove {{name}}', 'Ta bort {{name}}'],
  moveUp: ['Move {{name}} up', 'Flytta upp {{name}}'],
  untitled: ['untitled', 'utan titel'],
  medium: mediumLabels,
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
  typeFirst: ['First choose the type of place above.', 'Välj först typ av plats ovan.'],
  typeHint: ['Details that only this type of place has.', 'Uppgifter som bara den här typen av plats har.'],
  noTypeFields: ['This type has no fields of its own.', 'Den här typen har inga egna fält.'],
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
