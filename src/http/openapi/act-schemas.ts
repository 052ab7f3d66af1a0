import { actKinds } from '../../place/act.ts'
import { instant, integer, list, object, revisionParts, string } from './answers.ts'

const placeParts = {
  id: string('Id of the place, or `<list>/<id>` of an entry of the directory.'),
  entry: { type: 'string', enum: ['place', 'directory', 'publication'] },
  action: string('What was done; /docs/states explains each.'),
  'name?': string('Its present name, or its last one.'),
  'slug?': string('Its slug.'),
  'town?': string('The town or municipality.'),
  'owner?': object({ id: string('Id of the owner.'), name: string('Name of the owner.') }),
  changed: {
    ...list({ type: 'string' }),
    description: 'Dotted paths of the members that differ; none of a new place.',
  },
}

const actParts = {
  id: string('A UUID, or the number of a revision that is an act of its own.'),
  kind: {
    type: 'string',
    enum: [...actKinds, 'one'],
    description: 'group: requests with one `Gazetteer-Act`; family: a place with its children; one: a single revision.',
  },
  'label?': string('What it is, in the words of its caller.'),
  time: instant('When it began.'),
  'who?': string('Who did it; only with read-restricted.'),
  'caller?': revisionParts['caller?'],
  revisions: integer('Its revisions.'),
  places: integer('The places that it changed.'),
  'undoes?': string('The act that it undoes.'),
  'undoneBy?': string('The last act that undoes it and was not undone itself.'),
  'first?': { ...object(placeParts), description: 'Its first change.' },
}

/** The answer of `GET /acts`. */
export const actPageSchema = object({
  Results: list(object(actParts)),
  'Next?': integer('Continues the list as `before`; absent: there are no more.'),
})

/** The answer of `GET /acts/{id}`. */
export const actSchema = object({
  ...actParts,
  Places: list(object({ ...placeParts, revisions: integer('Revisions of this place.') })),
  'Next?': string('Continues the list as `before`; absent: there are no more.'),
})

const named = { id: string('Id of the place.'), name: string('Its name.') }

/** The answer of `POST /acts/{id}/undo`. */
export const undoneSchema = object({
  Act: string('Id of the act that the undoing is.'),
  Undone: integer('Places that this call changed.'),
  Kept: {
    ...list(object({ ...named, members: list({ type: 'string' }) })),
    description:
      'Members of the act that have another value by now, and stay; `deleted`: others have deleted the place.',
  },
  Refused: {
    ...list({
      type: 'object',
      properties: { ...(object(named).properties as object), detail: string('Why.') },
      required: ['id', 'name', 'detail'],
      additionalProperties: true,
    }),
    description: 'Places that could not be changed, with the reason.',
  },
  More: integer('Places that are not listed, beyond 1,000.'),
  Hidden: integer('Places that the caller does not see.'),
  'Next?': string('Continues the undoing as `before`; absent: it is complete.'),
})
