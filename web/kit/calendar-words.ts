import { wordsOf } from '../words/words.ts'
/** The words of a calendar; those of the signs by which it is turned are called as its `ariaLabels` take them. */
export const calendarWords = wordsOf({
  previousMonth: ['Previous month', 'Föregående månad'],
  nextMonth: ['Next month', 'Nästa månad'],
  previousYear: ['Previous year', 'Föregående år'],
  nextYear: ['Next year', 'Nästa år'],
  previousDecade: ['Previous ten years', 'Föregående tio år'],
  nextDecade: ['Next ten years', 'Nästa tio år'],
  chooseTime: ['Choose day and time', 'Välj dag och tid'],
  clear: ['Clear the time', 'Rensa tiden'],
  hours: ['Hour', 'Timme'],
  minutes: ['Minute', 'Minut'],
  take: ['Take this time', 'Välj den här tiden'],
})
