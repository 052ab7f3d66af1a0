import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { EntryKind } from './calendar.ts'

export { hoursWords } from '../../src/pages/hours-words.ts'

/** The words of editing hours. */
export const editorWords = wordsOf({
  intro: [
    'A special day goes before a period, and a period before the ordinary hours.',
    'En avvikande dag går före en period, och en period före de ordinarie tiderna.',
  ],
  none: [
    'No hours are given yet. Begin with the ordinary hours.',
    'Inga tider är angivna än. Börja med de ordinarie tiderna.',
  ],
  ended: [plural('1 ended', '# ended'), plural('1 avslutad', '# avslutade')],
  more: [plural('1 more', '# more'), plural('1 till', '# till')],
  faulty: [
    plural('1 thing has to be put right', '# things have to be put right'),
    plural('1 sak behöver rättas', '# saker behöver rättas'),
  ],
  closedUntil: ['Closed for now', 'Stängt tills vidare'],
  closedTo: ['Closed from today to and including', 'Stängt från i dag till och med'],
  close: ['Close the place', 'Stäng platsen'],
  holidays: ['Holidays', 'Helgdagar'],
  holidaysHint: [
    'Choose the days on which it is closed. Hours can be given to each afterwards.',
    'Välj de dagar då det är stängt. Var och en kan få tider efteråt.',
  ],
  noHolidays: [
    'Every holiday of the next twelve months has its hours already.',
    'Alla helgdagar de närmaste tolv månaderna har redan sina tider.',
  ],
  closeOn: [plural('Close on 1 day', 'Close on # days'), plural('Stäng 1 dag', 'Stäng # dagar')],
  copyHours: ['Copy from another place', 'Kopiera från en annan plats'],
  copyFrom: ['Place', 'Plats'],
  copyAdd: ['Add its hours', 'Lägg till tiderna'],
  copyReplace: ['Replace these hours', 'Ersätt tiderna här'],
  replaces: ['Replaces', 'Ersätter'],
  nothingFound: ['Nothing found', 'Inga träffar'],
  noHoursThere: [
    'It has no hours to copy. Choose another place.',
    'Platsen har inga tider att kopiera. Välj en annan plats.',
  ],
  year: ['The next twelve months:', 'De närmaste tolv månaderna:'],
  nothingHolds: ['no hours given', 'inga tider angivna'],
  summer: ['Summer', 'Sommar'],
  closedFor: ['Closed', 'Stängt'],
  noDays: ['days to be given', 'dagar ska anges'],
  fromDay: ['from {{from}}', 'från {{from}}'],
  untilDay: ['until {{to}}', 'till och med {{to}}'],
  fromTo: ['{{from}} to {{to}}', '{{from}} till {{to}}'],
  everyDay: ['every day', 'alla dagar'],
  week: ['Hours in one line', 'Tider på en rad'],
  weekHint: [
    'Such as Mon–Fri 9–17, Sat 11–14. Days that you do not name stay as they are.',
    'Till exempel mån–fre 9–17, lör 11–14. Dagar som du inte nämner förblir som de är.',
  ],
  dayHint: ['Such as 11–14, or closed.', 'Till exempel 11–14, eller stängt.'],
  duplicateEntry: ['Copy', 'Kopiera'],
  removeEntry: ['Remove', 'Ta bort'],
  add: {
    ordinary: ['Ordinary hours', 'Ordinarie tider'],
    period: ['A period', 'En period'],
    day: ['A special day', 'En avvikande dag'],
  } satisfies Record<EntryKind, TextPair>,
  addLabel: ['Add:', 'Lägg till:'],
  kinds: {
    ordinary: ['Ordinary hours', 'Ordinarie tider'],
    period: ['Period', 'Period'],
    day: ['Special day', 'Avvikande dag'],
  } satisfies Record<EntryKind, TextPair>,
  validFrom: ['From', 'Från och med'],
  validTo: ['To and including', 'Till och med'],
  date: ['Day', 'Dag'],
  clear: ['Clear the day', 'Rensa dagen'],
  always: ['Always', 'Alltid'],
  noEnd: ['No end', 'Inget slut'],
  remove: ['Remove {{name}}', 'Ta bort {{name}}'],
  duplicate: ['Copy {{name}}', 'Kopiera {{name}}'],
  addSpan: [(day: string) => `Add hours on ${day}`, (day: string) => `Lägg till tider på ${day.toLowerCase()}`],
  removeSpan: ['Remove hours: {{name}}', 'Ta bort tider: {{name}}'],
  dayRange: [
    (first: string, last: string) => `${first}–${last}`,
    (first: string, last: string) => `${first}–${last.toLowerCase()}`,
  ],
  from: ['Opens, {{name}}', 'Öppnar, {{name}}'],
  to: ['Closes, {{name}}', 'Stänger, {{name}}'],
  overnight: ['next day', 'dagen efter'],
  copyDay: [(day: string) => `Copy ${day} to`, (day: string) => `Kopiera ${day.toLowerCase()} till`],
  toWorkdays: ['Monday to Friday', 'Måndag till fredag'],
  toAllDays: ['Every day', 'Alla dagar'],
  dayFormat: ['Such as 1 July', 't.ex. 1 juli'],
  change: ['Change', 'Ändra'],
  allDays: ['All days', 'Alla dagar'],
  only: [(day: string) => `Only ${day}s`, (day: string) => `Bara ${day.toLowerCase()}ar`],
  othersStay: [
    'Days that are not shown have the hours that hold otherwise.',
    'Dagar som inte visas har de tider som annars gäller.',
  ],
  insteadOf: [
    (hours: string) => `Instead of ${hours.toLowerCase()}`,
    (hours: string) => `I stället för ${hours.toLowerCase()}`,
  ],
  preview: ['The hours of any week', 'Tiderna en viss vecka'],
  faults: {
    endBeforeBegin: ['The end is before the beginning.', 'Slutet ligger före början.'],
    noBegin: ['Only one entry may be without a beginning.', 'Bara en rad får sakna början.'],
    noDay: ['Give the day, such as 2026-12-24.', 'Ange dagen, till exempel 2026-12-24.'],
    noWeek: ['Write days and times such as Sat 11–14.', 'Skriv dagar och tider som lör 11–14.'],
    noDayHours: ['Write times such as 11–14, or closed.', 'Skriv tider som 11–14, eller stängt.'],
    noTime: ['Write times such as 09:00.', 'Skriv tider som 09:00.'],
  },
})

/** The words of what was and what is. */
export const changeWords = wordsOf({
  before: ['Before', 'Före'],
  after: ['After', 'Efter'],
  added: ['Added', 'Tillagd'],
  removed: ['Removed', 'Borttagen'],
  days: ['Days', 'Gäller'],
  sameHours: ['The same hours, noted in another way.', 'Samma tider, angivna på ett annat sätt.'],
})
