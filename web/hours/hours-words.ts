import { type TextPair, wordsOf } from '../words/words.ts'
import type { EntryKind, Weekday } from './calendar.ts'

/** The words of opening hours. */
export const hoursWords = wordsOf({
  title: ['Opening hours', 'Öppettider'],
  week: [(from: string, to: string) => `${from} – ${to}`, (from: string, to: string) => `${from} – ${to}`],
  thisWeek: ['This week', 'Denna vecka'],
  previousWeek: ['Week before', 'Veckan före'],
  nextWeek: ['Week after', 'Veckan efter'],
  closed: ['Closed', 'Stängt'],
  unknown: ['No hours given', 'Inga tider angivna'],
  special: ['Special hours', 'Avvikande tider'],
  tomorrow: ['tomorrow', 'i morgon'],
  days: {
    mo: ['Monday', 'Måndag'],
    tu: ['Tuesday', 'Tisdag'],
    we: ['Wednesday', 'Onsdag'],
    th: ['Thursday', 'Torsdag'],
    fr: ['Friday', 'Fredag'],
    sa: ['Saturday', 'Lördag'],
    su: ['Sunday', 'Söndag'],
  } satisfies Record<Weekday, TextPair>,
  onDays: {
    mo: ['on Monday', 'på måndag'],
    tu: ['on Tuesday', 'på tisdag'],
    we: ['on Wednesday', 'på onsdag'],
    th: ['on Thursday', 'på torsdag'],
    fr: ['on Friday', 'på fredag'],
    sa: ['on Saturday', 'på lördag'],
    su: ['on Sunday', 'på söndag'],
  } satisfies Record<Weekday, TextPair>,
  openUntil: [(time: string) => `Open until ${time}`, (time: string) => `Öppet till ${time}`],
  openUntilDay: [
    (day: string, time: string) => `Open until ${time} ${day}`,
    (day: string, time: string) => `Öppet till ${time} ${day}`,
  ],
  openRoundTheClock: ['Open', 'Öppet'],
  opensToday: [(time: string) => `Closed, opens at ${time}`, (time: string) => `Stängt, öppnar ${time}`],
  opensOn: [
    (day: string, time: string) => `Closed, opens ${day} at ${time}`,
    (day: string, time: string) => `Stängt, öppnar ${day} ${time}`,
  ],
  closedNow: ['Closed now', 'Stängt nu'],
  upcoming: ['Coming special days', 'Kommande avvikande dagar'],
  localTime: [(zone: string) => `Times are local (${zone}).`, (zone: string) => `Tiderna är lokala (${zone}).`],
})

/** The words of editing hours. */
export const editorWords = wordsOf({
  intro: [
    'A special day goes before a period, and a period before the ordinary hours.',
    'En avvikande dag går före en period, och en period före de ordinarie tiderna.',
  ],
  none: ['No hours are given yet.', 'Inga tider är angivna än.'],
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
  remove: [(name: string) => `Remove ${name}`, (name: string) => `Ta bort ${name}`],
  duplicate: [(name: string) => `Copy ${name}`, (name: string) => `Kopiera ${name}`],
  addSpan: [(day: string) => `Add hours on ${day}`, (day: string) => `Lägg till tider på ${day.toLowerCase()}`],
  removeSpan: [(name: string) => `Remove hours: ${name}`, (name: string) => `Ta bort tider: ${name}`],
  dayRange: [
    (first: string, last: string) => `${first}–${last}`,
    (first: string, last: string) => `${first}–${last.toLowerCase()}`,
  ],
  from: [(name: string) => `Opens, ${name}`, (name: string) => `Öppnar, ${name}`],
  to: [(name: string) => `Closes, ${name}`, (name: string) => `Stänger, ${name}`],
  overnight: ['next day', 'dagen efter'],
  copyDay: [(day: string) => `Copy ${day} to`, (day: string) => `Kopiera ${day.toLowerCase()} till`],
  toWorkdays: ['Monday to Friday', 'Måndag till fredag'],
  toAllDays: ['Every day', 'Alla dagar'],
  dayFormat: ['YYYY-MM-DD', 'ÅÅÅÅ-MM-DD'],
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
  preview: ['The next 14 days', 'De närmaste 14 dagarna'],
  faults: {
    endBeforeBegin: ['The end is before the beginning.', 'Slutet ligger före början.'],
    noBegin: ['Only one entry may be without a beginning.', 'Bara en rad får sakna början.'],
    noDay: ['Give the day, such as 2026-12-24.', 'Ange dagen, till exempel 2026-12-24.'],
    noTime: ['Write times such as 09:00.', 'Skriv tider som 09:00.'],
  },
})
