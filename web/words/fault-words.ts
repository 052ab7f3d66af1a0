/**
 * A sentence of the service, and the same in another language: `$1` stands for the first group of the pattern, and a
 * function is handed all of them.
 */
type Saying = readonly [pattern: RegExp, said: string | ((...parts: string[]) => string)]

const kindsOfValue: Readonly<Record<string, string>> = {
  'a text': 'en text',
  'a whole number': 'ett heltal',
  'a number': 'ett tal',
  'true or false': 'ja eller nej',
  'an object': 'ett objekt',
  'a list': 'en lista',
}

const bounds: Readonly<Record<string, string>> = {
  '<=': 'högst',
  '>=': 'minst',
  '<': 'mindre än',
  '>': 'mer än',
}

const sv: readonly Saying[] = [
  [/^is required and cannot be null or empty$/, 'Fyll i det här.'],
  [/^must have at most (\d+) characters, got (\d+)$/, 'Högst $1 tecken, det här har $2.'],
  [/^must have at least (\d+) characters, /, 'Minst $1 tecken.'],
  [/^must have at most (\d+) elements, got (\d+)$/, 'Högst $1 stycken, det här är $2.'],
  [/^must have at least (\d+) elements, /, 'Minst $1 stycken.'],
  [/^must be one of (.+), got (.+)$/s, 'Ska vara något av $1, inte $2.'],
  [
    /^must be (a text|a whole number|a number|true or false|an object|a list), got (.+)$/s,
    (kind = '', got) => `Ska vara ${kindsOfValue[kind]}, inte ${got}.`,
  ],
  [
    /^must be ([<>]=?) (\S+), got (.+)$/s,
    (bound = '', limit, got) => `Ska vara ${bounds[bound]} ${limit}, inte ${got}.`,
  ],
  [
    /^must be a date such as (\S+), or .+, got (.+)$/s,
    'Ska vara ett datum som $1, med eller utan tid och tidszon, inte $2.',
  ],
  [/^must have a day that exists, got (.+)$/s, 'Dagen finns inte: $1.'],
  [
    /^must have a time from 00:00 to .+, got (.+)$/s,
    'Tiden ska vara 00:00 till 23:59:59, där 24:00 är 00:00 nästa dag, inte $1.',
  ],
  [
    /^must have an offset behind its time, .+, got (.+)$/s,
    'Efter tiden ska tidszonen stå, som i 10:00Z eller 10:00+01:00, inte $1.',
  ],
  [
    /^must be a day that exists, written YYYY-MM-DD, got (.+)$/s,
    'Ska vara en dag som finns, skriven ÅÅÅÅ-MM-DD, inte $1.',
  ],
  [/^must be a UUID .+, got (.+)$/s, 'Ska vara ett UUID, inte $1.'],
  [/^must be written like (.+?) \(.+\), got (.+)$/s, 'Ska skrivas som $1, inte $2.'],
  [/^must be written like (.+), got (.+)$/s, 'Ska skrivas som $1, inte $2.'],
  [/^must fit .+, got (.+)$/s, 'Är inte skrivet som det ska: $1.'],
  [/^must have the format (\S+), got (.+)$/s, 'Ska ha formatet $1, inte $2.'],
  [/^is set by the service and cannot be sent/, 'Sätts av tjänsten och kan inte skickas.'],
  [/^is not a known member/, 'Är inget känt fält.'],
  [/^has only empty elements/, 'Har bara tomma rader: fyll i dem eller ta bort dem.'],
  [/^is not valid text/, 'Innehåller tecken som inte kan sparas.'],
  [/^longitude must be -(\d+) to \d+ degrees, got (.+)$/, 'Longituden ska ligga mellan -$1 och $1 grader, inte $2.'],
  [/^latitude must be -(\d+) to \d+ degrees, got (.+)$/, 'Latituden ska ligga mellan -$1 och $1 grader, inte $2.'],
  [/^must have url, or both provider and providerRef, /, 'Ange en adress, eller både leverantör och id där.'],
  [/^depublished must be later than published, /, 'Avpubliceringen måste komma efter publiceringen.'],
  [/^a place has exactly one place type, /, 'En plats har precis en typ.'],
  [/^only the first entry may lack validFrom$/, 'Bara den första raden får sakna början.'],
  [/^only the last entry may lack validTo/, 'Bara den sista raden får sakna slut.'],
  [/^validTo (\S+) must not be before validFrom (\S+)$/, 'Slutet $1 ligger före början $2.'],
  [/^entries must be in the order of validFrom, /, 'Raderna ska stå i ordning efter början.'],
  [/^(\S+) overlaps (\S+); /, '$1 överlappar $2.'],
  [/^the place \S+ was deleted at /, 'Platsen är borttagen; återställ den först.'],
  [/^the place \S+ is not deleted$/, 'Platsen är inte borttagen.'],
  [
    /^the place \S+ cannot be restored under its parent: (.+)$/s,
    (fault = '') => `Platsen kan inte återställas under sin överordnade plats. ${faultText(fault, 'sv')}`,
  ],
  [/^the parent must exist, but no place has (.+)$/s, 'Den överordnade platsen finns inte.'],
  [/^a place cannot be its own parent$/, 'En plats kan inte vara sin egen överordnade plats.'],
  [/^the parent must not be deleted, /, 'Den överordnade platsen är borttagen.'],
  [/^the parent must have no parent itself, /, 'Den överordnade platsen är själv del av en annan plats.'],
  [/^a place with children cannot get a parent, /, 'En plats som har delar kan inte själv bli en del.'],
  ...ofImports(),
  ...ofKeysAndDirectory(),
]

