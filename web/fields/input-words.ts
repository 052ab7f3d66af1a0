import { wordsOf } from '../../src/words/words.ts'

/** The words of the inputs of fields. */
export const inputWords = wordsOf({
  hints: {
    shortDescription: [
      'One or two sentences without formatting. If you leave it empty, the name is shown instead.',
      'En eller två meningar utan formatering. Lämnar du den tom visas namnet.',
    ],
    'contactInfo.fetchAutomatically': [
      'Empty contact details are filled in from the owner when the place is shown.',
      'Tomma kontaktuppgifter fylls i från ägaren när platsen visas.',
    ],
  },
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
  unknown: ['Unknown', 'Okänt'],
  notDecimal: ['Enter a number such as 2.5.', 'Skriv ett tal, till exempel 2,5.'],
  notWhole: ['Enter a whole number such as 2.', 'Skriv ett heltal, till exempel 2.'],
  notFlag: ['Enter yes or no.', 'Skriv ja eller nej.'],
  notChoice: ['Enter one of: {{choices}}.', 'Skriv något av: {{choices}}.'],
  noType: [
    'There is no such type of place. Enter one as the form names them.',
    'Det finns ingen sådan platstyp. Skriv en som formuläret nämner dem.',
  ],
  noEntry: ['The directory has no “{{name}}”.', 'Katalogen har ingen ”{{name}}”.'],
  entryTwice: [
    'The directory has several “{{name}}”. Choose one in the cell.',
    'Katalogen har flera ”{{name}}”. Välj en i cellen.',
  ],
  notAsText: ['This cannot be pasted as text.', 'Det här går inte att klistra in som text.'],
  hoursNotAsText: [
    'Opening hours cannot be pasted as text. Copy them from another cell, or edit the place.',
    'Öppettider går inte att klistra in som text. Kopiera dem från en annan cell, eller redigera platsen.',
  ],
  jsonWrong: ['Enter JSON such as {"name": "value"}.', 'Skriv JSON, till exempel {"namn": "värde"}.'],
  clearField: ['Clear {{label}}', 'Rensa {{label}}'],
  textsHint: ['Press Enter after each one.', 'Tryck Enter efter varje.'],
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
  chooseType: ['Choose the type', 'Välj typ'],
  ownerHint: ['Type to search the directory.', 'Skriv för att söka i katalogen.'],
  otherOwner: ['An owner that is not in the directory', 'En ägare som inte finns i katalogen'],
  ownerId: ['ID of the owner', 'Ägarens id'],
  fromDirectory: ['Choose from the directory', 'Välj ur katalogen'],
  nothingFound: ['Nothing found. Try other words.', 'Inga träffar. Prova andra ord.'],
  parentHint: [
    'The place that this one is part of. There can be two levels at most.',
    'Platsen som den här är en del av. Det kan finnas högst två nivåer.',
  ],
  findPosition: ['Town or address', 'Ort eller adress'],
  findPositionHint: [
    'Moves the pin there. Addresses are those of other places.',
    'Flyttar nålen dit. Adresserna är de som andra platser har.',
  ],
  coordinates: ['Coordinates', 'Koordinater'],
  coordinatesHint: [
    'Latitude, then longitude. You can also paste a link from Google Maps or OpenStreetMap, or coordinates in SWEREF 99 TM, drag the pin, or click on the map.',
    'Latitud, sedan longitud. Du kan också klistra in en länk från Google Maps eller OpenStreetMap eller koordinater i SWEREF 99 TM, dra nålen eller klicka på kartan.',
  ],
  coordinatesWrong: [
    'Enter two numbers such as 59.858, 17.645 (latitude first).',
    'Skriv två tal, till exempel 59.858, 17.645 (latituden först).',
  ],
  positionZero: [
    'Is the position missing? Latitude and longitude are both 0.',
    'Saknas läget? Både latitud och longitud är 0.',
  ],
  positionSwapped: [
    'Have latitude and longitude changed places? You can save the position as it is.',
    'Har latitud och longitud bytt plats? Du kan spara läget som det är.',
  ],
  swap: ['Swap', 'Byt plats'],
  positionWater: [
    'Is the place in water? The map has water there. You can save the position as it is.',
    'Ligger platsen i vatten? Kartan har vatten där. Du kan spara läget som det är.',
  ],
  positionTown: [
    'Is the town or the position wrong? {{town}} is in {{where}}, but the position is in {{country}}. You can save them as they are.',
    'Är orten eller läget fel? {{town}} ligger i {{where}}, men läget är i {{country}}. Du kan spara dem som de är.',
  ],
  phoneShort: [
    'Is a digit missing? The number is shorter than most. You can save it as it is.',
    'Saknas en siffra? Numret är kortare än de flesta. Du kan spara det som det är.',
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
})
