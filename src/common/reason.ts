/**
 * Why a value is refused: code -> sentence. `{{name}}` is filled in with a parameter, and in `{{'name'}}` a text stands in
 * quotes. Codes stay what they are once a version has them; sentences may become better.
 */
export const sentences = {
  // Parts of other sentences.
  'type-string': 'a text',
  'type-integer': 'a whole number',
  'type-number': 'a number',
  'type-boolean': 'true or false',
  'type-object': 'an object',
  'type-array': 'a list',
  'type-null': 'null',
  'list-owners': 'owners',
  'list-categories': 'categories',
  'list-tags': 'tags',
  either: "{{'one'}} or {{'other'}}",
  named: '{{name}} {{fault}}',
  another: 'another',
  'with-id': "the id '{{id}}'",
  'with-key': "the key '{{key}}'",
  'leave-out': 'leave it out',
  'leave-out-or-allow': 'leave it out, or send allowOverposting=true in the query to have it ignored',
  'leave-out-or-allow-import':
    'leave it out, or have it ignored with --allow-overposting (over HTTP allowOverposting=true)',
  'meant-member': " (did you mean '{{name}}'?)",
  'only-member': ' (the only one is {{name}})',
  'known-members': ' (the known ones are {{names}})',
  'meant-name': ", did you mean {{'names'}}?",
  'no-names': '; there are none here',
  'only-name': '; the only one is {{name}}',
  'known-names': '; the known ones are {{names}}',
  'first-names': '; the known ones are {{names}} and {{more}} more',
  other: '{{text}}',

  // An address of a search.
  'unknown-parameter': "unknown parameter {{'name'}}{{hint}}",
  'unknown-value': "does not know {{'got'}}{{hint}}",
  'of-another-route': ' here: it belongs to {{routes}}',
  'needs-parameter': '{{name}} needs {{needed}}',
  'one-value': '{{name}} takes one value, got {{count}}; give it once',
  'integer-from': "must be an integer from {{min}}, got {{'got'}}",
  'integer-between': "must be an integer from {{min}} to {{max}}, got {{'got'}}",
  'integer-or-all': "must be an integer from {{min}} to {{max}}, got {{'got'}}; {{word}} is for all",
  'max-values': '{{name}} takes at most {{max}} values, got {{count}}',
  'max-filter-values': 'the filters of a query take at most {{max}} values together',
  'max-words': 'q and the filters of a query take at most {{max}} words together',
  'true-or-false': "must be true or false, got {{'got'}}",
  'no-negation': "takes no !, got {{'got'}}; name what is wanted instead",
  'order-twice': "orderby names '{{name}}' twice; name it once",
  'order-of-list': "orderby takes no field with several values, got '{{got}}'",
  'order-of-text': "orderby takes no long text, got '{{got}}'",
  'facet-of-field': "facets takes fields of short texts, numbers and flags, got {{'got'}} ({{kind}})",
  'box-upside-down': 'bbox must have its south below its north, got {{south}} and {{north}}',
  box: "bbox must be <west>,<south>,<east>,<north> with longitudes -180 to 180 and latitudes -90 to 90, got {{'got'}}",
  'near-point': "nearby must be <longitude>,<latitude>, longitude -180 to 180, latitude -90 to 90, got {{'got'}}",
  radius: "nearbyRadius must be a positive number of metres, got {{'got'}}",
  'now-or-date': "must be now, or {{forms}}, got {{'got'}}",
  'before-from': "must not be before from, got {{'got'}}",
  'days-after-from': "must be at most {{max}} days after from, got {{'got'}}",
  'one-negation': "takes one ! in front of a value, got {{'got'}}; write \\! for a literal !",
  'plain-id': "takes plain values only, got {{'got'}}; give ids separated by commas",
  'words-or-null': "takes ~ with words, or a null check, got {{'got'}}",
  'no-text-field': "is not a text, so the operator {{operator}} cannot be used on it, got {{'got'}}",
  'one-operator':
    'takes one operator, got {{operator}}{{second}}; the ! of a negation comes first, \\{{second}} is a literal {{second}}',
  'nothing-behind': 'has nothing behind its operator {{operator}}; write \\{{operator}} for a literal {{operator}}',
  'no-word-behind': "has no letter or digit behind its operator ~, got {{'got'}}",
  'number-or-list': "must be a number such as 12, or several as 12,13 (ranges are for dates), got {{'got'}}",
  'range-open': 'has a range that is open at both ends; give it a date',
  'range-backwards': "has a range that ends before it starts: {{'got'}}; swap its ends",
  'date-or-range': "must be {{forms}}, or a range <date>-<date>, <date>- or -<date>, got {{'got'}}",
  'no-filter': "'{{name}}' says nothing of which places; leave it out",

  // A value by itself.
  required: 'is required and cannot be null or empty',
  'wrong-type': "must be {{type}}, got {{'got'}}",
  'not-text': 'must be a text, got {{got}}',
  'max-characters': 'must have at most {{max}} characters, got {{count}}',
  'min-characters': "must have at least {{min}} characters, got {{'got'}}",
  'max-elements': 'must have at most {{max}} elements, got {{count}}',
  'min-elements': 'must have at least {{min}} elements, got {{count}}',
  'at-most': "must be <= {{limit}}, got {{'got'}}",
  'at-least': "must be >= {{limit}}, got {{'got'}}",
  'less-than': "must be < {{limit}}, got {{'got'}}",
  'more-than': "must be > {{limit}}, got {{'got'}}",
  'one-of': "must be one of {{'allowed'}}, got {{'got'}}",
  constant: "must be {{'wanted'}}, got {{'got'}}",
  'written-like': "must be written like {{'examples'}}, got {{'got'}}",
  'written-so': "must be written like {{'examples'}} ({{meaning}}), got {{'got'}}",
  'fits-not': "must fit '{{meaning}}', got {{'got'}}",
  pattern: "must fit the pattern {{pattern}}, got {{'got'}}",
  format: "must have the format {{format}}, got {{'got'}}",
  'no-form': "must be of a form that the schema allows, got {{'got'}}",
  schema: "{{message}}, got {{'got'}}",
  date: "must be a date such as 2026-01-31, or a date and time with its offset such as 2026-01-31T10:00Z or 2026-01-31T10:00:00+01:00, got '{{got}}'",
  'no-such-day': "must have a day that exists, got '{{got}}'",
  'no-such-time': "must have a time from 00:00 to 23:59:59 (24:00 is 00:00 of the next day), got '{{got}}'",
  'no-offset': "must have an offset behind its time, as in 10:00Z or 10:00+01:00, got '{{got}}'",
  'local-day': "must be a day that exists, written YYYY-MM-DD, got '{{got}}'",
  uuid: "must be a UUID (8-4-4-4-12 hexadecimal digits), got '{{got}}'",
  'not-finite': 'must be a number that a 64-bit float can hold',
  'only-empty': 'has only empty elements: fill them in, or write [] for none',
  'too-deep': 'is nested deeper than {{max}} levels',
  'member-name': 'its name {{fault}}',
  'half-surrogate': 'is not valid text: it holds half of a surrogate pair',
  'bad-character': 'is not valid text: it holds the character {{character}}',
  'line-break': 'is not valid text: it holds the character {{character}}, which only long texts may',
  'phone-letters': "must have digits alone, without letters or an extension, got '{{got}}'",
  'phone-of-country':
    "must be a telephone number of {{country}}, or begin with + and the code of its country, got '{{got}}'",
  phone: "must be a telephone number, or begin with + and the code of its country, got '{{got}}'",
  'phone-zero': "has a 0 after +{{countryCode}}, which the integers of a phone cannot keep, got '{{got}}'",
  'phone-area':
    "must be whole, with {{prefix}} and its area code, or with + and the code of its country, got '{{got}}'",
  'phone-parts': "must be written like {{parts}}, got '{{got}}'",

  // A body, and what its members say together.
  'no-object': 'the body must be a JSON object',
  'read-only': 'is set by the service and cannot be sent: {{advice}}',
  'unknown-member': 'is not a known member{{hint}}: {{advice}}',
  'place-bytes': 'the patched place must have at most {{max}} bytes',
  'one-place-type': 'a place has exactly one place type, got {{types}}',
  'longitude-range': 'longitude must be -{{max}} to {{max}} degrees, got {{got}}',
  'latitude-range': 'latitude must be -{{max}} to {{max}} degrees, got {{got}}',
  'media-address': 'must have url, or both provider and providerRef, got {{given}}',
  'depublished-before':
    'depublished must be later than published, got depublished {{depublished}} and published {{published}}',
  'lacks-from': 'only the first entry may lack validFrom',
  'lacks-to': 'only the last entry may lack validTo (9999-12-31 says without end)',
  'ends-before': 'validTo {{validTo}} must not be before validFrom {{validFrom}}',
  'entry-order': 'entries must be in the order of validFrom, but {{validFrom}} comes after {{former}}',
  overlap: '{{span}} overlaps {{other}}; spans of one day may only touch',
  'acts-as': "must be '{{name}}', as whom the caller acts, or be left out",
  'parent-missing': 'the parent must exist, but no place has {{named}}',
  'parent-itself': 'a place cannot be its own parent',
  'parent-deleted': 'the parent must not be deleted, but {{id}} was at {{deleted}}',
  'parent-has-parent': 'the parent must have no parent itself, but {{id}} is a child of {{parent}}',
  'parent-of-parent': "the parent '{{key}}' has a parent itself, and there are two levels only",
  'has-children': 'a place with children cannot get a parent, and it has {{count}}',
  'children-return': 'the place has children that would come back with it, so it cannot have a parent',
  'parent-twice': 'a record names its parent by parentKey or by parent.id, not by both',

  // The state of what is written, and the rights of who writes.
  'no-place': "there is no place with the id '{{id}}'",
  deleted: 'the place {{id}} was deleted at {{deleted}}; POST place/{{id}}/restore?updatedby= brings it back',
  'not-deleted': 'the place {{id}} is not deleted',
  'not-restored': 'the place {{id}} cannot be restored under its parent: {{fault}}',
  exists: 'the place {{id}} exists, which If-None-Match: * rules out; leave it out',
  changed: 'the place {{id}} has changed since it was read; read it again',
  'parameter-blank': '{{parameter}} is required and cannot be blank',
  'owners-apart': "this takes one grant for the owners {{'owners'}}, which are allowed each by itself alone",
  'owner-of-place': "only places of the owners {{'owners'}} may be written, and this one is of {{'owner'}}",
  'owner-of-parent': "only places of the owners {{'owners'}} may be written, and its parent is of {{'owner'}}",
  'too-often': 'more than {{count}} requests in {{seconds}} s',
  'link-used': 'the link was used already, or is older than 15 minutes; restart the service for another',

  // Entries of the directory, keys and webhooks.
  'directory-elsewhere': 'the directory is kept by another service (DIRECTORY_URL): write the entry there',
  'id-taken': "the id '{{id}}' is taken by '{{name}}'",
  'no-entry': "the directory knows no entry '{{id}}' among the {{list}}",
  'no-entry-id': "no entry of the {{list}} can have the id '{{id}}'",
  'entry-changed': 'the entry is not the one that If-Match names; read it again',
  'entry-id': 'an id in {{list}} must be a UUID (8-4-4-4-12 hexadecimal digits), got {{got}}',
  'owner-id':
    "the id of an owner must be 1 to {{max}} characters, no control characters, and neither '.' nor '..', got {{got}}",
  'no-key': "there is no key with the id '{{id}}'",
  'max-keys': 'there are {{max}} keys already; revoke some',
  rate: "must be requests in a time, such as 600/min, got '{{got}}'",
  'admin-owners': 'a key with admin may write for every owner: leave owners or admin out',
  'moment-to-come': "must be a moment to come, such as 2027-01-31 or 2027-01-31T12:00Z, got '{{got}}'",
  'empty-limit': 'must not be empty; leave it out for a key without that limit',
  'absolute-path': "must be an absolute path, got '{{got}}'",
  'no-webhook': "there is no webhook with the id '{{id}}'",
  'max-webhooks': 'there are {{max}} webhooks already; remove some',
  'https-address': 'must be an https address, such as https://example.org/hook',
  'address-with-user': 'must have no user and password: the signature says who sends',
  'address-with-fragment': 'must have no fragment (#…), which is never sent',
  'address-inside': 'the address {{address}} is not one of the internet; WEBHOOK_ALLOW may name its network',
  'unknown-key': "must be the id of a key, as GET /keys lists it, got '{{got}}'",
  'event-type': "must be one of {{allowed}}, got '{{got}}'",
  'key-revoked': 'its key {{key}} was revoked',
  'key-expired': "its key '{{key}}' has expired",
  'key-reads-nothing': "its key '{{key}}' may not read",
  'filter-of-key': "its filter cannot be used with its key '{{key}}': {{fault}}",
  'secret-of-others': 'its secret cannot be decrypted here: set the SECRETS_KEY that it was made with, or rotate it',
  'secret-lost': 'the secret cannot be decrypted',
  'status-answered': 'the status {{status}}',
  'redirect-answered': 'the status {{status}}, a redirect, which is not followed',
  'no-answer': 'no answer',
  'no-answer-but': 'no answer ({{error}})',
  'answer-late': 'no whole answer within {{seconds}} s',
  'webhook-gone': 'it answered 410: it is gone',
  'webhook-refuses': 'it has refused events for {{days}} days: {{fault}}',
  'webhook-disabled': 'it was disabled by hand at {{time}}',
  secret: 'must be {{prefix}} and the base64 of {{min}} to {{max}} random bytes; leave it out for a new one',

  // Records of an import, and the files that they come from.
  'reading-stopped': 'reading stopped: {{message}}',
  'too-many-refused': 'reading stopped: {{count}} records were refused, more than half of all',
  'max-bytes': 'is longer than {{max}} bytes',
  'not-utf8': 'is not UTF-8',
  'table-not-utf8': 'is not UTF-8: save the table as UTF-8',
  'broken-json': 'broken JSON: {{message}}',
  'no-json-object': 'must be a JSON object, got {{got}}',
  proto: 'has a member __proto__, which is not allowed',
  'entry-kind': 'must be owner, category or tag, got {{got}}',
  'empty-table': 'the table is empty: its first row must name the columns',
  'empty-sheet': 'the sheet is empty: its first row must name the columns',
  'max-columns': 'a table has at most {{max}} columns, got {{count}}',
  'read-only-column': "column '{{column}}' is set by the service and cannot be imported: leave it out",
  'unknown-column': "unknown column '{{column}}'{{hint}}",
  'column-twice': "columns '{{one}}' and '{{other}}' give the same member: keep one",
  cells: 'has {{count}} cells where the heading has {{wanted}}',
  'open-quote': 'opens a quote that is not closed',
  'inner-quote': 'has a quote inside a cell: put the whole cell in quotes and double the quotes in it',
  'place-type': "{{column}} must be a place type, got '{{got}}'{{hint}}",
  'no-features': 'no FeatureCollection with a list of features: {{fault}}',
  'features-cut': 'the file ends inside the list of features',
  'no-feature': 'must be a Feature, got the type {{type}}',
  'no-entry-called': "no entry of the {{list}} is called '{{name}}'",
  'entries-called': "{{count}} entries of the {{list}} are called '{{name}}': give the id",

  // Opening hours as OSM or people write them.
  osm: "{{fault}}, got '{{got}}'",
  'osm-other-hours': 'says other hours than openHours: empty one of them',
  'osm-empty': 'is empty',
  'osm-long': 'is longer than {{max}} characters',
  'osm-nothing': 'says nothing but what cannot be said: {{parts}}',
  'osm-part-closed': 'closes part of a day, which only spans that leave it out can say',
  'osm-day-month': "mixes days with months: '{{text}}'",
  'osm-no-year': "has a date without its year: '{{text}}'",
  'osm-date-order': "has a date that ends before it begins: '{{text}}'",
  'osm-year-order': "has years that end before they begin: '{{text}}'",
  'osm-weeks': "has weeks that are none: '{{text}}'",
  'osm-hours': "has hours that are none: '{{text}}'",
  'osm-year': 'has a year that is none: {{year}}',
  'osm-day': 'has a day that is none: {{month}} {{day}}',
  'osm-years-apart': 'names years that are more than {{max}} apart',
  'osm-rules': 'has too many rules for the years that it names',
  'osm-overlap': 'has spans of a day that overlap: {{fault}}',
  'osm-short': 'ends too early',
  'osm-from': "cannot be read from '{{text}}' on",
  'osm-unsayable': "says {{what}}, which opening hours of places cannot say: '{{text}}'",
  easter: 'a day that follows Easter',
  sun: 'a time that follows the sun',
  'open-end': 'an open end',
  'weekdays-of-month': 'the first or last weekdays of a month',
  'days-counted': 'days counted from another',
  'unknown-hours': 'unknown hours',
  fallback: 'a fallback (||)',
  'comment-alone': 'a comment in place of hours',
  'every-second-year': 'every second year, or so',
  'kept-without': '{{member}} is kept without {{what}}',
  comment: 'the comment {{comment}}',
  'public-holidays': 'public holidays (PH)',
  'school-holidays': 'school holidays (SH)',
  'rule-replaced': 'a rule that the others leave nothing of',
  'years-after': 'what comes back every year, after {{year}}',
} as const

