const en = {
  close: 'Close',
  loading: 'Loading …',
  noDay: (text: string) => `“${text}” is no day such as 2026-12-24.`,
  tryAgain: 'Try again',
  notFoundTitle: 'There is nothing at this address',
  notFound: 'The page may have moved, or the address is mistyped.',
  toSearch: 'To the search',
  offlineTitle: 'The service does not answer',
  offline: 'Check the connection. What you see may be out of date.',
  busyTitle: 'The service cannot do this now',
  refusedTitle: 'The service refused this',
  forbiddenTitle: 'Your key does not allow this',
  keyTitle: 'A valid key is needed',
  brokenTitle: 'Something went wrong here',
  broken: 'The page met a fault of its own. Loading it again usually helps.',
  reload: 'Load again',
}

const sv: typeof en = {
  close: 'Stäng',
  loading: 'Hämtar …',
  noDay: (text: string) => `”${text}” är ingen dag som 2026-12-24.`,
  tryAgain: 'Försök igen',
  notFoundTitle: 'Det finns inget på den här adressen',
  notFound: 'Sidan kan ha flyttats, eller så är adressen felskriven.',
  toSearch: 'Till sökningen',
  offlineTitle: 'Tjänsten svarar inte',
  offline: 'Kontrollera anslutningen. Det du ser kan vara inaktuellt.',
  busyTitle: 'Tjänsten kan inte göra det nu',
  refusedTitle: 'Tjänsten avvisade det',
  forbiddenTitle: 'Din nyckel räcker inte för det här',
  keyTitle: 'En giltig nyckel behövs',
  brokenTitle: 'Något gick fel här',
  broken: 'Det är ett fel i sidan själv. Det brukar hjälpa att ladda om den.',
  reload: 'Ladda om',
}

/** What the small parts say that every room uses. */
export const kitWords = { en, sv }
