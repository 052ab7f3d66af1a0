const en = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
  chooseTime: 'Choose day and time',
  clear: 'Clear the time',
  hours: 'Hour',
  minutes: 'Minute',
  take: 'Take this time',
}

const sv: typeof en = {
  previousMonth: 'Föregående månad',
  nextMonth: 'Nästa månad',
  previousYear: 'Föregående år',
  nextYear: 'Nästa år',
  previousDecade: 'Föregående tio år',
  nextDecade: 'Nästa tio år',
  chooseTime: 'Välj dag och tid',
  clear: 'Rensa tiden',
  hours: 'Timme',
  minutes: 'Minut',
  take: 'Välj den här tiden',
}

/** The words of a calendar; those of the signs by which it is turned are called as its `ariaLabels` take them. */
export const calendarWords = { en, sv }