/** The name of a reason, by which programs decide and other languages find their sentence. */
export type ReasonCode = keyof typeof sentences

/** What a sentence is filled in with; a reason is a part of the sentence that has words of its own. */
export type Param = string | number | boolean | null | Reason | readonly Param[]

/** Why a value is refused, for programs and in English. */
export interface Reason {
  readonly detail: string
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, Param>>
}

/** Why something is so, beside what is said of it; what is kept from former versions has no code. */
export interface Explanation extends Partial<Pick<Reason, 'code' | 'params'>> {
  readonly reason: string
}

/** A reason as an explanation. */
export function explanationOf({ detail, code, params }: Reason): Explanation {
  return { reason: detail, code, params }
}

/** The reason in an explanation; one without a code is told as it is. */
export function reasonIn({ reason: detail, code = 'other', params = { text: detail } }: Explanation): Reason {
  return { detail, code, params }
}

type Name<Place> = Place extends `'${infer Quoted}'` ? Quoted : Place
type Names<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? Name<Place> | Names<Rest> : never
type Given<Code extends ReasonCode> = [Names<(typeof sentences)[Code]>] extends [never]
  ? []
  : [params: { readonly [At in Names<(typeof sentences)[Code]>]: Param }]

/** The reason of a code, its sentence filled in. */
export function reason<Code extends ReasonCode>(code: Code, ...given: Given<Code>): Reason {
  const params = (given[0] ?? {}) as Reason['params']
  return { detail: filled(sentences[code], params, ({ detail }) => detail), code, params }
}

/** What is wrong with something that has a name. */
export function named(name: string, fault: Reason): Reason {
  return reason('named', { name, fault })
}

/** A sentence with its parameters; `tell` gives the words of those that are reasons. A text is quoted as the sentence quotes its name. */
export function filled(sentence: string, params: Reason['params'], tell: (inner: Reason) => string): string {
  const textOf = (param: Param, open: string, close: string): string => {
    if (typeof param === 'string') return `${open}${param}${close}`
    if (isList(param)) return param.map((one) => textOf(one, open, close)).join(', ')
    return typeof param === 'object' && param !== null ? tell(param) : String(param)
  }
  return sentence.replace(/\{\{(['“”]?)(\w+)(['”]?)\}\}/g, (_, open: string, name: string, close: string) =>
    textOf(params[name] === undefined ? '' : params[name], open, close),
  )
}

/** The parts, which are some, as one of which each is meant. */
export function eitherOf(parts: readonly Param[]): Param {
  return parts.reduce((one, other) => reason('either', { one, other }))
}

function isList(param: Param): param is readonly Param[] {
  return Array.isArray(param)
}
