import { permissions } from '../../access/access.ts'
import { importStatuses } from '../../exchange/importing/import-result.ts'
import { directoryActions, placeActions, publicationActions } from '../../place/journal.ts'
import type { JsonObject } from '../../place/json.ts'
import { suggestionTypes } from '../../query/results/suggestion.ts'

export const string = (description: string): JsonObject => ({ type: 'string', description })
export const integer = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })
export const instant = (description: string): JsonObject => ({ type: 'string', format: 'date-time', description })
const action = (choices: readonly string[]): JsonObject => ({
  type: 'string',
  enum: [...new Set(choices)],
  description: 'What was done; /docs/states explains each.',
})
export const list = (items: JsonObject): JsonObject => ({ type: 'array', items })

/** Returns the schema of an object with these members; a trailing `?` makes a member optional. */
export function object(members: Readonly<Record<string, JsonObject>>): JsonObject {
  const named = Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema] as const)
  const required = Object.keys(members).filter((name) => !name.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(named), required }
}

/** Returns the schema of a page: the exact total, the requested elements, and optional further members. */
export function pageSchema(items: JsonObject, more: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  return object({ TotalHits: integer('All there are.'), Results: list(items), ...more })
}

/** The `Facets` member of a search. */
export const facetsSchema: JsonObject = {
  type: 'object',
  description: 'Only with facets: for each its most frequent values among all matches, the greatest count first.',
  additionalProperties: list(
    object({
      value: {
        type: ['string', 'number', 'boolean'],
        description: 'As the first match writes it; a filter takes it in any case of letters.',
      },
      'name?': string('Name of the owner, category or tag, where it is known.'),
      count: integer('Matches that have the value.'),
    }),
  ),
}

/** The `similar` member of a search whose `q` finds nothing. */
export const similarSchema: JsonObject = {
  ...object({ q: string('What was searched instead.') }),
  description: 'Only with similar, where q finds nothing and this is near it and finds something.',
}

/** A search as it was understood. */
const understoodSearch = object({
  query: string('The query string of a search.'),
  label: string('The search in words.'),
  parts: list(
    object({
      text: string('The text that the part was read from.'),
      member: string('The parameter of a search.'),
      'value?': string('Its value; absent where the position of the person is needed.'),
      label: string('The part in words.'),
      'name?': string('The town, municipality or address in the value.'),
    }),
  ),
})

/** The answer of `/place/suggest`. */
export const suggestionsSchema = object({
  Results: list(
    object({
      type: { type: 'string', enum: suggestionTypes, description: 'What the text is.' },
      text: string('The whole text, as the first place by name writes it.'),
      count: integer('Places that have it.'),
      'id?': string('Id of the owner, or of the place, where it is only one.'),
    }),
  ),
  'Search?': {
    ...understoodSearch,
    description: 'The whole text as a search: absent where it has no word, or where reading it takes too long.',
  },
  'Near?': {
    ...list(understoodSearch),
    description: 'The same with the last words completed to the names of towns; absent where none begins so.',
  },
})

/** The answer of `/position`. */
export const positionsSchema = object({
  Results: list(
    object({
      type: { type: 'string', enum: ['town', 'address'], description: 'What the text names.' },
      text: string('The name of the town, or the address with its town.'),
      coordinates: {
        type: 'array',
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
        description: 'Longitude and latitude in degrees.',
      },
    }),
  ),
})

/** The answer of `/position/doubts`. */
export const doubtsSchema = object({
  Doubts: list(
    object({
      code: string('The kind of doubt, as of a fault.'),
      detail: string('The doubt in words.'),
      params: { type: 'object', description: 'The values in the words.' },
    }),
  ),
})

/** The answer of `/place/<id>/hours`. */
export const hoursSchema = object({
  timeZone: string('The time zone of the coordinates, by its name in the IANA database.'),
  'openNow?': {
    type: 'boolean',
    description: 'True if the place is open now; absent if its hours do not cover today.',
  },
  'nextChange?': instant('When it next closes if it is open now, or opens if not; absent when not within 366 days.'),
  spans: list(
    object({
      day: { type: 'string', format: 'date', description: 'The day at the place on which the span begins.' },
      from: instant('When it opens.'),
      to: instant('When it closes.'),
    }),
  ),
})

