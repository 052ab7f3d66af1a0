import { isDeepStrictEqual } from 'node:util'
import { signatureOf } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import {
  checkEntryBody,
  directoryId,
  entryBodySchema,
  entryFromBody,
  requireDirectoryId,
} from '../../directory/entry-schema.ts'
import { smallBodySchema } from '../../place/check/write-schema.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import { type DirectoryKind, directoryKinds } from '../../place/directory-kinds.ts'
import { cutWords } from '../../query/text/folded-text.ts'
import { etagOf, isExpected, json, jsonBytes, noContent, taggedJson, tagHeld } from '../answers/answer.ts'
import { directoryPageSchema } from '../openapi/answers.ts'
import { bodyOf } from '../requests/body.ts'
import type { Call } from '../requests/call.ts'
import { jsonBody, jsonDoc, pageParameters, pathParameter, type Route, route, tagged } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

type DirectoryParts = Pick<HttpParts, 'directory' | 'places' | 'clock'>

/** Routes for owners, categories and tags: their names and contact details. */
export function directoryRoutes(parts: DirectoryParts): Route[] {
  return directoryKinds.flatMap((kind) => [
    listEntries(kind, parts),
    readEntry(kind, parts),
    putEntry(kind, parts),
    removeEntry(kind, parts),
  ])
}

/** Maximum number of words in a search by name. */
const wordsMax = 10

function listEntries(kind: DirectoryKind, { directory }: DirectoryParts): Route {
  return route(`GET /directory/${kind}`, 'read', {
    parameters: {
      q: { form: 'text', description: 'Only entries whose name begins so, case ignored.', example: 'Upp' },
      words: {
        form: 'text',
        description: `Only entries whose name has a word that begins with each of these words, case ignored, in any order, as \`q\` finds places; at most ${wordsMax}.`,
        example: 'upp dom',
      },
      ...pageParameters('Entries'),
    },
    tag: 'Directory',
    summary: `List ${kind} by name`,
    success: [jsonDoc('The entries.', directoryPageSchema)],
    handle(_request, { q, words = '', offset, limit }) {
      const count = cutWords(words).length
      if (count > wordsMax) throw new Problem('bad-request', `words must be at most ${wordsMax} words, got ${count}`)
      const { total, entries } = directory.list(kind, { prefix: q ?? '', words, offset, limit })
      return json({ TotalHits: total, Results: entries })
    },
  })
}

const entryDocs = { tag: 'Directory', path: { id: 'Id of the entry.' } } as const
const preconditionDocs = {
  'If-Match': 'Entity tags that the caller knows: 412 when the entry has changed since.',
  'If-None-Match': 'Entity tags: 412 when the entry has one of them; `*`: 412 when there is an entry with the id.',
}
const entrySchema = { $ref: '#/components/schemas/DirectoryEntry' }

function readEntry(kind: DirectoryKind, { directory }: DirectoryParts): Route {
  return route(`GET /directory/${kind}/:id`, 'read', {
    ...entryDocs,
    summary: `Fetch one of the ${kind}`,
    success: tagged(jsonDoc('The entry.', entrySchema)),
    problems: ['not-found'],
    async handle(request) {
      const id = entryIdOf(kind, pathParameter(request, 'id'))
      if (kind === 'owners') await directory.refresh([id])
      return taggedJson(known(kind, id, directory))
    },
  })
}

