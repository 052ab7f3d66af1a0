import { type TextPair, wordsOf } from '../words/words.ts'
import type { Weekday } from './calendar.ts'
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
