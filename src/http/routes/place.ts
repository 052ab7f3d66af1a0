import { canonicalUuid } from '../../place/check/clean.ts'
import type { Answer as PlaceAnswer } from '../../service/places.ts'
import { withResolvedHours } from '../../service/resolved-hours.ts'
import { baseUrlOf, prefixOf } from '../address.ts'
import { json, jsonBytes, noContent } from '../answer.ts'
import { bodyBytesOf, bodyOf } from '../body.ts'
import type { Call } from '../call.ts'
import { exampleBody, examplePatch, examplePlace } from '../openapi/examples.ts'
import type { HttpParts } from '../parts.ts'
import { idParameter, pathParameter, type Route, route } from '../route.ts'
import { allowOverposting, childAction, placeParameters, samplePlaceAnswer } from './place-parameters.ts'

type PlaceParts = Pick<HttpParts, 'places' | 'config' | 'clock'>

const placePath = { id: 'Id of the place, a UUID.' }
/** What every change of a place knows, by `commandOptions`. */
const knowsIfMatch = { 'If-Match': 'Entity tags that the caller knows: 412 when the place has changed since.' }
const knowsIfNoneMatch = { 'If-None-Match': '`*`: 412 when there is a place with the id, as there must be.' }
const placeAnswer = {
  type: 'application/json',
  schema: { $ref: '#/components/schemas/Place' },
  example: examplePlace,
}

/** Reading and writing one place. */
export function placeRoutes(parts: PlaceParts): Route[] {
  return [readPlace(parts), createPlace(parts), patchPlace(parts), replacePlace(parts), removePlace(parts)]
}

function readPlace({ places }: PlaceParts): Route {
  return route({
    method: 'GET',
    path: '/place/:id',
    needs: 'read-published',
    sample: true,
    parameters: placeParameters,
    doc: {
      tag: 'Places',
      summary: 'Fetch one place',
      description:
        'Deleted places are answered too, with `deleted`; keys with `read-published` get what is published now.',
      path: placePath,
      success: [
        { status: 200, description: 'The whole place.', ...placeAnswer, headers: ['ETag'] },
        { status: 304, description: 'If-None-Match names what would be answered.' },
      ],
      problems: ['not-found'],
    },
    handle(request, { test, hours }) {
      if (test) return samplePlaceAnswer()
      const told = (answer: PlaceAnswer) => {
        const { bytes, etag } = hours.length > 0 ? withResolvedHours(answer) : answer
        request.timing.end('read')
        return jsonBytes(bytes, { etag })
      }
      const answer = places.read(idParameter(request), request.caller)
      return answer instanceof Promise ? answer.then(told) : told(answer)
    },
  })
}

function createPlace({ places, config }: PlaceParts): Route {
  return route({
    method: 'PUT',
    path: '/place',
    needs: 'create',
    body: 'json',
    parameters: { allowOverposting },
    doc: {
      tag: 'Places',
      summary: 'Create a place',
      body: { type: 'application/json', schema: { $ref: '#/components/schemas/PlaceBody' }, example: exampleBody },
      success: [{ status: 201, description: 'The whole place.', ...placeAnswer, headers: ['ETag', 'Location'] }],
      problems: ['invalid-body'],
    },
    async handle(request, options) {
      const { id, bytes, etag } = await places.create(bodyOf(request), { ...writeOptions(request), ...options })
      request.timing.end('write')
      const location = `${baseUrlOf(request, config.publicUrl)}${prefixOf(request)}/place/${id}`
      return jsonBytes(bytes, { status: 201, etag, headers: { location } })
    },
  })
}

function patchPlace({ places }: PlaceParts): Route {
  return route({
    method: 'PATCH',
    path: '/place/:id',
    needs: 'update',
    body: 'json',
    parameters: { allowOverposting, childAction: childAction(['set-published', 'skip-depublished']) },
    doc: {
      tag: 'Places',
      summary: 'Change some properties of a place',
      description:
        'A JSON Merge Patch (RFC 7396): objects merge, null removes, lists are replaced. The answer has no body; its `Location` is the literal `place/<id>` of earlier versions, relative to the root of the interface.',
      path: placePath,
      body: {
        type: 'application/merge-patch+json',
        schema: { $ref: '#/components/schemas/PlacePatch' },
        example: examplePatch,
      },
      success: [{ status: 204, description: 'Changed.', headers: ['ETag', 'Location'] }],
      headers: knowsIfMatch,
      problems: ['not-found', 'conflict', 'precondition-failed', 'invalid-body'],
    },
    async handle(request, { allowOverposting, childAction }) {
      const options = { ...writeOptions(request), allowOverposting, childActions: childAction }
      const { id, etag } = await places.patch(idParameter(request), bodyOf(request), options)
      request.timing.end('write')
      return { ...noContent({ location: `place/${id}` }), etag }
    },
  })
}

