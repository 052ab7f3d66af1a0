import { wordsOf } from '../../src/words/words.ts'

/** What the small parts say that every room uses. */
export const kitWords = wordsOf({
  close: ['Close', 'Stäng'],
  cancel: ['Cancel', 'Avbryt'],
  loading: ['Loading …', 'Hämtar …'],
  noDay: [
    'Write a day such as 24 December or 2026-12-24, not “{{text}}”.',
    'Skriv en dag som 24 december eller 2026-12-24, inte ”{{text}}”.',
  ],
  noMoment: [
    'Write a day and a time such as 24 December 07:30, not “{{text}}”.',
    'Skriv dag och tid som 24 december 07:30, inte ”{{text}}”.',
  ],
  momentFormat: ['24 Dec 07:30', '24 dec 07:30'],
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
  oftenTitle: ['Too many calls from here: wait a moment', 'För många anrop härifrån: vänta en stund'],
  refusedTitle: ['The service refused this', 'Tjänsten avvisade det'],
  forbiddenTitle: ['You may not do this', 'Du har inte rätt att göra det här'],
  forbidden: [
    'Ask an administrator for the right, or sign in as somebody else.',
    'Be en administratör om behörighet, eller logga in som någon annan.',
  ],
  wrongTitle: ['Something is wrong: check what you gave', 'Något stämmer inte: kontrollera det du har angett'],
  conflictTitle: ['This cannot be done now: load the page again', 'Det går inte nu: ladda om sidan'],
  goneTitle: ['It is not there any more', 'Det finns inte längre'],
  changedTitle: [
    'Someone else has changed it meanwhile: load the page again',
    'Någon annan har ändrat det under tiden: ladda om sidan',
  ],
  keyTitle: ['You are not signed in', 'Du är inte inloggad'],
  brokenTitle: ['Something went wrong here', 'Något gick fel här'],
  broken: [
    'The page met a fault of its own. Loading it again usually helps.',
    'Det är ett fel i sidan själv. Det brukar hjälpa att ladda om den.',
  ],
  notLoaded: ['This could not be loaded.', 'Det här kunde inte hämtas.'],
  reload: ['Load the page again', 'Ladda om sidan'],
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
  clear: ['Clear the time', 'Rensa tiden'],
})