export const revisionParts = {
  revision: integer('Number of the revision.'),
  time: instant('When.'),
  action: action(placeActions),
  'who?': string('Who did it; only with read-restricted.'),
  'act?': string('Id of the act that it belongs to; absent: it is an act of its own, with its revision as the id.'),
  'caller?': {
    description: 'Who was behind it, a person who was signed in or a key by its name; only with read-restricted.',
    oneOf: [
      object({ sub: string('Identifier of the person at the provider.') }),
      object({ key: string('Name of the key.') }),
    ],
  },
}

/** The answer of `GET /place/{id}/revisions`. */
export const revisionsSchema = pageSchema(
  object({
    ...revisionParts,
    changed: { ...list({ type: 'string' }), description: 'Dotted paths of what has changed.' },
  }),
)

/** One change of `GET /changes`. */
export const changeSchema = object({
  ...revisionParts,
  action: action([...placeActions, ...directoryActions, ...publicationActions]),
  kind: { type: 'string', enum: ['place', 'directory', 'publication'] },
  id: string('Id of the place, or <list>/<id> of the directory entry.'),
  'place?': { $ref: '#/components/schemas/Place' },
  'entry?': { $ref: '#/components/schemas/DirectoryEntry' },
  'left?': { type: 'boolean', description: 'It fitted the filter before the change, and does not any more.' },
})

/** The answer of `GET /changes`. */
export const changesSchema = object({
  Revision: integer('Ask for what comes after this one next.'),
  History: string('Identity of the journal; where it is another one than before, read everything anew.'),
  Results: list(changeSchema),
})

/** The answer of `GET /directory/{list}`. */
export const directoryPageSchema = pageSchema({ $ref: '#/components/schemas/DirectoryEntry' })

const callerParts = {
  id: string('Id of the key.'),
  name: string('What the key is for.'),
  permissions: list({ type: 'string', enum: permissions }),
  'owners?': { ...list({ type: 'string' }), description: 'The only owners whose places it may write.' },
}

const grants = {
  ...list(object({ permissions: callerParts.permissions, 'owners?': callerParts['owners?'] })),
  description:
    'What each role of a person grants, each for itself: a write needs one that has both permission and owner.',
}
const actsAs = string('The one name that its changes carry.')
const rateLimit = string('How often it may call, such as 600/min.')
const sub = string('Identifier of the person at the provider.')

/** The calling key or the signed-in person, as shown to the caller; with the session of its browser, if it has one. */
export const callerSchema = object({
  ...{ ...callerParts, 'grants?': grants, 'actsAs?': actsAs, 'rateLimit?': rateLimit },
  'session?': object({ id: string('Id of the session.'), 'sub?': sub, began: instant('When it began.') }),
})

/** The sessions of people and keys. */
export const sessionListSchema = list(
  object({
    id: string('Id of the session.'),
    name: string('Name of the person or the key.'),
    'sub?': sub,
    'key?': string('Id of the key that was exchanged for it.'),
    permissions: callerParts.permissions,
    'owners?': callerParts['owners?'],
    'grants?': grants,
    began: instant('When it began.'),
    renewed: instant('When it was extended last, and the rights of a person were worked out.'),
    expires: instant('When it ends unless it is renewed.'),
  }),
)

const keyParts = {
  ...callerParts,
  'actsAs?': actsAs,
  'rateLimit?': rateLimit,
  created: instant('When it was made.'),
  'expires?': instant('From when it is no longer valid.'),
}

/** A key without its secret. */
export const shownKeySchema = object(keyParts)
export const keyListSchema = list(shownKeySchema)
/** A new key, with its secret. */
export const newKeySchema = object({ ...keyParts, key: string('The secret, shown this once.') })

/** One line of the answer of `POST /import`. */
export const importResultSchema = object({
  line: integer('Number of the line.'),
  'key?': string('The key of the record, if it has one.'),
  status: { type: 'string', enum: importStatuses },
  'id?': string('Id of the place or entry.'),
  'errors?': list({ $ref: '#/components/schemas/Fault' }),
  'notes?': list({ $ref: '#/components/schemas/Reason', description: 'What of the record was not kept.' }),
})

