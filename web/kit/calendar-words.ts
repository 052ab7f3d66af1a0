const en = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

const sv: typeof en = {
  previousMonth: 'Föregående månad',
  nextMonth: 'Nästa månad',
  previousYear: 'Föregående år',
  nextYear: 'Nästa år',
  previousDecade: 'Föregående tio år',
  nextDecade: 'Nästa tio år',
}

/** The words of the signs by which a calendar is turned, as its `ariaLabels` take them. */
export const calendarWords = { en, sv }
