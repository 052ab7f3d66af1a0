import { directoryId, entryBodySchema, entryFromBody, requireDirectoryId } from '../../directory/entry-schema.ts'
import { checkBody } from '../../place/check/check.ts'
import { type DirectoryEntry, type DirectoryKind, directoryKinds } from '../../place/directory-entry.ts'
import type { JsonObject } from '../../place/json.ts'
import { Problem } from '../../problem.ts'
import { cutWords } from '../../query/text.ts'
import { json, noContent } from '../answer.ts'
import { bodyOf } from '../body.ts'
import { directoryPageSchema } from '../openapi/answers.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter, type Route, route } from '../route.ts'
import { pageParameters } from './page-parameters.ts'

type DirectoryParts = Pick<HttpParts, 'directory' | 'places' | 'clock'>

/** Owners, categories and tags: their names and contact details. */
export function directoryRoutes(parts: DirectoryParts): Route[] {
  return directoryKinds.flatMap((kind) => [
    listEntries(kind, parts),
    readEntry(kind, parts),
    putEntry(kind, parts),
    removeEntry(kind, parts),
  ])
}

/** A name is known by fewer. */
const wordsMax = 10

function listEntries(kind: DirectoryKind, { directory }: DirectoryParts): Route {
  return route({
    method: 'GET',
    path: `/directory/${kind}`,
    needs: 'read',
    parameters: {
      q: { form: 'text', description: 'Only entries whose name begins so, case ignored.', example: 'Upp' },
      words: {
        form: 'text',
        description: `Only entries whose name has a word that begins with each of these words, case ignored, in any order, as \`q\` finds places; at most ${wordsMax}.`,
        example: 'upp dom',
      },
      ...pageParameters('Entries'),
    },
    doc: {
      tag: 'Directory',
      summary: `List ${kind} by name`,
      success: [{ status: 200, description: 'The entries.', type: 'application/json', schema: directoryPageSchema }],
    },
    handle(_request, { q, words = '', offset, limit }) {
      const count = cutWords(words).length
      if (count > wordsMax) throw new Problem('bad-request', `words must be at most ${wordsMax} words, got ${count}`)
      const { total, entries } = directory.list(kind, { prefix: q ?? '', words, offset, limit })
      return json({ TotalHits: total, Results: entries })
    },
  })
}

const entryAnswer = { type: 'application/json', schema: { $ref: '#/components/schemas/DirectoryEntry' } }

function readEntry(kind: DirectoryKind, { directory }: DirectoryParts): Route {
  return route({
    method: 'GET',
    path: `/directory/${kind}/:id`,
    needs: 'read',
    parameters: {},
    doc: {
      tag: 'Directory',
      summary: `Fetch one of the ${kind}`,
      path: { id: 'Id of the entry.' },
      success: [{ status: 200, description: 'The entry.', ...entryAnswer }],
      problems: ['not-found'],
    },
    async handle(request) {
      const id = entryIdOf(kind, pathParameter(request, 'id'))
      if (kind === 'owners') await directory.refresh([id])
      return json(known(kind, id, directory))
    },
  })
}

function putEntry(kind: DirectoryKind, { directory, places, clock }: DirectoryParts): Route {
  const schema = entryBodySchema(kind)
  return route({
    method: 'PUT',
    path: `/directory/${kind}/:id`,
    needs: 'admin',
    body: 'json',
    parameters: {},
    doc: {
      tag: 'Directory',
      summary: `Set one of the ${kind}`,
      description:
        'A changed name reaches every place at once and leaves their `updated` alone. With `If-None-Match: *` only a new entry is taken.',
      headers: { 'If-None-Match': '`*`: 412 when there is an entry with the id already.' },
      path: { id: kind === 'owners' ? 'Id of the owner.' : 'Id of the entry, a UUID.' },
      body: { type: 'application/json', schema: schema as unknown as JsonObject, example: { name: 'Uppsala' } },
      success: [
        { status: 200, description: 'The entry, which was there before.', ...entryAnswer },
        { status: 201, description: 'The entry, which is new.', ...entryAnswer },
      ],
      problems: ['bad-request', 'conflict', 'invalid-body', 'precondition-failed'],
    },
    checkPath: (request) => void requireDirectoryId(kind, pathParameter(request, 'id')),
    async handle(request) {
      const id = requireDirectoryId(kind, pathParameter(request, 'id'))
      checkWritable(directory)
      const status = directory.entry(kind, id) ? 200 : 201
      const entry = entryFromBody(id, checkBody(schema, bodyOf(request)))
      const onlyNew = request.headers['if-none-match']?.trim() === '*'
      const common = { kind: 'directory', list: kind, id, who: request.caller.name, now: clock() } as const
      await places.command({ ...common, entry, ...(onlyNew && { onlyNew }) })
      request.timing.end('write')
      return json(entry, { status })
    },
  })
}

function removeEntry(kind: DirectoryKind, { directory, places, clock }: DirectoryParts): Route {
  return route({
    method: 'DELETE',
    path: `/directory/${kind}/:id`,
    needs: 'admin',
    parameters: {},
    doc: {
      tag: 'Directory',
      summary: `Remove one of the ${kind}`,
      description: 'Places that refer to it keep its id.',
      path: { id: 'Id of the entry.' },
      success: [{ status: 204, description: 'Removed.' }],
      problems: ['not-found', 'conflict'],
    },
    async handle(request) {
      const id = entryIdOf(kind, pathParameter(request, 'id'))
      checkWritable(directory)
      known(kind, id, directory)
      await places.command({ kind: 'directory', list: kind, id, who: request.caller.name, now: clock() })
      request.timing.end('write')
      return noContent()
    },
  })
}

/** The id in the address as it is kept; 404 where no entry can have it. */
function entryIdOf(kind: DirectoryKind, given: string): string {
  const id = directoryId(kind, given)
  if (id !== undefined) return id
  throw new Problem('not-found', `no entry of the ${kind} can have the id '${given.slice(0, 60)}'`)
}

function known(kind: DirectoryKind, id: string, directory: DirectoryParts['directory']): DirectoryEntry {
  const entry = directory.entry(kind, id)
  if (entry) return entry
  throw new Problem('not-found', `the directory knows no entry '${id}' among the ${kind}`)
}

function checkWritable({ writable }: DirectoryParts['directory']): void {
  if (writable) return
  throw new Problem('conflict', 'the directory is kept by another service (DIRECTORY_URL): write the entry there')
}
