import { samplePlace, samplePlaces } from '../../place/sample.ts'
import { searchSpec } from '../../query/search-spec.ts'
import { type Answer, jsonBytes } from '../answer.ts'
import { etagOf } from '../caching.ts'

/** Parameters that several routes of places take. */
export const allowOverposting = {
  form: 'boolean',
  description: 'Drop what a client may not set, instead of refusing it.',
} as const

const childActionsElsewhere = {
  disconnect: 'it belongs to DELETE /place/<id>',
  'set-published': 'it belongs to PATCH and PUT of /place/<id>',
  'skip-depublished': 'it belongs to PATCH and PUT of /place/<id>',
}

/** What happens to the children of a place that is written. */
export function childAction<const Choices extends readonly string[]>(choices: Choices) {
  return {
    form: 'choices',
    choices,
    elsewhere: childActionsElsewhere,
    description: 'What happens to the children.',
    example: choices[0]!,
  } as const
}

/** `include` and `expand` are taken without effect, so that a search's address can be shortened to one place (D3). */
export const placeParameters = {
  test: searchSpec.test,
  include: searchSpec.include,
  expand: searchSpec.expand,
  hours: searchSpec.hours,
} as const

/** The hard-coded place that shows every field (D37). */
export function samplePlaceAnswer(): Answer {
  const bytes = Buffer.from(JSON.stringify(samplePlace()))
  return jsonBytes(bytes, { etag: etagOf(bytes) })
}

/** As many hard-coded places as were asked for, as a search answers (D37). */
export function samplePageAnswer(limit: number): Answer {
  const Results = samplePlaces(limit)
  const bytes = Buffer.from(JSON.stringify({ TotalHits: Results.length, Results }))
  return jsonBytes(bytes, { etag: `W/${etagOf(bytes)}` })
}
