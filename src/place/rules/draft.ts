import { reason } from '../../common/reason.ts'
import { clean } from '../check/clean.ts'
import { addFault, type FaultList } from '../check/fault-list.ts'
import type { Shape } from '../check/shape.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownMember, sameJson, valueAt } from '../json.ts'
import { type Place, serviceMembers } from '../place.ts'
import { defaultPlaceTypeKey } from '../place-types.ts'
import type { PlaceRequest } from '../request.ts'
import { hiddenMembers } from '../visibility.ts'
import type { Rules } from './rules.ts'

const notSent: ReadonlySet<string> = new Set(serviceMembers)

/** The members of a place that clients write. It may hold any JSON until it is validated. */
export type Draft = Omit<Place, (typeof serviceMembers)[number]>

/** A request that carries a body. */
export type WriteRequest = Extract<PlaceRequest, { readonly body: JsonObject }>

/** An unfinished draft: its possible members, each of any JSON type. */
type Raw = { -readonly [Member in keyof Draft]?: JsonValue }

/** Advice about a member that no client sends: for imports, and for all other writes. */
const importAdvice = reason('leave-out-or-allow-import')
const advice = reason('leave-out-or-allow')
const documentBytesMax = 1_048_576
const plain: Shape = { kind: 'plain' }

/**
 * Reads the draft of a create, replace or import. `before` is the place that it replaces, if any. Faults go to `list`.
 */
export function readDraft(request: WriteRequest, before: Place | undefined, rules: Rules, list: FaultList): Draft {
  const body = cleanBody(request, rules, list, false)
  return finish(body, body, before, { request, rules, list })
}

/** Applies a patch, or a record that is merged, to a place and returns the draft (D38, D49). Faults go to `list`. */
export function patchDraft(request: WriteRequest, before: Place, rules: Rules, list: FaultList): Draft {
  const patch = cleanBody(request, rules, list, request.action !== 'import' || request.merge === 'remove')
  const { updatedBy: _, ...target } = writtenBody(before)
  const merged = mergePatch(
    replacesType(patch, before) ? { ...target, placeTypes: {} } : target,
    patch,
    rules.checker.shape,
  )
  const draft = finish(merged, patch, before, { request, rules, list })
  if (Buffer.byteLength(JSON.stringify(draft)) > documentBytesMax) {
    addFault(list, '', reason('place-bytes', { max: documentBytesMax }))
  }
  return draft
}

/** Returns the members that clients have written; as a body, they produce the same place again. */
export function writtenBody(place: Place): JsonObject {
  return Object.fromEntries(Object.entries(place).filter(([member]) => !notSent.has(member)))
}

function cleanBody(request: WriteRequest, rules: Rules, list: FaultList, keepNulls: boolean): JsonObject {
  if (!isJsonObject(request.body)) addFault(list, '', reason('no-object'))
  const cleaned = clean(request.body, rules.checker.shape, list, {
    allowOverposting: request.allowOverposting,
    keepNulls,
    advice: request.action === 'import' ? importAdvice : advice,
  })
  return isJsonObject(cleaned) ? cleaned : {}
}

/**
 * Returns true if the patch names another place type, which replaces the former completely. Several types stay side by
 * side, so that they are reported as a fault.
 */
function replacesType(patch: JsonObject, before: Place): boolean {
  if (!isJsonObject(patch.placeTypes)) return false
  const given = Object.entries(patch.placeTypes).filter(([, value]) => value !== null)
  return given.length > 0 && !(given.length === 1 && Object.hasOwn(before.placeTypes, given[0]![0]))
}

interface DraftContext {
  readonly request: WriteRequest
  readonly rules: Rules
  readonly list: FaultList
}

