import Type, { type Static } from 'typebox'
import { invalidBody, Problem } from '../common/problem.ts'
import { type Reason, reason } from '../common/reason.ts'
import { checkBody } from '../place/check/check.ts'
import { createFaultList } from '../place/check/fault-list.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import { addPhoneFaults } from '../place/rules/place-faults.ts'
import { contactInfoSchema, limits } from '../place/schema.ts'
import { canonicalText, canonicalUuid, lengthFault, textFault } from '../place/text.ts'

const name = Type.String({ minLength: 1, maxLength: limits.name, description: 'Name, as it is shown with places.' })

/** The body of PUT /directory/owners/{id}. */
const ownerBodySchema = Type.Object(
  {
    name,
    type: Type.Optional(Type.String({ maxLength: limits.string, description: 'Type of organisational unit.' })),
    contactInfo: Type.Optional(Type.Omit(contactInfoSchema, ['fetchAutomatically'])),
  },
  { title: 'DirectoryOwner', description: 'An owner: its name, and its contact details for places that fetch them.' },
)

/** The body of PUT /directory/categories/{id} and /directory/tags/{id}. */
const subjectAreaBodySchema = Type.Object(
  { name },
  { title: 'DirectorySubjectArea', description: 'A category or a tag: its name.' },
)

export type OwnerBody = Static<typeof ownerBodySchema>
type SubjectAreaBody = Static<typeof subjectAreaBodySchema>

/** Returns the schema of a body for this list. */
export function entryBodySchema(kind: DirectoryKind): typeof ownerBodySchema | typeof subjectAreaBodySchema {
  return kind === 'owners' ? ownerBodySchema : subjectAreaBodySchema
}

/** The longest id of an owner, in characters, as for owner.id in places (D20). */
const ownerIdMax = limits.string

/**
 * Returns the id in its stored form: of an owner trimmed and in NFC, as in places (D19), of a category or a tag in
 * lower case (D16). Returns undefined for an id that is invalid in this list.
 */
export function directoryId(kind: DirectoryKind, id: string): string | undefined {
  if (kind !== 'owners') return canonicalUuid(id)
  const text = canonicalText(id)
  return isOwnerId(text) ? text : undefined
}

/** Returns the id in its stored form; throws a `bad-request` Problem if it is invalid in this list. */
export function requireDirectoryId(kind: DirectoryKind, id: string): string {
  const kept = directoryId(kind, id)
  if (kept !== undefined) return kept
  throw new Problem('bad-request', noDirectoryId(kind, id))
}

/** The reason why an id is invalid in this list. */
export function noDirectoryId(kind: DirectoryKind, id: string): Reason {
  const got = JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id)
  return kind === 'owners'
    ? reason('owner-id', { max: ownerIdMax, got })
    : reason('entry-id', { list: reason(`list-${kind}`), got })
}

/** '.' and '..' cannot be used in an address, since clients and proxies resolve them. */
function isOwnerId(id: string): boolean {
  return !['', '.', '..'].includes(id) && (textFault(id) ?? lengthFault(id, ownerIdMax)) === undefined
}

/** Checks a body of this list as a change of the entry that is stored; throws `invalid-body` with all faults. */
export function checkEntryBody(
  kind: DirectoryKind,
  body: unknown,
  before: DirectoryEntry | undefined,
): OwnerBody | SubjectAreaBody {
  const checked = checkBody(entryBodySchema(kind), body)
  const list = createFaultList()
  if ('contactInfo' in checked) addPhoneFaults(checked, before, list)
  if (list.faults.length > 0) throw invalidBody(list.faults)
  return checked
}

/** Creates an entry from a body that fits the schema of its list. */
export function entryFromBody(id: string, { name: given, ...more }: OwnerBody | SubjectAreaBody): DirectoryEntry {
  return { id, name: given, ...more }
}
