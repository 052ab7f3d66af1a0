import { wordsOf } from '../../src/words/words.ts'

/** The words of the basic components. */
export const kitWords = wordsOf({
  close: ['Close', 'Stäng'],
  cancel: ['Cancel', 'Avbryt'],
  loading: ['Loading…', 'Hämtar …'],
  noDay: [
    'Enter a day such as 24 December or 2026-12-24, not “{{text}}”.',
    'Skriv en dag, till exempel 24 december eller 2026-12-24, inte ”{{text}}”.',
  ],
  noMoment: [
    'Enter a day and a time such as 24 December 07:30, not “{{text}}”.',
    'Skriv dag och tid, till exempel 24 december 07:30, inte ”{{text}}”.',
  ],
  momentFormat: ['24 Dec 07:30', '24 dec 07:30'],
  tryAgain: ['Try again', 'Försök igen'],
  undo: ['Undo', 'Ångra'],
  copy: ['Copy', 'Kopiera'],
  copied: ['Copied', 'Kopierat'],
  notFoundTitle: ['Page not found', 'Sidan hittades inte'],
  notFound: [
    'Check the web address, or go to the search. The page may have moved.',
    'Kontrollera webbadressen eller gå till sökningen. Sidan kan ha flyttats.',
  ],
  toSearch: ['To the search', 'Till sökningen'],
  offlineTitle: ['The service does not answer', 'Tjänsten svarar inte'],
  offline: [
    'Check your connection, then try again. What you see may be out of date.',
    'Kontrollera anslutningen och försök igen. Det du ser kan vara inaktuellt.',
  ],
  busyTitle: [
    'The service cannot do this now: try again in a while',
    'Tjänsten kan inte göra det nu: försök igen om en stund',
  ],
  oftenTitle: [
    'Too many requests: wait a moment, then try again',
    'För många förfrågningar: vänta en stund och försök igen',
  ],
  refusedTitle: ['The service refused this', 'Tjänsten avvisade det'],
  forbiddenTitle: ['You do not have permission to do this', 'Du har inte behörighet att göra det här'],
  forbidden: [
    'Ask an administrator for permission, or sign in as someone else.',
    'Be en administratör om behörighet, eller logga in som någon annan.',
  ],
  wrongTitle: ['Something is wrong: check what you entered', 'Något stämmer inte: kontrollera det du har angett'],
  conflictTitle: ['This cannot be done now: reload the page', 'Det går inte nu: ladda om sidan'],
  goneTitle: ['It no longer exists', 'Det finns inte längre'],
  changedTitle: [
    'Someone else has changed it in the meantime: reload the page',
    'Någon annan har ändrat det under tiden: ladda om sidan',
  ],
  keyTitle: ['You are not signed in', 'Du är inte inloggad'],
  brokenTitle: ['Something went wrong', 'Något gick fel'],
  broken: [
    'There is a fault in the page. Reloading it usually helps.',
    'Det är ett fel på sidan. Det brukar hjälpa att ladda om den.',
  ],
  notLoaded: ['This could not be loaded.', 'Det här kunde inte hämtas.'],
  reload: ['Reload the page', 'Ladda om sidan'],
  page: ['Page {{number}}', 'Sida {{number}}'],
  previousPage: ['Previous page', 'Föregående sida'],
  nextPage: ['Next page', 'Nästa sida'],
})

/** The words of a calendar. Those of its navigation are named like the `ariaLabels` of Mantine. */
export const calendarWords = wordsOf({
  previousMonth: ['Previous month', 'Föregående månad'],
  nextMonth: ['Next month', 'Nästa månad'],
  previousYear: ['Previous year', 'Föregående år'],
  nextYear: ['Next year', 'Nästa år'],
  previousDecade: ['Previous ten years', 'Föregående tio år'],
  nextDecade: ['Next ten years', 'Nästa tio år'],
  clear: ['Clear the time', 'Rensa tiden'],
})