/** Fills in defaults, drops values that are not stored, and validates. `body` is the cleaned body of the client. */
function finish(merged: JsonObject, body: JsonObject, before: Place | undefined, context: DraftContext): Draft {
  const { request, rules, list } = context
  const hidesMedia =
    request.action === 'import' ? request.rights?.seesMedia === false : 'seesMedia' in request && !request.seesMedia
  const draft: Raw = { ...(before && hidesMedia ? withHiddenMedia(merged, body, before) : merged) }
  if (isEmpty(draft.placeTypes ?? {})) draft.placeTypes = { [defaultPlaceTypeKey]: {} }
  if (draft.shortDescription === draft.name) delete draft.shortDescription
  if (isJsonObject(draft.owner)) draft.owner = settledOwner(draft.owner, body.owner, before, request)
  if (isJsonObject(draft.contactInfo)) draft.contactInfo = withoutFetched(draft.contactInfo, draft.owner, request)
  rules.checker.validate(draft, list)
  return draft as unknown as Draft
}

/**
 * Drops a name that belongs to another owner, or that only repeats the default, the id (D16). In an import, the
 * directory's name adds nothing for the owner that the place has, since exported tables and GeoJSON contain it.
 */
function settledOwner(
  owner: JsonObject,
  given: JsonValue | undefined,
  before: Place | undefined,
  { action, ownerEntries }: WriteRequest,
): JsonObject {
  const { name, ...rest } = owner
  if (name === undefined || name === owner.id) return rest
  const isOfDirectory = action === 'import' && name === ownMember(ownerEntries, String(owner.id))?.name
  if (isOfDirectory && before && owner.id === before.owner.id) {
    const { name: kept } = before.owner
    return kept === undefined ? rest : { ...rest, name: kept }
  }
  const said = isJsonObject(given) && (given.name ?? null) !== null
  return said || owner.id === before?.owner.id ? owner : rest
}

/**
 * Drops contact details that equal those of the owner's entry: storing them would only freeze the entry's values (D48).
 */
function withoutFetched(contactInfo: JsonObject, owner: JsonValue | undefined, request: WriteRequest): JsonObject {
  if (contactInfo.fetchAutomatically !== true || !isJsonObject(owner) || typeof owner.id !== 'string')
    return contactInfo
  const fetched: unknown = ownMember(request.ownerEntries, owner.id)?.contactInfo
  if (!isJsonObject(fetched)) return contactInfo
  const kept = Object.entries(contactInfo).filter(
    ([member, value]) => member === 'fetchAutomatically' || !sameJson(value, ownMember(fetched, member)),
  )
  return Object.fromEntries(kept)
}

/** Restores media that the caller could not see and did not name (D39). */
function withHiddenMedia(draft: JsonObject, body: JsonObject, before: Place): JsonObject {
  const kept = hiddenMembers.flatMap(({ path, visibility }) => {
    const hidden = visibility === 'media' ? valueAt(before, path) : undefined
    if (hidden === undefined || valueAt(body, path) !== undefined) return []
    return [path.reduceRight<JsonValue>((value, member) => ({ [member]: value }), hidden) as JsonObject]
  })
  return kept.reduce<JsonObject>((merged, patch) => mergePatch(merged, patch, plain), draft)
}

/**
 * Applies a JSON Merge Patch (RFC 7396) of cleaned values: null removes, objects merge, all else replaces. Members left
 * empty are removed unless they may be empty (D19). Neither argument is changed; members that the patch does not touch
 * are shared.
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonObject, shape: Shape): JsonObject {
  const merged: Record<string, JsonValue> = isJsonObject(target) ? { ...target } : {}
  for (const [member, value] of Object.entries(patch)) {
    const inner = memberShape(shape, member)
    const next = isJsonObject(value) ? mergePatch(ownMember(merged, member), value, inner) : value
    if (next === null || (isEmpty(next) && !keepsEmpty(inner))) delete merged[member]
    else merged[member] = next
  }
  return merged
}

function memberShape(shape: Shape, member: string): Shape {
  if (shape.kind === 'free') return shape
  if (shape.kind !== 'object') return plain
  const known = shape.members.get(member) ?? shape.rest
  return known === undefined || known === 'readOnly' ? plain : known
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}

function keepsEmpty(shape: Shape): boolean {
  return 'keepsEmpty' in shape && shape.keepsEmpty
}