const countries = new Intl.DisplayNames('sv', { type: 'region' })

/** What is said of records that are imported; `no entry of …` and `… entries of …` are the page's own. */
function ofImports(): readonly Saying[] {
  const lists: Readonly<Record<string, string>> = { owners: 'ägare', categories: 'kategori', tags: 'tagg' }
  return [
    [/^broken JSON: /, 'Är inte giltig JSON.'],
    [
      /^has (\d+) cells where the heading has (\d+)$/,
      'Raden har $1 celler, men rubriken $2: sätt text med avskiljare inom citattecken.',
    ],
    [/^must be a JSON object, got /, 'Ska vara ett JSON-objekt.'],
    [/^must be owner, category or tag, got (.+)$/s, 'Ska vara owner, category eller tag, inte $1.'],
    [/^the parent '(.+)' has a parent itself, /s, 'Den överordnade platsen $1 är själv en del.'],
    [
      /^a record names its parent by parentKey or by parent\.id, /,
      'Ange den överordnade platsen med nyckel eller med id, inte båda.',
    ],
    [
      /^must have digits alone, without letters or an extension, got '(.*)'$/s,
      'Skriv bara siffror, utan bokstäver och anknytning, inte ”$1”.',
    ],
    [
      /^has a 0 after (\+\d+), which the integers of a phone cannot keep, /,
      'Nummer som börjar med 0 efter $1 kan inte sparas.',
    ],
    [
      /^must be whole, with (\d+) and its area code, or with \+ and the code of its country, /,
      'Skriv hela numret, med $1 och riktnummer, eller med + och landsnummer.',
    ],
    [
      /^must be a telephone number( of [A-Z]{2})?, or begin with \+ and the code of its country, got '(.*)'$/s,
      (country, got) =>
        `”${got}” är inget telefonnummer${country ? ` i ${countries.of(country.slice(-2))}` : ''}: skriv hela, eller med + och landsnummer.`,
    ],
    [
      /^no entry of the (owners|categories|tags) is called '(.*)'$/s,
      (list = '', name) => `Katalogen har ingen ${lists[list]} som heter ”${name}”.`,
    ],
    [
      /^(\d+) entries of the (owners|categories|tags) are called '(.*)': give the id$/s,
      (count, list = '', name) => `Katalogen har ${count} poster (${lists[list]}) som heter ”${name}”: ange id.`,
    ],
  ]
}

/** What is said of keys and entries of the directory as a whole. */
function ofKeysAndDirectory(): readonly Saying[] {
  return [
    [/^the directory is kept by another service /, 'Katalogen hålls av en annan tjänst: gör ändringen där i stället.'],
    [/^the id '(.*)' is taken by '(.*)'$/s, 'Id $1 är upptaget av $2.'],
    [/^the directory knows no entry '(.*)' among the /s, 'Katalogen har ingen post med id $1.'],
    [/^no entry of the \w+ can have the id '(.*)'$/s, 'Ingen post kan ha id $1.'],
    [/^an id in \w+ must be a UUID .*, got (.+)$/s, 'Id ska vara ett UUID, inte $1.'],
    [
      /^the id of an owner must be 1 to (\d+) characters, .*, got (.+)$/s,
      'En ägares id ska ha 1 till $1 tecken utan styrtecken, inte $2.',
    ],
    [/^there are (\d+) keys already; /, 'Det finns redan $1 nycklar; återkalla några.'],
    [/^there is no key with the id '(.*)'$/s, 'Det finns ingen nyckel med id $1.'],
  ]
}

/** What is said to those who write programs is left out. */
const en: readonly Saying[] = [
  [/^(\S+ overlaps \S+); /, '$1.'],
  [/^(is not a known member.*|is set by the service and cannot be sent): leave it out, /s, '$1'],
]

const sayings: Readonly<Record<'sv' | 'en', readonly Saying[]>> = { sv, en }

/** What the service says is wrong with a value, in a language; as the service says it where that is not known. */
export function faultText(detail: string, language: 'sv' | 'en'): string {
  for (const [pattern, said] of sayings[language]) {
    const found = pattern.exec(detail)
    if (!found) continue
    if (typeof said !== 'string') return said(...found.slice(1))
    return said.replace(/\$(\d)/g, (_, group) => found[group] ?? '')
  }
  return detail
}