/** A plan of an import. */
export const planSchema = object({
  id: string('Id of the plan.'),
  execution: object({
    phase: { type: 'string', enum: ['planned', 'running', 'done', 'stopped'] },
    done: integer('Rows with a result.'),
    counts: { type: 'object', description: 'Rows by status.', additionalProperties: integer('Rows.') },
    remarks: list(importResultSchema),
    'stoppedBy?': string('The reason why the execution stopped before its end.'),
    'act?': string('Id of the act of the execution, which exists once something was written.'),
  }),
  file: { type: 'object', description: 'The format, encoding, sheet and number of rows, as found.' },
  'understanding?': {
    type: 'object',
    description: 'The meaning of columns and values. Guesses whose `certainty` is `asked` take effect once confirmed.',
  },
  'effects?': {
    type: 'object',
    description: 'What executing the plan would do: rows by status, places that lose their hours or are unpublished.',
  },
  'offset?': integer('Rows skipped.'),
  'limit?': integer('Most rows returned.'),
  'rows?': list({ type: 'object', description: 'A row as the place that it would become, and what changes.' }),
  'choices?': { type: 'object', description: 'The fields that columns may have, and the coordinate systems.' },
  'pins?': list({ type: 'array', description: 'Longitude, latitude, line and result of a row.', items: {} }),
})

/** The progress of a derivation over all places. */
export const geolocateSchema = object({
  seen: integer('Places looked at.'),
  changed: integer('Of these, changed.'),
})

/** The answer of the health routes. */
export const healthSchema = object({
  status: { type: 'string', enum: ['live', 'ready'] },
  'writes?': { type: 'string', enum: ['unavailable'], description: 'There when nothing can be written now.' },
  'reason?': string('Why nothing can be written now.'),
})

/** A machine-readable reason: its code and its parameters. */
export const codeParts = {
  code: { $ref: '#/components/schemas/ReasonCode' },
  params: {
    type: 'object',
    additionalProperties: true,
    description:
      'What the sentence is filled in with, by name. A member with `code` is a part that has words of its own.',
  },
}
/** The same members, both optional. */
const codeIfAny = { 'code?': codeParts.code, 'params?': codeParts.params }

const webhookParts = {
  id: string('Id of the webhook.'),
  url: string('Where events are sent to.'),
  'description?': string('What it is for.'),
  key: string('Id of the key whose rights bound what is sent.'),
  'types?': list(string('Type of event.')),
  'filter?': string('Which places are of concern.'),
  'skipAfter?': integer('After so many refusals an event becomes a dead letter.'),
  enabled: { type: 'boolean', description: 'Whether it is sent to.' },
  created: instant('When it was registered.'),
  state: {
    type: 'string',
    enum: ['active', 'failing', 'paused', 'disabled'],
    description: 'failing: it refuses the next event; paused: its key or secret is not valid.',
  },
  'reason?': string('Why it is not active.'),
  ...codeIfAny,
  after: integer('Everything up to this revision was sent.'),
  behind: integer('Revisions that were not sent, or looked at, yet.'),
  'refused?': object({
    event: string('Id of the event that it refuses.'),
    refusals: integer('How often it was refused.'),
    since: instant('When it began to refuse.'),
    next: instant('When it is sent again.'),
  }),
  'formerSecretUntil?': instant('Until when the former secret signs too.'),
}

/** A webhook without its secret. */
export const webhookShownSchema = object(webhookParts)
export const webhookListSchema = list(webhookShownSchema)
/** A webhook with its new secret. */
export const newWebhookSchema = object({ ...webhookParts, secret: string('What signs, shown this once.') })

const attemptParts = {
  'status?': integer('Status of the answer; absent: there was none.'),
  'reason?': string('Why it was no success.'),
  ...codeIfAny,
  'answer?': string('What a refusal said, its first 1,024 characters.'),
  millis: integer('How long it took.'),
}
const event = string('Id of the event.')
const place = string('Id of the place that it is about.')

/** The outcome of one attempt. */
export const attemptSchema = object(attemptParts)
/** The last attempts of a webhook. */
export const deliveriesSchema = list(
  object({
    event,
    'revision?': integer('Revision of the event; absent for a ping.'),
    'place?': place,
    time: instant('When.'),
    ...attemptParts,
  }),
)
/** The events that a webhook failed to accept. */
export const deadLettersSchema = list(
  object({
    event,
    revision: integer('Revision of the event.'),
    'place?': place,
    'child?': string('That place, where the event is about a child that the entry of its parent shows or hides.'),
    time: instant('When.'),
    reason: string('Why it was not taken.'),
    ...codeIfAny,
  }),
)