function replacePlace({ places }: PlaceParts): Route {
  return route({
    method: 'PUT',
    path: '/place/:id',
    needs: 'update',
    body: 'json',
    parameters: { allowOverposting, childAction: childAction(['set-published', 'skip-depublished']) },
    doc: {
      tag: 'Places',
      summary: 'Replace a place',
      description: 'What the body leaves out is gone; without `published` the place is a draft.',
      path: placePath,
      body: { type: 'application/json', schema: { $ref: '#/components/schemas/PlaceBody' }, example: exampleBody },
      success: [{ status: 200, description: 'The whole place.', ...placeAnswer, headers: ['ETag'] }],
      headers: { ...knowsIfMatch, ...knowsIfNoneMatch },
      problems: ['not-found', 'conflict', 'precondition-failed', 'invalid-body'],
    },
    async handle(request, { allowOverposting, childAction }) {
      const onlyNew = request.headers['if-none-match']?.trim() === '*'
      const options = { ...writeOptions(request), allowOverposting, childActions: childAction, onlyNew }
      const { bytes, etag } = await places.replace(idParameter(request), bodyOf(request), options)
      request.timing.end('write')
      return jsonBytes(bytes, { etag })
    },
  })
}

function removePlace({ places }: PlaceParts): Route {
  return route({
    method: 'DELETE',
    path: '/place/:id',
    needs: 'delete',
    parameters: {
      deletedby: { form: 'text', required: true, description: 'Who deletes the place.', example: 'anna' },
      childAction: childAction(['disconnect']),
    },
    doc: {
      tag: 'Places',
      summary: 'Delete a place',
      description: 'Its children are deleted too, unless childAction=disconnect.',
      path: placePath,
      success: [{ status: 204, description: 'Deleted.' }],
      headers: knowsIfMatch,
      problems: ['not-found', 'precondition-failed'],
    },
    async handle(request, { deletedby, childAction }) {
      const options = { ...writeOptions(request), childActions: childAction }
      await places.remove(idParameter(request), deletedby.trim(), options)
      request.timing.end('write')
      return noContent()
    },
  })
}

/** What every write takes from its request. */
function writeOptions(request: Call) {
  const { caller, headers } = request
  const ifMatch = headers['if-match']
  return { caller, bodyBytes: bodyBytesOf(request), ...(ifMatch !== undefined && { ifMatch }) }
}

/** Bringing a deleted place back, removing one for good, and finding one by its slug. */
export function placeActionRoutes(parts: PlaceParts): Route[] {
  return [restorePlace(parts), purgePlace(parts), findBySlug(parts)]
}

function restorePlace({ places }: PlaceParts): Route {
  return route({
    method: 'POST',
    path: '/place/:id/restore',
    needs: 'delete',
    parameters: {
      updatedby: { form: 'text', required: true, description: 'Who restores the place.', example: 'anna' },
    },
    doc: {
      tag: 'Places',
      summary: 'Restore a deleted place',
      description: 'The children that were deleted together with it come back too.',
      path: placePath,
      success: [{ status: 200, description: 'The whole place.', ...placeAnswer, headers: ['ETag'] }],
      headers: knowsIfMatch,
      problems: ['not-found', 'conflict', 'precondition-failed'],
    },
    async handle(request, { updatedby }) {
      const id = idParameter(request)
      const { bytes, etag } = await places.restore(id, updatedby.trim(), writeOptions(request))
      request.timing.end('write')
      return jsonBytes(bytes, { etag })
    },
  })
}

function purgePlace({ places }: PlaceParts): Route {
  return route({
    method: 'POST',
    path: '/place/:id/purge',
    needs: 'admin',
    parameters: {
      confirm: { form: 'text', description: 'The id of the place once more; needed where it is not deleted.' },
      updatedby: {
        form: 'text',
        description: 'Who purges the place and sets its children free; without it they keep their updatedBy.',
        example: 'anna',
      },
    },
    doc: {
      tag: 'Operation',
      summary: 'Remove a place and its history for good',
      description: 'A tombstone stays, so that those who follow the changes learn of it.',
      path: placePath,
      success: [{ status: 204, description: 'Removed for good.' }],
      headers: knowsIfMatch,
      problems: ['not-found', 'conflict', 'precondition-failed'],
    },
    async handle(request, { confirm, updatedby }) {
      const id = idParameter(request)
      const confirmed = confirm !== undefined && (canonicalUuid(confirm) ?? confirm) === id
      await places.purge(id, { ...writeOptions(request), confirmed, updatedBy: updatedby })
      return noContent()
    },
  })
}

function findBySlug({ places, config }: PlaceParts): Route {
  return route({
    method: 'GET',
    path: '/place/by-slug/:slug',
    needs: 'read-published',
    parameters: {},
    doc: {
      tag: 'Places',
      summary: 'Fetch one place by its slug',
      path: { slug: 'A present or former slug.' },
      success: [
        { status: 200, description: 'The whole place.', ...placeAnswer, headers: ['ETag'] },
        { status: 301, description: 'The place has another slug now; Location leads there.', headers: ['Location'] },
        { status: 304, description: 'If-None-Match names what would be answered.' },
      ],
      problems: ['not-found'],
    },
    async handle(request) {
      const found = await places.findBySlug(pathParameter(request, 'slug'), request.caller)
      if (!found.present) {
        const base = config.publicUrl ?? ''
        const location = `${base}${prefixOf(request)}/place/by-slug/${encodeURIComponent(found.slug)}`
        return json({ id: found.id, slug: found.slug }, { status: 301, headers: { location } })
      }
      const { bytes, etag } = await places.read(found.id, request.caller)
      request.timing.end('read')
      return jsonBytes(bytes, { etag })
    },
  })
}
