import type { Weekday } from '../place/place.ts'
import { type TextPair, wordsOf } from '../words/words.ts'

/** The words of opening hours. */
export const hoursWords = wordsOf({
  title: ['Opening hours', 'Öppettider'],
  week: ['{{from}} – {{to}}', '{{from}} – {{to}}'],
  thisWeek: ['This week', 'Den här veckan'],
  previousWeek: ['Previous week', 'Föregående vecka'],
  nextWeek: ['Next week', 'Nästa vecka'],
  weekOf: ['Show the week of', 'Visa veckan för'],
  closed: ['Closed', 'Stängt'],
  unknown: ['No hours given', 'Inga tider angivna'],
  unknownWeek: ['No hours are given for this week.', 'Inga tider är angivna för den här veckan.'],
  lapsed: ['The opening hours here ended on {{day}}.', 'Öppettiderna gällde till och med {{day}}.'],
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
  openUntil: ['Open until {{time}}', 'Öppet till {{time}}'],
  openUntilDay: ['Open until {{time}} {{day}}', 'Öppet till {{time}} {{day}}'],
  openRoundTheClock: ['Open', 'Öppet'],
  opensToday: ['Closed, opens at {{time}}', 'Stängt, öppnar {{time}}'],
  opensOn: ['Closed, opens {{day}} at {{time}}', 'Stängt, öppnar {{day}} {{time}}'],
  closedNow: ['Closed now', 'Stängt nu'],
  upcoming: ['Upcoming special days', 'Kommande avvikande dagar'],
  localTime: ['Times are in local time ({{zone}}).', 'Tiderna är i lokal tid ({{zone}}).'],
})
