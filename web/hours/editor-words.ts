import type { HoursFault } from './hours-faults.ts'
import type { EntryKind } from './in-order.ts'

const en = {
  intro: 'A special day goes before a period, and a period before the ordinary hours.',
  none: 'No hours are given yet.',
  add: { ordinary: 'Ordinary hours', period: 'A period', day: 'A special day' } satisfies Record<EntryKind, string>,
  addLabel: 'Add:',
  kinds: { ordinary: 'Ordinary hours', period: 'Period', day: 'Special day' } satisfies Record<EntryKind, string>,
  validFrom: 'From',
  validTo: 'To and including',
  date: 'Day',
  clear: 'Clear the day',
  always: 'Always',
  noEnd: 'No end',
  remove: (name: string) => `Remove ${name}`,
  duplicate: (name: string) => `Copy ${name}`,
  addSpan: (day: string) => `Add hours on ${day}`,
  removeSpan: (name: string) => `Remove hours: ${name}`,
  dayRange: (first: string, last: string) => `${first}–${last}`,
  from: (name: string) => `Opens, ${name}`,
  to: (name: string) => `Closes, ${name}`,
  overnight: 'next day',
  copyDay: (day: string) => `Copy ${day} to`,
  toWorkdays: 'Monday to Friday',
  toAllDays: 'Every day',
  preview: 'The next 14 days',
  faults: {
    overlap: 'This begins while the other span is open.',
    endBeforeBegin: 'The end is before the beginning.',
    noBegin: 'Only one entry may be without a beginning.',
    noTime: 'Write times such as 09:00.',
  } satisfies Record<HoursFault['kind'], string>,
}

const sv: typeof en = {
  intro: 'En avvikande dag går före en period, och en period före de ordinarie tiderna.',
  none: 'Inga tider är angivna än.',
  add: { ordinary: 'Ordinarie tider', period: 'En period', day: 'En avvikande dag' },
  addLabel: 'Lägg till:',
  kinds: { ordinary: 'Ordinarie tider', period: 'Period', day: 'Avvikande dag' },
  validFrom: 'Från och med',
  validTo: 'Till och med',
  date: 'Dag',
  clear: 'Rensa dagen',
  always: 'Alltid',
  noEnd: 'Inget slut',
  remove: (name: string) => `Ta bort ${name}`,
  duplicate: (name: string) => `Kopiera ${name}`,
  addSpan: (day: string) => `Lägg till tider på ${day.toLowerCase()}`,
  removeSpan: (name: string) => `Ta bort tider: ${name}`,
  dayRange: (first: string, last: string) => `${first}–${last.toLowerCase()}`,
  from: (name: string) => `Öppnar, ${name}`,
  to: (name: string) => `Stänger, ${name}`,
  overnight: 'dagen efter',
  copyDay: (day: string) => `Kopiera ${day.toLowerCase()} till`,
  toWorkdays: 'Måndag till fredag',
  toAllDays: 'Alla dagar',
  preview: 'De närmaste 14 dagarna',
  faults: {
    overlap: 'Det här börjar medan det andra fortfarande är öppet.',
    endBeforeBegin: 'Slutet ligger före början.',
    noBegin: 'Bara en rad får sakna början.',
    noTime: 'Skriv tider som 09:00.',
  },
}

/** The words of editing hours. */
export const editorWords = { en, sv }
