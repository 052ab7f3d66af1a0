import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { EntryKind } from './calendar.ts'

export { hoursWords } from '../../src/pages/hours-words.ts'

/** The words of the hours editor. */
export const editorWords = wordsOf({
  intro: [
    'A special day replaces a period, and a period replaces the regular hours.',
    'En avvikande dag gäller före en period, och en period före de ordinarie tiderna.',
  ],
  none: [
    'No hours are given yet. Start with the regular hours.',
    'Inga tider är angivna än. Börja med de ordinarie tiderna.',
  ],
  ended: [plural('1 ended', '# ended'), plural('1 avslutad', '# avslutade')],
  more: [plural('1 more', '# more'), plural('1 till', '# till')],
  faulty: [
    plural('1 thing to put right', '# things to put right'),
    plural('1 sak behöver rättas', '# saker behöver rättas'),
  ],
  closedUntil: ['Close temporarily', 'Stäng tillfälligt'],
  close: ['Close on these days', 'Stäng de här dagarna'],
  holidays: ['Holidays', 'Helgdagar'],
  holidaysHint: [
    'Choose the days when the place is closed, and confirm ordinary hours on the others. Until then, visitors see that these are not confirmed.',
    'Välj de dagar då det är stängt och bekräfta ordinarie tider övriga dagar. Till dess ser besökare att de inte är bekräftade.',
  ],
  confirmOn: [
    (days: number, closed: number) =>
      closed > 0 ? `Close ${closed}, confirm the other ${days}` : `Confirm ordinary hours (${days})`,
    (days: number, closed: number) =>
      closed > 0 ? `Stäng ${closed}, bekräfta övriga ${days}` : `Bekräfta ordinarie tider (${days})`,
  ],
  closeOn: [
    (days: number) => (days === 0 ? 'Choose days' : days === 1 ? 'Close on 1 day' : `Close on ${days} days`),
    (days: number) => (days === 0 ? 'Välj dagar' : days === 1 ? 'Stäng 1 dag' : `Stäng ${days} dagar`),
  ],
  changeDay: ['Change {{day}}', 'Ändra {{day}}'],
  copyHours: ['Copy from another place', 'Kopiera från en annan plats'],
  copyFrom: ['Place', 'Plats'],
  copyAdd: ['Add its hours', 'Lägg till tiderna'],
  copyReplace: ['Replace these hours', 'Ersätt tiderna här'],
  replaces: ['Replaces', 'Ersätter'],
  nothingFound: ['Nothing found. Try other words.', 'Inga träffar. Prova andra ord.'],
  noHoursThere: [
    'This place has no hours to copy. Choose another place.',
    'Platsen har inga tider att kopiera. Välj en annan plats.',
  ],
  year: ['The next 12 months:', 'De närmaste tolv månaderna:'],
  nothingHolds: ['no hours given', 'inga tider angivna'],
  summer: ['Summer', 'Sommar'],
  closedFor: ['Closed', 'Stängt'],
  noDays: ['no days given', 'inga dagar angivna'],
  fromDay: ['from {{from}}', 'från {{from}}'],
  untilDay: ['until {{to}}', 'till och med {{to}}'],
  fromTo: ['{{from}} to {{to}}', '{{from}} till {{to}}'],
  everyDay: ['every day', 'alla dagar'],
  week: ['Hours in one line', 'Tider på en rad'],
  weekHint: [
    'For example, Mon–Fri 9–17, Sat 11–14. Days you leave out keep their hours.',
    'Till exempel mån–fre 9–17, lör 11–14. Dagar du utelämnar behåller sina tider.',
  ],
  dayHint: ['For example, 11–14, or closed.', 'Till exempel 11–14, eller stängt.'],
  every: [(day: string) => `Every ${day} instead`, (day: string) => `Alla ${day.toLowerCase()}ar i stället`],
  duplicateEntry: ['Copy', 'Kopiera'],
  removeEntry: ['Remove', 'Ta bort'],
  add: {
    ordinary: ['Regular hours', 'Ordinarie tider'],
    period: ['A period', 'En period'],
    day: ['A special day', 'En avvikande dag'],
  } satisfies Record<EntryKind, TextPair>,
  addLabel: ['Add:', 'Lägg till:'],
  kinds: {
    ordinary: ['Regular hours', 'Ordinarie tider'],
    period: ['Period', 'Period'],
    day: ['Special day', 'Avvikande dag'],
  } satisfies Record<EntryKind, TextPair>,
  validFrom: ['From', 'Från och med'],
  validTo: ['Up to and including', 'Till och med'],
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
  dayFormat: ['For example, 1 July', 'Till exempel 1 juli'],
  change: ['Change', 'Ändra'],
  allDays: ['All days', 'Alla dagar'],
  only: [(day: string) => `Only ${day}s`, (day: string) => `Bara ${day.toLowerCase()}ar`],
  othersStay: [
    'Days that are not shown keep their other hours.',
    'Dagar som inte visas har de tider som gäller i övrigt.',
  ],
  insteadOf: [
    (hours: string) => `Instead of ${hours.toLowerCase()}`,
    (hours: string) => `I stället för ${hours.toLowerCase()}`,
  ],
  preview: ['Hours in a chosen week', 'Tider en vald vecka'],
  faults: {
    endBeforeBegin: [
      'Choose a last day that is not before the first.',
      'Välj en sista dag som inte ligger före den första.',
    ],
    noBegin: [
      'Enter a first day. Only one entry can be without one.',
      'Ange en första dag. Bara en rad får sakna den.',
    ],
    noDay: ['Enter a day such as 24 December.', 'Ange en dag, till exempel 24 december.'],
    noWeek: ['Enter days and times such as Sat 11–14.', 'Skriv dagar och tider, till exempel lör 11–14.'],
    noDayHours: ['Enter times such as 11–14, or closed.', 'Skriv tider, till exempel 11–14, eller stängt.'],
    noTime: ['Enter times such as 09:00.', 'Skriv tider, till exempel 09:00.'],
  },
})

/** The words of a change. */
export const changeWords = wordsOf({
  before: ['Before', 'Före'],
  after: ['After', 'Efter'],
  added: ['Added', 'Tillagd'],
  removed: ['Removed', 'Borttagen'],
  days: ['Days', 'Gäller'],
  sameHours: [
    'The hours are the same, only written in another way.',
    'Tiderna är desamma, bara skrivna på ett annat sätt.',
  ],
})
