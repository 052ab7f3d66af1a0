import { wordsOf } from '../words/words.ts'
/** The words of changing many places at once. */
export const bulkWords = wordsOf({
  select: ['Select', 'Välj'],
  selectEnd: ['Done', 'Klar'],
  selectOne: [(name: string) => `Select ${name}`, (name: string) => `Välj ${name}`],
  selectPage: ['This page', 'Den här sidan'],
  selectAll: [(text: string) => `All ${text} matches`, (text: string) => `Alla ${text} träffar`],
  selected: [
    (count: number, text: string) => (count === 1 ? '1 selected' : `${text} selected`),
    (count: number, text: string) => (count === 1 ? '1 vald' : `${text} valda`),
  ],
  clear: ['Deselect', 'Avmarkera'],
  change: ['Change …', 'Ändra …'],
  bar: ['Selected places', 'Valda platser'],
  title: ['Change many places', 'Ändra många platser'],
  lead: [
    'Choose what is to be done, look at what it would do, then do it.',
    'Välj vad som ska göras, förhandsgranska det och gör det sedan.',
  ],
  nothing: ['No place is selected', 'Ingen plats är vald'],
  nothingText: [
    'Choose “Select” above the list of the search, then the places.',
    'Tryck på ”Välj” ovanför sökningens lista och välj sedan platserna.',
  ],
  toSearch: ['To the search', 'Till sökningen'],
  tooMany: [
    (text: string) => `At most ${text} places are changed together. Narrow the search.`,
    (text: string) => `Högst ${text} platser ändras på en gång. Gör sökningen snävare.`,
  ],
  places: [
    (count: number, text: string) => (count === 1 ? '1 place' : `${text} places`),
    (count: number, text: string) => (count === 1 ? '1 plats' : `${text} platser`),
  ],
  what: ['What is to be done', 'Vad ska göras'],
  kinds: {
    publish: ['Publish now', 'Publicera nu'],
    publishAt: ['Publish at a chosen time', 'Publicera vid en vald tid'],
    unpublish: ['Unpublish now', 'Avpublicera nu'],
    unpublishAt: ['Unpublish at a chosen time', 'Avpublicera vid en vald tid'],
    draft: ['Back to draft', 'Tillbaka till utkast'],
    set: ['Set a field', 'Sätt ett fält'],
    clear: ['Clear a field', 'Töm ett fält'],
    add: ['Add categories or tags', 'Lägg till kategorier eller taggar'],
    remove: ['Take away categories or tags', 'Ta bort kategorier eller taggar'],
  },
  at: ['Time', 'Tid'],
  publishAtHint: [
    'Until then they are not seen. Places that are published already stay as they are.',
    'Till dess syns de inte. Platser som redan är publicerade lämnas som de är.',
  ],
  unpublishAtHint: [
    'Until then they are seen. Their parts are unpublished with them.',
    'Till dess syns de. Deras delar avpubliceras med dem.',
  ],
  field: ['Field', 'Fält'],
  value: ['Value', 'Värde'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
  which: ['Which', 'Vilka'],
  categories: ['Categories', 'Kategorier'],
  tags: ['Tags', 'Taggar'],
  preview: ['Preview', 'Förhandsgranska'],
  loading: ['Reading the places', 'Läser platserna'],
  wouldChange: [
    (count: number, text: string) => (count === 1 ? '1 place will change' : `${text} places will change`),
    (count: number, text: string) => (count === 1 ? '1 plats ändras' : `${text} platser ändras`),
  ],
  already: [
    (count: number, text: string) => (count === 1 ? '1 stays as it is' : `${text} stay as they are`),
    (count: number, text: string) => (count === 1 ? '1 lämnas som den är' : `${text} lämnas som de är`),
  ],
  notYours: [
    (count: number, text: string) =>
      count === 1
        ? '1 belongs to an owner that your key may not write for'
        : `${text} belong to owners that your key may not write for`,
    (count: number, text: string) =>
      count === 1
        ? '1 har en ägare som din nyckel inte får skriva för'
        : `${text} har ägare som din nyckel inte får skriva för`,
  ],
  firstOf: [
    (shown: string, total: string) => `The first ${shown} of ${total}`,
    (shown: string, total: string) => `De första ${shown} av ${total}`,
  ],
  place: ['Place', 'Plats'],
  before: ['Before', 'Före'],
  after: ['After', 'Efter'],
  start: [
    (count: number, text: string) => (count === 1 ? 'Change 1 place' : `Change ${text} places`),
    (count: number, text: string) => (count === 1 ? 'Ändra 1 plats' : `Ändra ${text} platser`),
  ],
  back: ['Back', 'Tillbaka'],
  running: ['Changing the places', 'Ändrar platserna'],
  paused: ['Stopped', 'Stoppad'],
  done: ['Done', 'Klart'],
  stop: ['Stop', 'Stoppa'],
  goOn: ['Go on', 'Fortsätt'],
  finish: ['Close', 'Stäng'],
  toChanged: ['Show what was changed last', 'Visa det som ändrades senast'],
  giveUp: ['Leave the rest', 'Lämna resten'],
  progress: [
    (done: string, total: string) => `${done} of ${total}`,
    (done: string, total: string) => `${done} av ${total}`,
  ],
  counts: [
    (changed: string, unchanged: string, refused: string) =>
      `${changed} changed, ${unchanged} were so already, ${refused} refused`,
    (changed: string, unchanged: string, refused: string) =>
      `${changed} ändrade, ${unchanged} hade redan värdet, ${refused} avvisade`,
  ],
  halted: ['What is left waits here, also over a reload.', 'Det som är kvar väntar här, även om sidan laddas om.'],
  stale: ['Someone else has changed it since the preview.', 'Någon annan har ändrat den sedan förhandsgranskningen.'],
  refusals: ['Refused', 'Avvisade'],
  reason: ['Reason', 'Skäl'],
})
