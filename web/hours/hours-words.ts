import type { Weekday } from './calendar.ts'

const en = {
  title: 'Opening hours',
  week: (from: string, to: string) => `${from} – ${to}`,
  thisWeek: 'This week',
  previousWeek: 'Week before',
  nextWeek: 'Week after',
  closed: 'Closed',
  unknown: 'No hours given',
  special: 'Special hours',
  today: 'today',
  days: {
    mo: 'Monday',
    tu: 'Tuesday',
    we: 'Wednesday',
    th: 'Thursday',
    fr: 'Friday',
    sa: 'Saturday',
    su: 'Sunday',
  } satisfies Record<Weekday, string>,
  openUntil: (time: string) => `Open until ${time}`,
  openRoundTheClock: 'Open',
  opensToday: (time: string) => `Closed, opens at ${time}`,
  opensOn: (day: string, time: string) => `Closed, opens ${day} at ${time}`,
  closedNow: 'Closed now',
  upcoming: 'Coming special days',
  localTime: (zone: string) => `Times are local (${zone}).`,
  nextDay: 'next day',
}

const sv: typeof en = {
  title: 'Öppettider',
  week: (from: string, to: string) => `${from} – ${to}`,
  thisWeek: 'Denna vecka',
  previousWeek: 'Veckan före',
  nextWeek: 'Veckan efter',
  closed: 'Stängt',
  unknown: 'Inga tider angivna',
  special: 'Avvikande tider',
  today: 'idag',
  days: {
    mo: 'Måndag',
    tu: 'Tisdag',
    we: 'Onsdag',
    th: 'Torsdag',
    fr: 'Fredag',
    sa: 'Lördag',
    su: 'Söndag',
  },
  openUntil: (time: string) => `Öppet till ${time}`,
  openRoundTheClock: 'Öppet',
  opensToday: (time: string) => `Stängt, öppnar ${time}`,
  opensOn: (day: string, time: string) => `Stängt, öppnar ${day} ${time}`,
  closedNow: 'Stängt nu',
  upcoming: 'Kommande avvikande dagar',
  localTime: (zone: string) => `Tiderna är lokala (${zone}).`,
  nextDay: 'dagen efter',
}

/** The words of opening hours. */
export const hoursWords = { en, sv }
