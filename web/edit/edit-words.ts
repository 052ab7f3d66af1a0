import { wordsOf } from '../words/words.ts'

/** The words of the form. */
export const editWords = wordsOf({
  title: [(name: string) => `Edit ${name}`, (name: string) => `Redigera ${name}`],
  titleNew: ['New place', 'Ny plats'],
  back: ['To the place', 'Till platsen'],
  sections: {
    basics: ['Basics', 'Grunduppgifter'],
    position: ['Position', 'Läge'],
    visit: ['Address and contact', 'Adress och kontakt'],
    hours: ['Opening hours', 'Öppettider'],
    facilities: ['Facilities', 'Bekvämligheter'],
    media: ['Media', 'Media'],
    type: ['For its type', 'För platstypen'],
  },
  sectionNav: ['Parts of the form', 'Formulärets delar'],
  save: ['Save', 'Spara'],
  create: ['Create as draft', 'Skapa som utkast'],
  createPublished: ['Publish', 'Publicera'],
  createPlanned: ['Choose when it is published', 'Välj när den publiceras'],
  planTitle: ['When the new place is public', 'När den nya platsen är publicerad'],
  planCreate: ['Create', 'Skapa'],
  saving: ['Saving …', 'Sparar …'],
  saved: ['Saved', 'Sparat'],
  savedBefore: ['Saved, but for what you have changed since', 'Sparat, utom det som du har ändrat sedan dess'],
  discard: ['Discard all', 'Ångra allt'],
  discardAsk: ['Discard what you have changed here?', 'Vill du ångra allt det du har ändrat här?'],
  undo: ['Undo the last step', 'Ångra det senaste'],
  redo: ['Do it again', 'Gör om det'],
  stepped: {
    undo: [(field: string) => `Undone: ${field}`, (field: string) => `Ångrat: ${field}`],
    redo: [(field: string) => `Done again: ${field}`, (field: string) => `Gjort om: ${field}`],
  },
  keepEditing: ['Keep editing', 'Fortsätt redigera'],
  unchanged: ['Nothing is changed', 'Inget är ändrat'],
  changes: [
    (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
    (count: number) => (count === 1 ? '1 osparad ändring' : `${count} osparade ändringar`),
  ],
  restored: [
    (when: string) => `Your unsaved changes of ${when} are back.`,
    (when: string) => `Dina osparade ändringar från ${when} är tillbaka.`,
  ],
  faults: [
    (count: number) => (count === 1 ? '1 thing has to be put right' : `${count} things have to be put right`),
    (count: number) => (count === 1 ? '1 sak behöver rättas' : `${count} saker behöver rättas`),
  ],
  faultsElsewhere: ['The service refused this:', 'Tjänsten avvisade det:'],
  lost: [
    'The service did not answer. Your changes are kept here; try again.',
    'Tjänsten svarade inte. Dina ändringar är kvar här; försök igen.',
  ],
  lostNew: [
    'The service did not answer, so it is not known whether the place was created. Your text is kept here.',
    'Tjänsten svarade inte, så det är oklart om platsen skapades. Din text är kvar här.',
  ],
  busy: [
    'The service cannot do this now. Your changes are kept here; try again.',
    'Tjänsten kan inte göra det nu. Dina ändringar är kvar här; försök igen.',
  ],
  forbidden: ['Your key may not change this place.', 'Din nyckel får inte ändra den här platsen.'],
  toPlace: [(name: string) => `To ${name}`, (name: string) => `Till ${name}`],
  required: ['Fill this in.', 'Fyll i det här.'],
  tooLong: [
    (limit: number, length: number) => `At most ${limit} characters, this has ${length}.`,
    (limit: number, length: number) => `Högst ${limit} tecken, det här har ${length}.`,
  ],
  notDecimal: ['Write a number such as 2.5.', 'Skriv ett tal som 2,5.'],
  shortHint: [
    'One or two sentences without formatting. Without it the name stands here.',
    'En eller två meningar utan formatering. Utan den står namnet här.',
  ],
  longHint: [
    'Markdown: **bold**, *italic*, ## heading, - list, [link](https://…).',
    'Markdown: **fetstil**, *kursivt*, ## rubrik, - lista, [länk](https://…).',
  ],
  preview: ['Preview', 'Förhandsgranska'],
  write: ['Write', 'Skriv'],
  nothingToPreview: ['Nothing is written yet.', 'Inget är skrivet än.'],
  ownerHint: ['Type to search the directory.', 'Skriv för att söka i katalogen.'],
  otherOwner: ['An owner that the directory does not know', 'En ägare som katalogen inte känner till'],
  ownerId: ['Id of the owner', 'Ägarens id'],
  fromDirectory: ['Choose from the directory', 'Välj ur katalogen'],
  nothingFound: ['Nothing found', 'Inget hittades'],
  parentHint: [
    'A place that this one is a part of. Two levels at most.',
    'En plats som den här är en del av. Högst två nivåer.',
  ],
  coordinates: ['Coordinates', 'Koordinater'],
  coordinatesHint: [
    'Latitude, longitude; or paste them from another map. The pin can be dragged, or put by a click.',
    'Latitud, longitud; eller klistra in från en annan karta. Nålen kan dras eller placeras med ett klick.',
  ],
  coordinatesWrong: [
    'Write two numbers such as 59.858, 17.645 (latitude first).',
    'Skriv två tal som 59.858, 17.645 (latituden först).',
  ],
  phoneHint: [
    (country: string | undefined) =>
      country === undefined ? 'With + and country code.' : `With area code. Without + it is a number of ${country}.`,
    (country: string | undefined) =>
      country === undefined ? 'Med + och landsnummer.' : `Med riktnummer. Utan + är det ett nummer i ${country}.`,
  ],
  fetchHint: [
    'Contact details that are left empty are filled in from the owner when somebody looks.',
    'Kontaktuppgifter som är tomma fylls i från ägaren när någon läser.',
  ],
  olderFields: ['Older address fields', 'Äldre adressfält'],
  olderHint: ['Obsolete: the visiting address above is to be used instead.', 'Föråldrade: använd besöksadressen ovan.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
  unknown: ['Unknown', 'Okänt'],
  addImage: ['Add a picture', 'Lägg till en bild'],
  addVideo: ['Add a film', 'Lägg till en film'],
  addAudio: ['Add a sound', 'Lägg till ett ljud'],
  addLink: ['Add a link', 'Lägg till en länk'],
  removeNamed: [(name: string) => `Remove ${name}`, (name: string) => `Ta bort ${name}`],
  moveUp: [(name: string) => `Move ${name} up`, (name: string) => `Flytta upp ${name}`],
  untitled: ['untitled', 'utan titel'],
  medium: {
    title: ['Title', 'Titel'],
    url: ['Address (URL)', 'Adress (URL)'],
    provider: ['Provider', 'Leverantör'],
    providerRef: ['Id at the provider', 'Id hos leverantören'],
    description: ['Description', 'Beskrivning'],
    descriptionType: ['Type of external film', 'Typ av extern film'],
    alternateDescription: ['Alternate text', 'Alternativ text'],
    tags: ['Keywords', 'Nyckelord'],
    qr: ['Address of a QR picture', 'Adress till en QR-bild'],
  },
  mediumHint: [
    'Either an address, or a provider and the id there.',
    'Antingen en adress, eller en leverantör och id där.',
  ],
  alternateHint: [
    'What the picture shows, for those who do not see it.',
    'Vad bilden visar, för den som inte ser den.',
  ],
  keywordsHint: ['Lower-case letters and digits; Enter after each.', 'Små bokstäver och siffror; Enter efter varje.'],
  hiddenMedia: [
    'Your key does not see pictures, films and sounds (read-media). What is there stays untouched.',
    'Din nyckel ser inte bilder, filmer och ljud (read-media). Det som finns lämnas orört.',
  ],
  mediaForVisitors: [
    'All visitors of this page will see pictures, films and sounds.',
    'Alla besökare på den här sidan kommer att se bilder, filmer och ljud.',
  ],
  mediaNotForVisitors: [
    'Visitors of this page will not see pictures, films and sounds: only keys with read-media will.',
    'Besökare på den här sidan kommer inte att se bilder, filmer och ljud: det gör bara nycklar med read-media.',
  ],
  mediaForKeys: [
    'Only keys with read-media will see pictures, films and sounds.',
    'Bara nycklar med read-media kommer att se bilder, filmer och ljud.',
  ],
  chooseType: ['Choose the type', 'Välj typ'],
  typeFirst: ['Choose the type of the place above first.', 'Välj platsens typ ovan först.'],
  typeHint: ['What is particular to this type of place.', 'Det som är särskilt för den här typen av plats.'],
  noTypeFields: ['This type has no fields of its own.', 'Den här typen har inga egna fält.'],
  jsonWrong: ['This is not JSON such as {"name": "value"}.', 'Det här är inte JSON som {"namn": "värde"}.'],
  clearField: [(label: string) => `Clear ${label}`, (label: string) => `Rensa ${label}`],
  textsHint: ['Enter after each.', 'Enter efter varje.'],
  freeType: ['Own properties as JSON', 'Egna egenskaper som JSON'],
})

/** The words of a conflict between two changes. */
export const conflictWords = wordsOf({
  title: ['Someone else has changed this place', 'Någon annan har ändrat platsen'],
  whoAndWhen: [
    (who: string, when: string) => `${who} saved a change ${when}, after you began. Nothing of either is lost yet.`,
    (who: string, when: string) => `${who} sparade en ändring ${when}, efter att du började. Inget är förlorat än.`,
  ],
  when: [
    (when: string) => `A change was saved ${when}, after you began. Nothing of either is lost yet.`,
    (when: string) => `En ändring sparades ${when}, efter att du började. Inget är förlorat än.`,
  ],
  choose: [
    'You have both changed this. Choose which is to stand:',
    'Ni har båda ändrat det här. Välj vad som ska gälla:',
  ],
  noClash: ['You have changed different things, so both can stand.', 'Ni har ändrat olika saker, så båda kan gälla.'],
  mine: ['Yours', 'Ditt'],
  theirs: ['Theirs', 'Den andras'],
  taken: ['They have also changed this, which is kept:', 'Den andra har också ändrat det här, som behålls:'],
  back: ['Back to the form', 'Tillbaka till formuläret'],
  save: ['Save this', 'Spara så här'],
})
