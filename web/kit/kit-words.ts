import { wordsOf } from '../words/words.ts'

/** What the small parts say that every room uses. */
export const kitWords = wordsOf({
  close: ['Close', 'Stäng'],
  cancel: ['Cancel', 'Avbryt'],
  loading: ['Loading …', 'Hämtar …'],
  noDay: ['“{{text}}” is no day such as 2026-12-24.', '”{{text}}” är ingen dag som 2026-12-24.'],
  tryAgain: ['Try again', 'Försök igen'],
  copy: ['Copy', 'Kopiera'],
  copied: ['Copied', 'Kopierat'],
  notFoundTitle: ['There is nothing at this address', 'Det finns inget på den här adressen'],
  notFound: [
    'The page may have moved, or the address is mistyped.',
    'Sidan kan ha flyttats, eller så är adressen felskriven.',
  ],
  toSearch: ['To the search', 'Till sökningen'],
  offlineTitle: ['The service does not answer', 'Tjänsten svarar inte'],
  offline: [
    'Check the connection. What you see may be out of date.',
    'Kontrollera anslutningen. Det du ser kan vara inaktuellt.',
  ],
  busyTitle: ['The service cannot do this now', 'Tjänsten kan inte göra det nu'],
  refusedTitle: ['The service refused this', 'Tjänsten avvisade det'],
  forbiddenTitle: ['Your key does not allow this', 'Din nyckel räcker inte för det här'],
  goneTitle: ['It is not there any more', 'Det finns inte längre'],
  changedTitle: ['Someone else has changed it meanwhile', 'Någon annan har ändrat det under tiden'],
  keyTitle: ['A valid key is needed', 'En giltig nyckel behövs'],
  brokenTitle: ['Something went wrong here', 'Något gick fel här'],
  broken: [
    'The page met a fault of its own. Loading it again usually helps.',
    'Det är ett fel i sidan själv. Det brukar hjälpa att ladda om den.',
  ],
  page: ['Page {{number}}', 'Sida {{number}}'],
  previousPage: ['Previous page', 'Föregående sida'],
  nextPage: ['Next page', 'Nästa sida'],
})

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
