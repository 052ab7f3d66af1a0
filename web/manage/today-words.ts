import { wordsOf } from '../../src/words/words.ts'

/** The words of the view that a day of work begins with. */
export const todayWords = wordsOf({
  title: ['Today', 'I dag'],
  lead: [
    'What is due, what fails and what is missing. Each line opens its places.',
    'Det som händer, det som inte fungerar och det som saknas. Varje rad öppnar sina platser.',
  ],
  mine: ['My places', 'Mina platser'],
  owner: ['Owner', 'Ägare'],
  everyOwner: ['All owners', 'Alla ägare'],
  places: ['The places', 'Platserna'],
  none: ['There are no places yet', 'Det finns inga platser än'],
  placesShown: ['{{shown}} of {{total}} are shown', '{{shown}} av {{total}} visas'],
  from: ['published from {{moment}}', 'publiceras {{moment}}'],
  failing: ['Not working', 'Fungerar inte'],
  importOf: ['Import of {{file}}', 'Import av {{file}}'],
  importRefused: ['Not imported: {{refused}} of {{total}} rows', 'Importerades inte: {{refused}} av {{total}} rader'],
  importStopped: ['Stopped after {{done}} of {{total}} rows', 'Stoppades efter {{done}} av {{total}} rader'],
  dismiss: ['Do not show {{file}} here any more', 'Visa inte {{file}} här längre'],
  week: ['This week', 'Den här veckan'],
  quietWeek: ['Nothing is due in the next seven days.', 'Inget särskilt händer de närmaste sju dagarna.'],
  changed: ['Changed since {{moment}}', 'Ändrat sedan {{moment}}'],
  unchanged: ['Nothing has changed since your last visit.', 'Inget har ändrats sedan ditt senaste besök.'],
  allChanges: ['All changes', 'Alla ändringar'],
  drafts: ['Drafts, oldest first', 'Utkast, äldst först'],
  allDrafts: ['All drafts', 'Alla utkast'],
  noDrafts: ['There are no drafts.', 'Det finns inga utkast.'],
  since: ['since {{day}}', 'sedan {{day}}'],
  lacking: ['Missing', 'Saknas'],
  of: ['{{share}} of the published', '{{share}} av de publicerade'],
})