function putEntry(kind: DirectoryKind, { directory, places, clock }: DirectoryParts): Route {
  const schema = entryBodySchema(kind)
  return route(`PUT /directory/${kind}/:id`, 'admin', {
    tag: 'Directory',
    summary: `Set one of the ${kind}`,
    description:
      'A changed name reaches every place at once and leaves their `updated` alone. With `If-None-Match: *` only a new entry is taken.',
    headers: preconditionDocs,
    path: { id: kind === 'owners' ? 'Id of the owner.' : 'Id of the entry, a UUID.' },
    body: jsonBody(smallBodySchema(schema), { name: 'Uppsala' }),
    success: [
      jsonDoc('The entry, which was there before.', entrySchema, { headers: ['ETag'] }),
      jsonDoc('The entry, which is new.', entrySchema, { status: 201, headers: ['ETag'] }),
    ],
    problems: ['bad-request', 'conflict', 'invalid-body', 'precondition-failed'],
    checkPath: (request) => void requireDirectoryId(kind, pathParameter(request, 'id')),
    async handle(request) {
      const id = requireDirectoryId(kind, pathParameter(request, 'id'))
      checkWritable(directory)
      const expected = expectedEntry(request, directory.entry(kind, id))
      const status = directory.entry(kind, id) ? 200 : 201
      const entry = entryFromBody(id, checkEntryBody(kind, bodyOf(request), directory.entry(kind, id)))
      const onlyNew = request.headers['if-none-match']?.trim() === '*'
      const common = { kind: 'directory', list: kind, id, ...signatureOf(request.caller), now: clock() } as const
      await places.command({ ...common, ...expected, entry, ...(onlyNew && { onlyNew }) })
      // An equal entry keeps its stored form, whose member order may differ.
      const present = directory.entry(kind, id)
      const bytes = bytesOf(present && isDeepStrictEqual(present, entry) ? present : entry)
      return jsonBytes(bytes, { status, etag: etagOf(bytes) })
    },
  })
}

function removeEntry(kind: DirectoryKind, { directory, places, clock }: DirectoryParts): Route {
  return route(`DELETE /directory/${kind}/:id`, 'admin', {
    ...entryDocs,
    summary: `Remove one of the ${kind}`,
    description: 'Places that refer to it keep its id.',
    success: [{ status: 204, description: 'Removed.' }],
    headers: preconditionDocs,
    problems: ['not-found', 'conflict', 'precondition-failed'],
    async handle(request) {
      const id = entryIdOf(kind, pathParameter(request, 'id'))
      checkWritable(directory)
      const entry = known(kind, id, directory)
      const expected = expectedEntry(request, entry)
      if (request.headers['if-none-match']?.trim() === '*')
        throw new Problem('precondition-failed', reason('id-taken', { id, name: entry.name }))
      const common = { kind: 'directory', list: kind, id, ...signatureOf(request.caller), now: clock() } as const
      await places.command({ ...common, ...expected })
      return noContent()
    },
  })
}

function bytesOf(entry: DirectoryEntry): Buffer {
  return Buffer.from(JSON.stringify(entry))
}

/**
 * Returns the entry that matches `If-Match`, which the record compares with its state at the time of the write. Throws
 * 412 if the entry does not match, or if it matches `If-None-Match` (D43).
 */
function expectedEntry({ headers }: Call, entry: DirectoryEntry | undefined): { readonly expected?: DirectoryEntry } {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  // For `*`, the record itself checks that no entry exists.
  const isRuledOut = entry && ifNoneMatch?.trim() !== '*' && tagHeld(ifNoneMatch, etagOf(bytesOf(entry)))
  if (isRuledOut) throw new Problem('precondition-failed', reason('entry-unchanged'))
  if (ifMatch === undefined) return {}
  if (entry && isExpected(ifMatch, etagOf(bytesOf(entry)))) return { expected: entry }
  throw new Problem('precondition-failed', reason('entry-changed'))
}

/** Returns the id of the path in canonical form; throws 404 if no entry can have it. */
function entryIdOf(kind: DirectoryKind, given: string): string {
  const id = directoryId(kind, given)
  if (id !== undefined) return id
  throw new Problem('not-found', reason('no-entry-id', { list: reason(`list-${kind}`), id: given.slice(0, 60) }))
}

function known(kind: DirectoryKind, id: string, directory: DirectoryParts['directory']): DirectoryEntry {
  const entry = directory.entry(kind, id)
  if (entry) return entry
  throw new Problem('not-found', reason('no-entry', { list: reason(`list-${kind}`), id }))
}

function checkWritable({ writable }: DirectoryParts['directory']): void {
  if (writable) return
  throw new Problem('conflict', reason('directory-elsewhere'))
}
