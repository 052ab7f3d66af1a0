import { may, sightOf } from '../../access/access.ts'
import type { Model } from '../../place/model.ts'
import { samplePlace } from '../../place/sample.ts'
import { canonicalUuid } from '../../place/text.ts'
import { asksForSamples, splitQuery } from '../../query/parse/raw-query.ts'
import type { ParameterValues } from '../../query/parse/read-parameters.ts'
import { searchSpec } from '../../query/parse/search-parameters.ts'
import { readMembers, refuseHiddenMembers } from '../../query/results/members.ts'
import { hoursLimits, hoursSpec, readHoursWindow } from '../../query/results/place-hours.ts'
import { presentPlace } from '../../service/presentation.ts'
import type { FoundDocument } from '../../service/search-engine.ts'
import { type Answer, etagOf, json, jsonBytes, noContent, taggedJson } from '../answers/answer.ts'
import { formatHeaders, otherTypesText, writtenFor } from '../answers/negotiation.ts'
import { hoursSchema } from '../openapi/answers.ts'
import { exampleBody, examplePatch, examplePlace } from '../openapi/examples.ts'
import { actHeaders, actOf } from '../requests/act-headers.ts'
import { bodyOf } from '../requests/body.ts'
import { baseUrlOf, type Call, prefixOf, queryOf, queryWithoutKey } from '../requests/call.ts'
import { idParameter, jsonBody, jsonDoc, pathParameter, type Route, route, type SuccessDoc, tagged } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

type PlaceParts = Pick<HttpParts, 'places' | 'engine' | 'model' | 'config' | 'clock'>

/** Documentation shared by all routes of one place. */
const placeDocs = { tag: 'Places', path: { id: 'Id of the place, a UUID.' } } as const
/** Documentation shared by all changes of a place (`writeOptions`). */
const changeDocs = {
  ...placeDocs,
  headers: {
    ...actHeaders,
    'If-Match': 'Entity tags that the caller knows: 412 when the place has changed since.',
    'If-None-Match': 'Entity tags: 412 when the place has one of them; `*`: 412 when there is a place with the id.',
  },
  problems: ['not-found', 'conflict', 'precondition-failed'],
} as const

/** Describes an answer with a whole place. */
function placeDoc({ status = 200, headers = [] }: Partial<SuccessDoc> = {}): SuccessDoc {
  const schema = { $ref: '#/components/schemas/Place' }
  return jsonDoc('The whole place.', schema, { status, example: examplePlace, headers })
}

/** An answer with a place in the requested format and members. */
const shownPlaceDoc = jsonDoc(
  `The place; whole without \`fields\`. ${otherTypesText}`,
  { $ref: '#/components/schemas/ShownPlace' },
  { example: examplePlace },
)

/** A parameter of writes and of imports. */
export const allowOverposting = {
  form: 'boolean',
  description: 'Drop what a client may not set, instead of refusing it.',
} as const

/** Defines `childAction`: the effect of a write on the children of the place. */
function childAction<const Choices extends readonly string[]>(choices: Choices) {
  return {
    form: 'choices',
    choices,
    elsewhere: {
      disconnect: ['DELETE /place/<id>'],
      'set-published': ['PATCH /place/<id>', 'PUT /place/<id>'],
      'skip-depublished': ['PATCH /place/<id>', 'PUT /place/<id>'],
    },
    description: 'What happens to the children.',
    example: choices[0]!,
  } as const
}

/** Documentation shared by all changes of a place with a body. */
const changesBody = {
  ...changeDocs,
  parameters: { allowOverposting, childAction: childAction(['set-published', 'skip-depublished']) },
  problems: [...changeDocs.problems, 'invalid-body'],
} as const

const wholeBody = jsonBody({ $ref: '#/components/schemas/PlaceBody' }, exampleBody)

/** Parameters for the form of a place. */
const formParameters = {
  fields: searchSpec.fields,
  format: searchSpec.format,
  bom: searchSpec.bom,
  semicolon: searchSpec.semicolon,
  hours: searchSpec.hours,
} as const

/**
 * `include` and `expand` have no effect here; they are accepted so that a search address can be shortened to one place
 * (D3).
 */
const placeParameters = {
  test: searchSpec.test,
  include: searchSpec.include,
  expand: searchSpec.expand,
  ...formParameters,
} as const

/** Returns the function that answers with a place in the requested form. */
function shownAs(call: Call, values: ParameterValues<typeof formParameters>, model: Model) {
  const { fields, format, hours } = values
  const members = readMembers(fields, model)
  const written = writtenFor(call, { members, format, table: values }, model)
  const presentation = { members, resolvedHours: hours !== undefined }
  return (found: FoundDocument): Answer => {
    const { bytes, etag } = presentPlace(found, presentation, written)
    return { status: 200, headers: formatHeaders(written), body: bytes, etag }
  }
}

/** Throws 403 if the address names members that the caller may not see. */
function refuseHidden({ url, caller }: Call, model: PlaceParts['model']): void {
  const pairs = splitQuery(queryOf(url))
  if (!asksForSamples(pairs)) refuseHiddenMembers(pairs, { model, sees: sightOf(caller) })
}

/** The routes that read and write one place. */
export function placeRoutes(parts: PlaceParts): Route[] {
  return [
    readPlace(parts),
    createPlace(parts),
    patchPlace(parts),
    replacePlace(parts),
    removePlace(parts),
    restorePlace(parts),
    purgePlace(parts),
    findBySlug(parts),
    readHours(parts),
  ]
}

function readPlace({ engine, model }: PlaceParts): Route {
  return route('GET /place/:id', 'read-published', {
    sample: true,
    negotiates: true,
    parameters: placeParameters,
    ...placeDocs,
    summary: 'Fetch one place',
    description:
      'Deleted places are answered too, with `deleted`; keys with `read-published` get what is published now.',
    success: tagged(shownPlaceDoc),
    problems: ['not-found'],
    checkPath: (call) => refuseHidden(call, model),
    handle(request, parameters) {
      const shown = shownAs(request, parameters, model)
      if (!parameters.test) {
        const id = idParameter(request)
        const found = engine.readNow(id, request.caller)
        return found ? shown(found) : engine.read(id, request.caller).then(shown)
      }
      const sample = shown({ id: samplePlace().id, revision: 0, bytes: Buffer.from(JSON.stringify(samplePlace())) })
      return { ...sample, etag: etagOf(sample.body as Buffer) }
    },
  })
}

function createPlace({ places, config }: PlaceParts): Route {
  return route('PUT /place', 'create', {
    parameters: { allowOverposting },
    tag: 'Places',
    summary: 'Create a place',
    headers: actHeaders,
    body: wholeBody,
    success: [placeDoc({ status: 201, headers: ['ETag', 'Location'] })],
    problems: ['invalid-body', 'conflict'],
    async handle(request, options) {
      const { id, bytes, etag } = await places.create(bodyOf(request), { ...writeOptions(request), ...options })
      const location = `${baseUrlOf(request, config.publicUrl)}${prefixOf(request)}/place/${id}`
      return jsonBytes(bytes, { status: 201, etag, headers: { location } })
    },
  })
}

function patchPlace({ places }: PlaceParts): Route {
  return route('PATCH /place/:id', 'update', {
    ...changesBody,
    summary: 'Change some properties of a place',
    description:
      'A JSON Merge Patch (RFC 7396): objects merge, null removes, lists are replaced. The answer has no body; its `Location` is the literal `place/<id>` of earlier versions, relative to the root of the interface.',
    body: {
      type: 'application/merge-patch+json',
      schema: { $ref: '#/components/schemas/PlacePatch' },
      example: examplePatch,
    },
    success: [{ status: 204, description: 'Changed.', headers: ['ETag', 'Location'] }],
    async handle(request, { allowOverposting, childAction }) {
      const options = { ...writeOptions(request), allowOverposting, childActions: childAction }
      const { id, etag } = await places.patch(idParameter(request), bodyOf(request), options)
      return { ...noContent({ location: `place/${id}` }), etag }
    },
  })
}

function replacePlace({ places }: PlaceParts): Route {
  return route('PUT /place/:id', 'update', {
    ...changesBody,
    summary: 'Replace a place',
    description: 'What the body leaves out is gone; without `published` the place is a draft.',
    body: wholeBody,
    success: [placeDoc({ headers: ['ETag'] })],
    async handle(request, { allowOverposting, childAction }) {
      const options = { ...writeOptions(request), allowOverposting, childActions: childAction }
      const { bytes, etag } = await places.replace(idParameter(request), bodyOf(request), options)
      return jsonBytes(bytes, { etag })
    },
  })
}

function removePlace({ places }: PlaceParts): Route {
  return route('DELETE /place/:id', 'delete', {
    parameters: {
      deletedby: {
        form: 'text',
        required: 'for-keys',
        description: 'Who deletes the place; needed with a key that names people.',
        example: 'anna',
      },
      childAction: childAction(['disconnect']),
    },
    ...changeDocs,
    summary: 'Delete a place',
    description: 'Its children are deleted too, unless childAction=disconnect.',
    success: [{ status: 204, description: 'Deleted.' }],
    problems: ['not-found', 'conflict', 'precondition-failed'],
    async handle(request, { deletedby, childAction }) {
      const options = { ...writeOptions(request), childActions: childAction }
      await places.remove(idParameter(request), deletedby, options)
      return noContent()
    },
  })
}

/** Returns the options that every write takes from its request. */
function writeOptions(request: Call) {
  const { caller, headers, bodyBytes } = request
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  return {
    caller,
    bodyBytes,
    act: actOf(request),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch }),
  }
}

function restorePlace({ places }: PlaceParts): Route {
  return route('POST /place/:id/restore', 'delete', {
    parameters: {
      updatedby: {
        form: 'text',
        required: 'for-keys',
        description: 'Who restores the place; needed with a key that names people.',
        example: 'anna',
      },
    },
    ...changeDocs,
    summary: 'Restore a deleted place',
    description: 'The children that were deleted together with it come back too.',
    success: [
      placeDoc({ headers: ['ETag'] }),
      { status: 204, description: 'Restored by a caller that may not read.', headers: ['ETag'] },
    ],
    async handle(request, { updatedby }) {
      const id = idParameter(request)
      const { bytes, etag } = await places.restore(id, updatedby, writeOptions(request))
      return may(request.caller, 'read') ? jsonBytes(bytes, { etag }) : { ...noContent(), etag }
    },
  })
}

function purgePlace({ places }: PlaceParts): Route {
  return route('POST /place/:id/purge', 'admin', {
    parameters: {
      confirm: { form: 'text', description: 'The id of the place once more; needed where it is not deleted.' },
      updatedby: {
        form: 'text',
        description: 'Who purges the place and sets its children free; without it they keep their updatedBy.',
        example: 'anna',
      },
    },
    ...changeDocs,
    tag: 'Operation',
    summary: 'Remove a place and its history for good',
    description: 'A tombstone stays, so that those who follow the changes learn of it.',
    success: [{ status: 204, description: 'Removed for good.' }],
    async handle(request, { confirm, updatedby }) {
      const id = idParameter(request)
      const confirmed = confirm !== undefined && (canonicalUuid(confirm) ?? confirm) === id
      await places.purge(id, { ...writeOptions(request), confirmed, updatedBy: updatedby })
      return noContent()
    },
  })
}

function findBySlug({ places, engine, model, config }: PlaceParts): Route {
  return route('GET /place/by-slug/:slug', 'read-published', {
    negotiates: true,
    parameters: formParameters,
    tag: 'Places',
    summary: 'Fetch one place by its slug',
    path: { slug: 'A present or former slug.' },
    success: [
      ...tagged(shownPlaceDoc),
      { status: 301, description: 'The place has another slug now; Location leads there.', headers: ['Location'] },
    ],
    problems: ['not-found'],
    checkPath: (call) => refuseHidden(call, model),
    async handle(request, form) {
      const shown = shownAs(request, form, model)
      const found = await places.findBySlug(pathParameter(request, 'slug'), request.caller)
      if (!found.present) {
        const base = config.publicUrl ?? ''
        const query = queryWithoutKey(request.url)
        const location = `${base}${prefixOf(request)}/place/by-slug/${encodeURIComponent(found.slug)}${query}`
        return json({ id: found.id, slug: found.slug }, { status: 301, headers: { location } })
      }
      return shown(await engine.read(found.id, request.caller))
    },
  })
}

function readHours({ places, clock }: PlaceParts): Route {
  return route('GET /place/:id/hours', 'read-published', {
    parameters: hoursSpec,
    ...placeDocs,
    summary: 'The opening hours of a place, resolved',
    description: `The spans of its openHours that touch the time from \`from\` to \`to\` (at most ${hoursLimits.daysMax} days), as instants in the time zone of its coordinates: special days, summer time and nights are taken into account.`,
    success: tagged(
      jsonDoc('The spans, whether it is open now, and when that next changes.', hoursSchema, {
        example: {
          timeZone: 'Europe/Stockholm',
          openNow: true,
          nextChange: '2026-12-21T16:00:00.00000Z',
          spans: [{ day: '2026-12-21', from: '2026-12-21T07:00:00.00000Z', to: '2026-12-21T16:00:00.00000Z' }],
        },
      }),
    ),
    problems: ['not-found'],
    async handle(request, parameters) {
      const window = readHoursWindow(parameters, clock())
      const hours = await places.hours(idParameter(request), window, request.caller)
      return taggedJson(hours, { isWeak: true })
    },
  })
}
